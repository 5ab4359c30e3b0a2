/** The type of preprocessor that lib/service/CONTRIBUTING.md adds. */

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { filesIn } from '../../support/documentation.ts';
import { writeFiles } from '../../support/project.ts';
import { repository } from '../../support/repository.ts';

const typePath = 'lib/ingest/types/reverse.ts';
const tablePath = 'lib/ingest/engine/types.table.ts';

export interface NewType {
  readonly source: string;
  /** What the table gets. */
  readonly lines: readonly string[];
}

export async function readNewType(): Promise<NewType> {
  const files = filesIn(await readFile(join(repository, 'lib/service/CONTRIBUTING.md'), 'utf8'));
  const lines = files.get('lines')?.trim().split('\n') ?? [];
  return { source: files.get(typePath) ?? '', lines };
}

/** Adds the type to a copy of the project, next to `trim`. */
export async function addNewType(folder: string, { source, lines }: NewType): Promise<void> {
  const table = (await readFile(join(repository, tablePath), 'utf8')).split('\n');
  for (const line of lines) {
    const neighbour = line.replaceAll('reverse', 'trim');
    const places = table.flatMap((one, index) => (one.trim() === neighbour ? [index] : []));
    const [place, ...others] = places;
    if (place === undefined || others.length > 0) throw new Error(`The table has no single ${neighbour}`);
    table.splice(place + 1, 0, line);
  }
  await writeFiles(folder, { [typePath]: source });
  await writeFile(join(folder, tablePath), table.join('\n'));
}
