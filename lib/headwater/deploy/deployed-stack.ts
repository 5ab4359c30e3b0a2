/** Questions to CloudFormation about deployed stacks. */

import {
  CloudFormationClient,
  type CloudFormationClientConfig,
  DescribeStackResourceCommand,
  DescribeStacksCommand,
  GetTemplateCommand,
  type Output,
  paginateListImports,
  type Stack,
  type StackResourceDetail,
} from '@aws-sdk/client-cloudformation';
import { tableId } from '../compile/aws/functions/background-settings.ts';
import { membersOf } from '../shared/json/is-object.ts';
import { shardsOutput, tableOutput } from './stack-outputs.ts';

/** The logical id of the bucket that the framework makes for the deployments of a stack. */
export const bucketId = 'ServerlessDeploymentBucket';

export interface DeployedTable {
  /** Undefined if the stack does not export it, because it is too old or its functions have no table. */
  readonly tableName: string | undefined;
  /** The value of INDEX_SHARDS in the functions. */
  readonly indexShards: string | undefined;
}

/** @returns undefined if there is no such stack. @throws an error of AWS. */
export function findDeployedTable(region: string, stack: string): Promise<DeployedTable | undefined> {
  return withClient({ region }, async (client) => {
    const found = await outputsOf(client, stack);
    const output = (key: string) => found?.find(({ OutputKey }) => OutputKey === key)?.OutputValue;
    return found && { tableName: output(tableOutput), indexShards: output(shardsOutput) };
  });
}

/** @returns the address of its API; undefined if it has none of its own. */
export async function findApiUrl(stack: string): Promise<string | undefined> {
  const outputs = await withClient({}, (client) => outputsOf(client, stack));
  return outputs?.find(({ OutputKey }) => OutputKey === 'HttpApiUrl')?.OutputValue;
}

/** The states of a stack whose creation has failed, or waits for an approval. */
const neverCreated = /^(CREATE_FAILED|REVIEW_IN_PROGRESS|ROLLBACK_\w+)$/;

/** @returns its template as it was sent; undefined if there is no such stack, or it has never been created. */
export function liveTemplate(
  config: CloudFormationClientConfig,
  StackName: string,
): Promise<string | undefined> {
  return withClient(config, async (client) => {
    const stack = await findStack(client, StackName);
    if (!stack || neverCreated.test(stack.StackStatus ?? '')) return undefined;
    const { TemplateBody } = await client.send(new GetTemplateCommand({ StackName }));
    return TemplateBody;
  });
}

/** @returns the name of the bucket that the framework has made in the stack, if there is one. */
export async function findBucket(
  config: CloudFormationClientConfig,
  stack: string,
): Promise<string | undefined> {
  const bucket = await withClient(config, (client) => findResource(client, stack, bucketId));
  return bucket?.PhysicalResourceId;
}

/**
 * Detects a changed table name: CloudFormation would replace the table with a new, empty one.
 *
 * @returns the current name of the stack's table, if the template would replace it.
 */
export async function replacedTable(
  config: CloudFormationClientConfig,
  stack: string,
  resources: Readonly<Record<string, object>>,
): Promise<string | undefined> {
  const { TableName } = membersOf(membersOf(resources[tableId])['Properties']);
  if (TableName === undefined) return undefined;
  const found = await withClient(config, (client) => findResource(client, stack, tableId));
  const { PhysicalResourceId, ResourceStatus = '' } = found ?? {};
  const isLeft = ResourceStatus.startsWith('DELETE_');
  return isLeft || PhysicalResourceId === TableName ? undefined : PhysicalResourceId;
}

/** The member `custom.headwater.rollback` of serverless.yml. */
export interface RollbackSettings {
  /** The logical ids. */
  readonly alarms: readonly string[];
  /**
   * The minutes of monitoring after an update, during which CloudFormation still reports it as in progress; 0 disables
   * it. A text if `--param` sets it.
   */
  readonly minutes: number | string;
}

/**
 * The alarms that roll an update back. A first deployment has none.
 *
 * @param stack that has the alarms.
 * @returns undefined if monitoring is disabled or no alarm exists yet.
 */
export async function rollbackConfiguration(
  config: CloudFormationClientConfig,
  stack: string,
  { alarms, minutes }: RollbackSettings,
): Promise<object | undefined> {
  const MonitoringTimeInMinutes = Number(minutes);
  if (MonitoringTimeInMinutes === 0) return undefined;
  // Looks each alarm up on its own, since a list of all resources ends after 100.
  const found = await withClient(config, (client) =>
    Promise.all(alarms.map((alarm) => findResource(client, stack, alarm))),
  );
  const RollbackTriggers = found.flatMap((resource) => {
    // arn:aws:cloudformation:us-east-1:123456789012:stack/…
    const [, partition, , region, account] = resource?.StackId?.split(':') ?? [];
    if (!resource?.PhysicalResourceId) return [];
    const Arn = `arn:${partition}:cloudwatch:${region}:${account}:alarm:${resource.PhysicalResourceId}`;
    return [{ Arn, Type: 'AWS::CloudWatch::Alarm' }];
  });
  return RollbackTriggers.length === 0 ? undefined : { RollbackTriggers, MonitoringTimeInMinutes };
}

/**
 * Finds the stacks that import from another one, which cannot be removed before them.
 *
 * @returns the sorted names; empty if the stack does not exist.
 */
export function importingStacks(config: CloudFormationClientConfig, stack: string): Promise<string[]> {
  return withClient(config, async (client) => {
    const names = new Set<string>();
    for (const { ExportName } of (await outputsOf(client, stack)) ?? [])
      if (ExportName !== undefined) for (const name of await importersOf(client, ExportName)) names.add(name);
    return [...names].toSorted();
  });
}

/** CloudFormation reports an export that nobody imports as an error. */
async function importersOf(client: CloudFormationClient, ExportName: string): Promise<string[]> {
  const names: string[] = [];
  const read = async () => {
    for await (const { Imports = [] } of paginateListImports({ client }, { ExportName }))
      names.push(...Imports);
  };
  await read().catch(undefinedIf(/is not imported by any stack/));
  return names;
}

/** @returns undefined if there is no such stack. */
async function outputsOf(client: CloudFormationClient, stack: string): Promise<Output[] | undefined> {
  const found = await findStack(client, stack);
  return found && (found.Outputs ?? []);
}

/** @returns undefined if there is no such stack: one that has been removed has no name any more. */
async function findStack(client: CloudFormationClient, StackName: string): Promise<Stack | undefined> {
  const described = await client
    .send(new DescribeStacksCommand({ StackName }))
    .catch(undefinedIf(/does not exist/));
  return described?.Stacks?.[0];
}

/** @returns undefined if there is no such stack, or no such resource in it. */
async function findResource(
  client: CloudFormationClient,
  StackName: string,
  LogicalResourceId: string,
): Promise<StackResourceDetail | undefined> {
  const described = await client
    .send(new DescribeStackResourceCommand({ StackName, LogicalResourceId }))
    .catch(undefinedIf(/does not exist/));
  return described?.StackResourceDetail;
}

async function withClient<T>(
  config: CloudFormationClientConfig,
  use: (client: CloudFormationClient) => Promise<T>,
): Promise<T> {
  const client = new CloudFormationClient(config);
  try {
    return await use(client);
  } finally {
    client.destroy();
  }
}

function undefinedIf(message: RegExp): (error: unknown) => undefined {
  return (error) => {
    if (!(error instanceof Error && message.test(error.message))) throw error;
  };
}
