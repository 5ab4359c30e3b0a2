/** Finds archives in the bucket of a stack that no kept deployment needs. */

import { GetObjectCommand, paginateListObjectsV2, S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';
import { archiveFolder } from '../../compile/aws/functions/archive-names.ts';

interface StackFolder {
  readonly bucket: string;
  /** The folder of the stack, without a slash at the end. */
  readonly folder: string;
}

const templateName = /\/compiled-cloudformation-template\.json$/;

/**
 * @param removed The keys of old deployments that are about to be removed.
 * @returns the keys of the archives that only those deployments use.
 */
export async function unneededArchives(
  config: S3ClientConfig,
  { bucket, folder }: StackFolder,
  removed: ReadonlySet<string>,
): Promise<string[]> {
  const client = new S3Client(config);
  const listed = { Bucket: bucket, Prefix: `${folder}/` };
  try {
    const keys: string[] = [];
    for await (const { Contents = [] } of paginateListObjectsV2({ client }, listed))
      keys.push(...Contents.flatMap(({ Key }) => Key ?? []));
    const templates: string[] = [];
    for (const Key of keys.filter((key) => templateName.test(key) && !removed.has(key))) {
      const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key }));
      templates.push((await Body?.transformToString()) ?? '');
    }
    const archives = keys.filter((key) => key.startsWith(`${folder}/${archiveFolder}/`));
    return archives.filter((key) => !templates.some((text) => text.includes(`"${key}"`)));
  } finally {
    client.destroy();
  }
}
