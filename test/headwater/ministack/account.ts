/** What the account has: functions, the stream of a table, alarms, and objects in buckets. */

import { CloudWatchClient, DescribeAlarmsCommand, type MetricAlarm } from '@aws-sdk/client-cloudwatch';
import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { LambdaClient, paginateListFunctions } from '@aws-sdk/client-lambda';
import { ListBucketsCommand, paginateListObjectsV2, S3Client } from '@aws-sdk/client-s3';

export interface CodeState {
  /** A new value after each update. */
  readonly revision: string;
  readonly codeHash: string;
  /** The ARN. */
  readonly role: string;
}

/** The state of each function, by name. */
export async function functionsOf(prefix: string): Promise<Map<string, CodeState>> {
  const client = new LambdaClient();
  const states = new Map<string, CodeState>();
  for await (const { Functions = [] } of paginateListFunctions({ client }, {}))
    for (const { FunctionName = '', RevisionId = '', CodeSha256 = '', Role = '' } of Functions)
      if (FunctionName.startsWith(prefix))
        states.set(FunctionName, { revision: RevisionId, codeHash: CodeSha256, role: Role });
  client.destroy();
  return states;
}

/** The ARN of the stream that a table has now. */
export async function streamOf(TableName: string): Promise<string> {
  const client = new DynamoDBClient();
  const { Table: { LatestStreamArn } = {} } = await client.send(new DescribeTableCommand({ TableName }));
  client.destroy();
  if (LatestStreamArn === undefined) throw new Error(`The table ${TableName} has no stream.`);
  return LatestStreamArn;
}

/** The one alarm whose name contains the text. */
export async function alarmLike(text: string): Promise<MetricAlarm> {
  const client = new CloudWatchClient();
  const { MetricAlarms = [] } = await client.send(new DescribeAlarmsCommand());
  client.destroy();
  const found = MetricAlarms.filter(({ AlarmName = '' }) => AlarmName.includes(text));
  const [alarm] = found;
  if (!alarm || found.length > 1) throw new Error(`${found.length} alarms have names like ${text}.`);
  return alarm;
}

/** The keys of all objects of all buckets. */
export async function objectKeys(): Promise<string[]> {
  const client = new S3Client({ forcePathStyle: true });
  const { Buckets = [] } = await client.send(new ListBucketsCommand());
  const keys: string[] = [];
  for (const { Name } of Buckets)
    for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket: Name }))
      keys.push(...Contents.flatMap(({ Key }) => Key ?? []));
  client.destroy();
  return keys;
}
