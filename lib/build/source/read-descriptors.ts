/** Reads the descriptors folder of a project: the listing and one file per resource. */

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { DescriptorFile } from './descriptor-file.ts';
import { type Diagnostic, fileDiagnostic } from './diagnostic.ts';
import { descriptorExtension, readDescriptorFile } from './read-file.ts';

const listingName = 'api-docs';

export interface Descriptors {
  readonly listing?: DescriptorFile;
  /** Sorted by resource name, which is the file name without its ending. */
  readonly resources: ReadonlyMap<string, DescriptorFile>;
  /** Names of resources whose file exists but cannot be read. */
  readonly unread?: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Never throws for the content of the folder: a file that cannot be read is a diagnostic. */
export async function readDescriptors(projectFolder: string, folder: string): Promise<Descriptors> {
  const diagnostics: Diagnostic[] = [];
  const files = new Map<string, DescriptorFile | undefined>();
  for (const name of await listFiles(projectFolder, folder, diagnostics)) {
    const path = `${folder}/${name}`;
    const resource = name.replace(descriptorExtension, '');
    if (files.has(resource)) {
      diagnostics.push(
        fileDiagnostic(path, 'E-DUPLICATE', `a second file for ${resource}`, 'JSON or YAML, not both'),
      );
      continue;
    }
    const parsed = await readDescriptorFile(projectFolder, path, folder);
    diagnostics.push(...parsed.diagnostics);
    files.set(resource, parsed.file);
  }
  if (!files.has(listingName)) {
    const accepted = 'the listing: apiVersion, basePath and other general members';
    diagnostics.push(fileDiagnostic(`${folder}/${listingName}.json`, 'E-FILE', 'no such file', accepted));
  }
  const listing = files.get(listingName);
  const resources = [...files].flatMap(([name, file]): [string, DescriptorFile][] =>
    file && name !== listingName ? [[name, file]] : [],
  );
  const unread = [...files].flatMap(([name, file]) => (file ? [] : name));
  return { ...(listing ? { listing } : {}), resources: new Map(resources), unread, diagnostics };
}

async function listFiles(
  projectFolder: string,
  folder: string,
  diagnostics: Diagnostic[],
): Promise<string[]> {
  const names = await readdir(join(projectFolder, folder)).catch(() => undefined);
  if (!names)
    diagnostics.push(fileDiagnostic(folder, 'E-FILE', 'no readable folder', 'a folder of descriptors'));
  return (names ?? []).filter((name) => descriptorExtension.test(name)).toSorted();
}
