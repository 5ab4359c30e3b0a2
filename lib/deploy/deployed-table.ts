/** Asks a deployed stack for the table of its functions. */

import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { shardsOutput, tableOutput } from './table-outputs.ts';

export interface DeployedTable {
  /** Undefined if the stack does not export it, because it is too old or its functions have no table. */
  readonly tableName: string | undefined;
  /** The value of INDEX_SHARDS in the functions. */
  readonly indexShards: string | undefined;
}

/** @returns undefined if there is no such stack. @throws an error of AWS. */
export async function findDeployedTable(
  region: string,
  StackName: string,
): Promise<DeployedTable | undefined> {
  const client = new CloudFormationClient({ region });
  try {
    const { Stacks = [] } = await client.send(new DescribeStacksCommand({ StackName }));
    const outputs = new Map(
      Stacks.flatMap(({ Outputs = [] }) => Outputs).map((each) => [each.OutputKey, each.OutputValue]),
    );
    return { tableName: outputs.get(tableOutput), indexShards: outputs.get(shardsOutput) };
  } catch (error) {
    if (error instanceof Error && error.message.includes('does not exist')) return undefined;
    throw error;
  } finally {
    client.destroy();
  }
}
