/** The programs that docs/service/engine.md and the README of the package show, run as they are written. */

import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { examplesIn } from '../support/documentation.ts';
import { bundleEnginePage, enginePage, runIn, writeEnginePage } from '../support/engine-page.ts';
import { repository } from '../support/repository.ts';

let folder: string;

beforeAll(async () => {
  folder = await writeEnginePage();
});

test('the script of the page prints what the page shows', async () => {
  const [example] = examplesIn(enginePage);
  const { stdout, stderr } = await runIn(folder, example?.command ?? '');
  expect(stdout.trim()).toBe(example?.shown);
  expect(stderr.trim()).toBe('message is not a line of an access log.');
});

test('the example of the README logs what its last line says', async () => {
  const readme = await readFile(join(repository, 'lib/ingest/README.md'), 'utf8');
  const [, text = ''] = /```ts\n(.*?)```/s.exec(readme) ?? [];
  await writeFile(join(folder, 'example.ts'), text);
  const { stdout } = await runIn(folder, 'node example.ts');
  const [, shown] = /^\/\/ (.*)$/m.exec(text) ?? [];
  expect(stdout.trim()).toBe(shown);
});

test('the programs have no mistake of types, and the page is bundled', { tags: ['project'] }, async () => {
  const config = {
    extends: join(repository, 'tsconfig.json'),
    compilerOptions: { lib: ['es2025', 'dom'], typeRoots: [join(repository, 'node_modules/@types')] },
    files: ['documents.ts', 'page.ts', 'worker.ts'],
    include: [],
  };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config));
  await runIn(folder, 'tsc --project tsconfig.json');
  await bundleEnginePage(folder);
  expect(await readdir(folder)).toEqual(expect.arrayContaining(['page.js', 'worker.js']));
});
