/** A table of AWS: the stack of a stage names it, or the command line. */

import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { findDeployedTable } from '../../deploy/deployed-stack.ts';
import { type Deployment, readDeployment } from '../../deploy/deployment.ts';
import { findRegion } from '../../deploy/region.ts';
import { CommandError } from '../commands/command-line.ts';
import type { TableChoice } from '../commands/declared-commands.ts';

interface NamedTable {
  readonly tableName: string;
  /** INDEX_SHARDS of the functions. */
  readonly indexShards: string | undefined;
}

export interface TableOfAws extends NamedTable {
  readonly plain: DynamoDBClient;
  readonly region: string;
}

/** Credentials and endpoint come from the environment, as for every tool of AWS. @throws CommandError */
export async function openDeployed(choice: TableChoice): Promise<TableOfAws> {
  const { deployment } = await readDeployment(process.cwd());
  const region = choice.region ?? (await regionOf(deployment));
  const named =
    choice.table === undefined
      ? await askStack(stackName(deployment, choice.stage), region)
      : { tableName: choice.table, indexShards: declaredShards(deployment) };
  return { ...named, region, plain: new DynamoDBClient({ region, maxAttempts: 8 }) };
}

async function regionOf(deployment: Deployment | undefined): Promise<string> {
  try {
    return await findRegion({ declared: deployment?.provider['region'] });
  } catch (error) {
    throw new CommandError(`The profile has no region that AWS knows: ${(error as Error).message}`);
  }
}

function declaredShards(deployment: Deployment | undefined): string | undefined {
  const declared: unknown = Object(deployment?.provider['environment'])['INDEX_SHARDS'];
  return typeof declared === 'string' ? declared : undefined;
}

function stackName(deployment: Deployment | undefined, stage: string | undefined): string {
  if (deployment) return `${deployment.service}-${stage}`;
  throw new CommandError(
    'There is no serverless.yml in this folder, which names the service of a stage; --table NAME needs none.',
  );
}

/** The deployment is the truth: after a restore, or beside another checkout, serverless.yml names another table. */
async function askStack(stack: string, region: string): Promise<NamedTable> {
  const found = await findDeployedTable(region, stack).catch((error: Error) => {
    throw new CommandError(
      `The stack ${stack} in ${region}, which names the table, cannot be read: ${error.message.replace(/\.$/, '')}. It takes cloudformation:DescribeStacks; --table NAME names a table without it.`,
    );
  });
  if (!found)
    throw new CommandError(
      `There is no stack ${stack} in ${region}, in this account, to name the table of the stage. --region REGION looks elsewhere, and --table NAME needs no stack.`,
    );
  const { tableName, indexShards } = found;
  if (tableName !== undefined) return { tableName, indexShards };
  throw new CommandError(
    `The stack ${stack} in ${region} does not name the table of its functions, as an older version has deployed it. Deploy it again, or name the table with --table NAME.`,
  );
}
