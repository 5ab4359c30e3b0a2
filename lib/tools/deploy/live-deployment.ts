/** Which deployment of a stack is live: the newest in its bucket is not, after a rollback or a failure. */

import { isDeepStrictEqual } from 'node:util';
import {
  CloudFormationClient,
  DescribeStackResourceCommand,
  GetTemplateCommand,
} from '@aws-sdk/client-cloudformation';
import { GetObjectCommand, paginateListObjectsV2, S3Client } from '@aws-sdk/client-s3';

/** The folder of a deployment begins with its timestamp. */
const templateKey = /\/(\d+)-[^/]+\/compiled-cloudformation-template\.json$/;

/**
 * @returns what `serverless rollback --timestamp` takes; undefined if the stack does not exist, or its bucket has no
 *   deployment with the live template.
 */
export async function findLiveDeployment(StackName: string): Promise<string | undefined> {
  const client = new CloudFormationClient();
  try {
    const { TemplateBody = '' } = await client.send(new GetTemplateCommand({ StackName }));
    const bucket = { StackName, LogicalResourceId: 'ServerlessDeploymentBucket' };
    const { StackResourceDetail } = await client.send(new DescribeStackResourceCommand(bucket));
    const Bucket = StackResourceDetail?.PhysicalResourceId;
    return Bucket === undefined ? undefined : await newestWith(JSON.parse(TemplateBody), Bucket);
  } catch (error) {
    if (error instanceof Error && /does not exist/.test(error.message)) return undefined;
    throw error;
  } finally {
    client.destroy();
  }
}

async function newestWith(template: unknown, Bucket: string): Promise<string | undefined> {
  // An address that names the bucket in its path: AWS and its emulators take it.
  const client = new S3Client({ forcePathStyle: true });
  try {
    const keys: string[] = [];
    for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket }))
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
