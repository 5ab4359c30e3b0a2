/** Names archives of functions by their content, so that a deployment updates only changed functions. */

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';

/** The length of the hash in an archive's name, in hexadecimal digits: 128 bits of SHA-256. */
export const hashLength = 32;

/** The folder of archives below the stack's folder in the bucket, beside the archives that osls names by time. */
export const archiveFolder = 'code';

/** The parts of the CloudFormation template that refer to code. */
export interface CodeTemplate {
  readonly Resources: Readonly<Record<string, CodeResource>>;
}

interface CodeResource {
  readonly Type: string;
  readonly Properties?: { readonly FunctionName?: unknown; readonly Code?: { S3Key?: unknown } };
}

/** @returns a name such as `bookmark-list-1f0c….zip`. */
export async function archiveName(path: string): Promise<string> {
  const hash = createHash('sha256')
    .update(await readFile(path))
    .digest('hex');
  return `${basename(path, '.zip')}-${hash.slice(0, hashLength)}.zip`;
}

/**
 * Changes the archive keys in the template.
 *
 * @param archives The paths of the archives, by the full names of their functions.
 */
export async function nameByContent(
  template: CodeTemplate,
  archives: ReadonlyMap<string, string>,
  folder: string,
): Promise<void> {
  for (const { Type, Properties } of Object.values(template.Resources)) {
    if (Type !== 'AWS::Lambda::Function' || Properties?.Code?.S3Key === undefined) continue;
    const path = archives.get(String(Properties.FunctionName));
    if (path !== undefined) Properties.Code.S3Key = `${folder}/${await archiveName(path)}`;
  }
}

interface PackagedFunction {
  readonly name?: string;
  readonly image?: unknown;
  readonly package?: { readonly artifact?: string };
}

/**
 * The archives by the full names of the functions. osls makes the archives of functions that serverless.yml declares.
 *
 * @param packageFolder The folder in which osls leaves them.
 */
export function archivePaths(
  functions: Readonly<Record<string, PackagedFunction>>,
  serviceFolder: string,
  packageFolder: string,
): ReadonlyMap<string, string> {
  const paths = Object.entries(functions).flatMap(([key, { name = '', image, package: own }]) => {
    const path = own?.artifact ?? `${packageFolder}/${key}.zip`;
    return image === undefined ? [[name, resolve(serviceFolder, path)] as const] : [];
  });
  return new Map(paths);
}
