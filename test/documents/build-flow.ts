/** The flow of a build, from lib/headwater/ARCHITECTURE.md and the codes that the folders of the compiler report. */

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { diagnosticCodes } from '../../lib/headwater/compile/source/diagnostic.ts';
import { repository } from '../support/repository.ts';
import type { Flow, FlowRow } from './draw-flow.ts';

export async function buildFlow(): Promise<Flow> {
  const page = await readFile(join(repository, 'lib/headwater/ARCHITECTURE.md'), 'utf8');
  const build = page.slice(page.indexOf('## Build'), page.indexOf('## Run'));
  const stages = [...build.matchAll(/^ {6}-> ([\w/-]+) +(.+)$/gm)];
  const rows = await Promise.all(
    stages.map(async ([, part = '', text = '']): Promise<FlowRow> => {
      return { title: part, text, others: await errorsOf(part) };
    }),
  );
  return {
    title: 'A build: descriptors and handlers become functions, or a list of all problems and nothing else',
    othersTitle: 'or reports',
    rows: [
      { title: 'descriptors/, handlers/', text: 'what people write', isEnd: true },
      ...rows,
      {
        title: '.generated/',
        text: 'functions, archives, types, documents: all that is deployed',
        isEnd: true,
      },
    ],
  };
}

/** The errors whose codes occur in the files of a folder, without subfolders that are stages themselves. */
async function errorsOf(part: string): Promise<string[]> {
  const folder = join(repository, 'lib/headwater', part);
  const entries = await readdir(folder, {
    withFileTypes: true,
    recursive: part.startsWith('compile/') && part !== 'compile/aws',
  }).catch(() => []);
  const files = entries.filter(
    (entry) => entry.isFile() && entry.name.endsWith('.ts') && entry.name !== 'diagnostic.ts',
  );
  const texts = await Promise.all(
    files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'utf8')),
  );
  return diagnosticCodes.filter(
    (code) => code.startsWith('E-') && texts.some((text) => text.includes(`'${code}'`)),
  );
}
