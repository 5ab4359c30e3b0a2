/** What CloudFormation and Lambda say of the functions that are deployed, and of their table. */

import { CloudFormationClient, paginateListStackResources } from '@aws-sdk/client-cloudformation';
import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { GetFunctionConfigurationCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { logicalId } from '../lib/build/plan/logical-ids.ts';

/**
 * @param stacks names, the parent first. @param ids keys of functions.json.
 * @returns the environment of each function that the stacks have, by its key, and the table of the parent, if it has one.
 * @throws Error if an environment cannot be read.
 */
export async function deployedFunctions(stacks, ids) {
  const resources = [];
  for (const StackName of stacks) resources.push(...(await resourcesOf(StackName)));
  const names = new Map(
    resources.map(({ LogicalResourceId, PhysicalResourceId }) => [LogicalResourceId, PhysicalResourceId]),
  );
  const client = new LambdaClient();
  const environments = new Map();
  // A function with `when` is missing from a stage without its variable.
  for (const id of ids.filter((each) => names.has(`${logicalId(each)}LambdaFunction`)))
    environments.set(id, await environmentOf(client, names.get(`${logicalId(id)}LambdaFunction`)));
  const table = resources.find(
    ({ LogicalResourceId, ResourceType }) =>
      LogicalResourceId === 'Table' && ResourceType === 'AWS::DynamoDB::Table',
  );
  return { environments, ownTable: table?.PhysicalResourceId };
}

/**
 * @param users keys of the functions that use a table. @param ownTable without one, they share a table of another stack.
 * @returns the name of the table that all of them use.
 * @throws Error if one uses another table or none, or if there is no such table.
 */
export async function checkedTable(environments, users, ownTable) {
  const tableOf = (id) => environments.get(id).TABLE_NAME;
  const table = ownTable ?? tableOf(users[0]);
  const wrong = users.filter((id) => !tableOf(id) || tableOf(id) !== table);
  if (wrong.length > 0) {
    const found = wrong.map((id) => `${id}: TABLE_NAME is ${tableOf(id) || 'not set'}`);
    throw new Error(`Functions do not use the table ${table ?? 'of the service'}:\n${found.join('\n')}`);
  }
  await new DynamoDBClient().send(new DescribeTableCommand({ TableName: table }));
  return table;
}

async function resourcesOf(StackName) {
  const resources = [];
  const pages = paginateListStackResources({ client: new CloudFormationClient() }, { StackName });
  for await (const { StackResourceSummaries = [] } of pages) resources.push(...StackResourceSummaries);
  return resources;
}

async function environmentOf(client, FunctionName) {
  const { Environment = {} } = await client.send(new GetFunctionConfigurationCommand({ FunctionName }));
  // Lambda cannot decrypt it for a caller who may not use its KMS key.
  if (Environment.Error) throw new Error(`The environment of ${FunctionName}: ${Environment.Error.Message}`);
  return Environment.Variables ?? {};
}
