/** Which deployment of a stack is live: the newest in its bucket is not, after a rollback or a failure. */

import { isDeepStrictEqual } from 'node:util';
import {
  CloudFormationClient,
  type CloudFormationClientConfig,
  DescribeStackResourceCommand,
  GetTemplateCommand,
} from '@aws-sdk/client-cloudformation';
import { GetObjectCommand, paginateListObjectsV2, S3Client } from '@aws-sdk/client-s3';

export interface StackPlace {
  readonly stack: string;
  /** Where serverless.yml names one; else the bucket is a resource of the stack. */
  readonly bucket: string | undefined;
  /** The folder of its deployments in the bucket, without a slash at the end. */
  readonly folder: string;
}

export type LiveDeployment =
  | { readonly state: 'live'; readonly timestamp: string }
  /** The stack does not exist, or has nothing but its bucket: its first deployment has failed. */
  | { readonly state: 'new' }
  /** The bucket has no deployment with the live template. It is undefined if the stack has none. */
  | { readonly state: 'lost'; readonly bucket: string | undefined };

const bucketId = 'ServerlessDeploymentBucket';
/** What the framework creates before the first deployment. */
const firstResources = [bucketId, `${bucketId}Policy`];

/** The folder of a deployment begins with its timestamp. */
const templateKey = /\/(\d+)-[^/]+\/compiled-cloudformation-template\.json$/;

/** @returns the timestamp that `serverless rollback --timestamp` takes, if there is one. @throws an error of AWS. */
export async function findLiveDeployment(
  { stack, bucket: named, folder }: StackPlace,
  config: CloudFormationClientConfig = {},
): Promise<LiveDeployment> {
  const client = new CloudFormationClient(config);
  try {
    const template = await templateOf(client, stack);
    const ids = Object.keys(Object(template?.Resources));
    if (ids.every((id) => firstResources.includes(id))) return { state: 'new' };
    const bucket = named ?? (ids.includes(bucketId) ? await bucketOf(client, stack) : undefined);
    const timestamp = bucket && (await newestWith(template, { bucket, folder, config }));
    return timestamp === undefined ? { state: 'lost', bucket } : { state: 'live', timestamp };
  } finally {
    client.destroy();
  }
}

/** @returns undefined if there is no such stack. */
async function templateOf(
  client: CloudFormationClient,
  StackName: string,
): Promise<{ readonly Resources?: object } | undefined> {
  try {
    const { TemplateBody } = await client.send(new GetTemplateCommand({ StackName }));
    return JSON.parse(TemplateBody || '{}');
  } catch (error) {
    if (error instanceof Error && /does not exist/.test(error.message)) return undefined;
    throw error;
  }
}

async function bucketOf(client: CloudFormationClient, StackName: string): Promise<string | undefined> {
  const bucket = { StackName, LogicalResourceId: bucketId };
  const { StackResourceDetail } = await client.send(new DescribeStackResourceCommand(bucket));
  return StackResourceDetail?.PhysicalResourceId;
}

interface Folder {
  readonly bucket: string;
  readonly folder: string;
  readonly config: object;
}

async function newestWith(
  template: unknown,
  { bucket: Bucket, folder, config }: Folder,
): Promise<string | undefined> {
  // An address that names the bucket in its path: AWS and its emulators take it.
  const client = new S3Client({ ...config, forcePathStyle: true });
  try {
    const keys: string[] = [];
    for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket, Prefix: `${folder}/` }))
      keys.push(...Contents.flatMap(({ Key = '' }) => (templateKey.test(Key) ? Key : [])));
    for (const Key of keys.toSorted().toReversed()) {
      const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }));
      const text = (await Body?.transformToString()) ?? 'null';
      if (isDeepStrictEqual(JSON.parse(text), template)) return templateKey.exec(Key)?.[1];
    }
    return undefined;
  } finally {
    client.destroy();
  }
}
