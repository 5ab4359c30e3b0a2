/** Which deployment of a stack is live: the newest in its bucket is not, after a rollback or a failure. */

import { isDeepStrictEqual } from 'node:util';
import type { CloudFormationClientConfig } from '@aws-sdk/client-cloudformation';
import { GetObjectCommand, paginateListObjectsV2, S3Client } from '@aws-sdk/client-s3';
import { bucketId, findBucket, liveTemplate } from './deployed-stack.ts';

export interface StackPlace {
  readonly stack: string;
  /** Undefined if the stack has a bucket of its own. */
  readonly bucket: string | undefined;
  /** The folder of its deployments in the bucket, without a slash at the end. */
  readonly folder: string;
}

export interface LiveDeployment {
  /** Whether the stack has more than its bucket; false before the first deployment that succeeds. */
  readonly isDeployed: boolean;
  /** What `serverless rollback --timestamp` takes; undefined if the bucket has no deployment with the live template. */
  readonly timestamp?: string | undefined;
}

/** What the framework creates before the first deployment. */
const firstResources = [bucketId, `${bucketId}Policy`];

/** The folder of a deployment begins with its timestamp. */
const templateKey = /\/(\d+)-[^/]+\/compiled-cloudformation-template\.json$/;

/** @throws an error of AWS. */
export async function findLiveDeployment(
  { stack, bucket: named, folder }: StackPlace,
  config: CloudFormationClientConfig = {},
): Promise<LiveDeployment> {
  const text = await liveTemplate(config, stack);
  if (text === undefined) return { isDeployed: false };
  const template = parseTemplate(text);
  if (template === undefined) return { isDeployed: true };
  if (Object.keys(template.Resources ?? {}).every((id) => firstResources.includes(id)))
    return { isDeployed: false };
  const bucket = named ?? (await findBucket(config, stack));
  const timestamp = bucket && (await newestWith(template, { bucket, folder, config }));
  return { isDeployed: true, timestamp };
}

interface Template {
  readonly Resources?: object;
}

/**
 * CloudFormation gives back "?" for each character beyond ASCII, so two templates that differ in such characters alone are the
 * same here: https://github.com/aws-cloudformation/cloudformation-coverage-roadmap/issues/1220.
 *
 * @returns undefined if the framework has not written it: it writes JSON.
 */
function parseTemplate(text: string): Template | undefined {
  try {
    return JSON.parse(text.replaceAll(/\P{ASCII}/gu, '?'));
  } catch {
    return undefined;
  }
}

interface Folder {
  readonly bucket: string;
  readonly folder: string;
  readonly config: object;
}

async function newestWith(
  template: Template,
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
      const text = (await Body?.transformToString()) ?? '';
      if (isDeepStrictEqual(parseTemplate(text), template)) return templateKey.exec(Key)?.[1];
    }
    return undefined;
  } finally {
    client.destroy();
  }
}
