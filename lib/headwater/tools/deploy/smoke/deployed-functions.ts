/** What CloudFormation and Lambda say of the functions that are deployed, and of their table. */

import {
  CloudFormationClient,
  paginateListStackResources,
  type StackResourceSummary,
} from '@aws-sdk/client-cloudformation';
import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { GetFunctionConfigurationCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { tableId } from '../../../compile/aws/functions/background-settings.ts';
import { logicalId } from '../../../compile/plan/route-clashes.ts';

/** The environment variables of each function, by its key in functions.json. */
export type Environments = ReadonlyMap<string, Readonly<Record<string, string>>>;

interface DeployedFunctions {
  readonly environments: Environments;
  /** The name of the parent's table, if it is part of the stack. */
  readonly ownTable: string | undefined;
}

/**
 * @param stacks names, the parent first. @param ids keys of functions.json; a function with `when` may be missing from a stage.
 * @throws Error if the environment of a function cannot be read.
 */
export async function readDeployedFunctions(
  stacks: readonly string[],
  ids: readonly string[],
): Promise<DeployedFunctions> {
  const resources = (await Promise.all(stacks.map(resourcesOf))).flat();
  const nameOf = (id: string) => resources.find(({ LogicalResourceId }) => LogicalResourceId === id);
  const client = new LambdaClient();
  try {
    const environments = new Map<string, Readonly<Record<string, string>>>();
    for (const id of ids) {
      const name = nameOf(`${logicalId(id)}LambdaFunction`)?.PhysicalResourceId;
      if (name !== undefined) environments.set(id, await environmentOf(client, name));
    }
    return { environments, ownTable: nameOf(tableId)?.PhysicalResourceId };
  } finally {
    client.destroy();
  }
}

async function resourcesOf(StackName: string): Promise<StackResourceSummary[]> {
  const client = new CloudFormationClient();
  const resources: StackResourceSummary[] = [];
  for await (const { StackResourceSummaries = [] } of paginateListStackResources({ client }, { StackName }))
    resources.push(...StackResourceSummaries);
  client.destroy();
  return resources;
}

async function environmentOf(
  client: LambdaClient,
  FunctionName: string,
): Promise<Readonly<Record<string, string>>> {
  const { Environment = {} } = await client.send(new GetFunctionConfigurationCommand({ FunctionName }));
  // Lambda cannot decrypt it for a caller who may not use its KMS key.
  if (Environment.Error) throw new Error(`The environment of ${FunctionName}: ${Environment.Error.Message}`);
  return Environment.Variables ?? {};
}

/**
 * @param users keys of the functions that use a table. @param ownTable undefined: they share a table of another stack.
 * @returns the name of the table that all of them use.
 * @throws Error if one uses another table or none, or if there is no such table.
 */
export async function checkTable(
  environments: Environments,
  users: readonly string[],
  ownTable: string | undefined,
): Promise<string> {
  const tableOf = (id = '') => environments.get(id)?.['TABLE_NAME'];
  const TableName = ownTable ?? tableOf(users[0]);
  const wrong = users.filter((id) => !tableOf(id) || tableOf(id) !== TableName);
  if (!TableName || wrong.length > 0) {
    const found = wrong.map((id) => `${id}: TABLE_NAME is ${tableOf(id) || 'not set'}`);
    throw new Error(`Functions do not use the table ${TableName || 'of the service'}:\n${found.join('\n')}`);
  }
  const client = new DynamoDBClient();
  await client.send(new DescribeTableCommand({ TableName })).finally(() => client.destroy());
  return TableName;
}
