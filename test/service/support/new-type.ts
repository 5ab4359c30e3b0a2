/** The type of preprocessor that lib/service/CONTRIBUTING.md adds. */

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { filesIn } from '../../support/documentation.ts';
import { writeFiles } from '../../support/project.ts';
import { repository } from '../../support/repository.ts';

const typePath = 'lib/service/preprocessors/types/reverse.ts';
const registryPath = 'lib/service/preprocessors/engine/registry.ts';

export interface NewType {
  readonly source: string;
  /** What the registry gets. */
  readonly lines: readonly string[];
}

export async function readNewType(): Promise<NewType> {
  const files = filesIn(await readFile(join(repository, 'lib/service/CONTRIBUTING.md'), 'utf8'));
  const lines = files.get('lines')?.trim().split('\n') ?? [];
  return { source: files.get(typePath) ?? '', lines };
}

/** Adds the type to a copy of the project, next to `trim`. */
export async function addNewType(folder: string, { source, lines }: NewType): Promise<void> {
  let registry = await readFile(join(repository, registryPath), 'utf8');
  for (const line of lines) {
    const neighbour = line.replaceAll('reverse', 'trim');
    if (registry.split(neighbour).length !== 2) throw new Error(`The registry has no single ${neighbour}`);
    registry = registry.replace(neighbour, `${neighbour}\n${line}`);
  }
  await writeFiles(folder, { [typePath]: source });
  await writeFile(join(folder, registryPath), registry);
}
