/** A copy of this project with few operations. */

import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { copyProject } from '../../support/local-service.ts';

interface Api {
  readonly path: string;
  readonly operations: readonly { readonly nickname: string }[];
}

/** This project with the operations of sources that tests call: all others would only take time to build. */
export async function copySourceProject(): Promise<string> {
  const folder = await copyProject();
  await keepSources(folder);
  return folder;
}

/** Removes the other operations, and their handlers, from a copy of this project. */
export async function keepSources(folder: string): Promise<void> {
  await keepPaths(folder, 'source', ['/source', '/source/{id}']);
  // Sources ask whether streams use them.
  await keepPaths(folder, 'stream', ['/stream']);
  // The listing names them.
  await keepPaths(folder, 'pipeline', ['/pipeline']);
  await keepPaths(folder, 'preprocessor', ['/preprocessor']);
}

async function keepPaths(folder: string, resource: string, paths: readonly string[]): Promise<void> {
  const file = join(folder, 'descriptors', `${resource}.json`);
  const {
    'x-schedules': _schedules,
    'x-consumers': _consumers,
    apis,
    ...declaration
  } = JSON.parse(await readFile(file, 'utf8'));
  const kept: readonly Api[] = apis.filter(({ path }: Api) => paths.includes(path));
  await writeFile(file, JSON.stringify({ ...declaration, apis: kept }, null, 2));
  const named = new Set(kept.flatMap(({ operations }) => operations.map(({ nickname }) => `${nickname}.ts`)));
  const handlers = join(folder, 'handlers', resource);
  for (const name of await readdir(handlers)) if (!named.has(name)) await rm(join(handlers, name));
}
