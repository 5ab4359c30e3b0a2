/** Archives of functions have names by their content, so that a deployment updates what has changed, and nothing else. */

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { hashLength } from '../names.ts';

/** Parts of CloudFormation's template. */
export interface CodeTemplate {
  readonly Resources: Readonly<Record<string, CodeResource>>;
}

interface CodeResource {
  readonly Type: string;
  readonly Properties?: { readonly FunctionName?: unknown; readonly Code?: { S3Key?: unknown } };
}

/** @returns such as `source-list-1f0c….zip` */
export async function archiveName(path: string): Promise<string> {
  const hash = createHash('sha256')
    .update(await readFile(path))
    .digest('hex');
  return `${basename(path, '.zip')}-${hash.slice(0, hashLength)}.zip`;
}

/**
 * Changes the keys of the template.
 *
 * @param archives the paths of the archives, by the full names of their functions.
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
 * By the full names of the functions. Of those that serverless.yml declares itself, osls makes the archives.
 *
 * @param packageFolder where osls leaves them.
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
