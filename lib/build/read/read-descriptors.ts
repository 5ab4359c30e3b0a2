/** Reads the descriptors folder: the listing and one file per resource. */

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Problem } from '../problem.ts';
import { type DescriptorFile, parseDescriptor } from './descriptor-file.ts';

const listingFileName = 'api-docs.json';

export interface Descriptors {
  readonly listing?: DescriptorFile;
  /** By resource name, which is the file name without `.json`; sorted by it. */
  readonly resources: ReadonlyMap<string, DescriptorFile>;
  readonly problems: readonly Problem[];
}

/** Never throws for what is in the folder: what cannot be read is a problem. */
export async function readDescriptors(projectFolder: string, folder: string): Promise<Descriptors> {
  const problems: Problem[] = [];
  const resources = new Map<string, DescriptorFile>();
  let listing: DescriptorFile | undefined;
  for (const name of await listFiles(projectFolder, folder, problems)) {
    const path = `${folder}/${name}`;
    const text = await readText(projectFolder, path, problems);
    if (text === undefined) continue;
    const parsed = parseDescriptor(path, text);
    problems.push(...parsed.problems);
    if (!parsed.file) continue;
    if (name === listingFileName) listing = parsed.file;
    else resources.set(name.slice(0, -'.json'.length), parsed.file);
  }
  return listing ? { listing, resources, problems } : { resources, problems };
}

async function listFiles(projectFolder: string, folder: string, problems: Problem[]): Promise<string[]> {
  const names = await readdir(join(projectFolder, folder)).catch(() => undefined);
  if (!names) problems.push(fileProblem(folder, 'no folder that can be read', 'a folder of descriptors'));
  if (names && !names.includes(listingFileName)) {
    const accepted = 'the general part of the API: apiVersion, basePath and what else you like';
    problems.push(fileProblem(`${folder}/${listingFileName}`, 'no such file', accepted));
  }
  return (names ?? []).filter((name) => name.endsWith('.json')).toSorted();
}

async function readText(
  projectFolder: string,
  path: string,
  problems: Problem[],
): Promise<string | undefined> {
  try {
    return await readFile(join(projectFolder, path), 'utf8');
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? 'unknown';
    problems.push(fileProblem(path, `a file that cannot be read (${reason})`, 'a readable JSON file'));
    return undefined;
  }
}

function fileProblem(file: string, found: string, accepted: string): Problem {
  return { code: 'E-FILE', file, pointer: '', line: 1, column: 1, found, accepted };
}
