/**
 * `@headwater/ingest` from its tarball, and no other package of this repository: in Node.js, and as bundles for browsers.
 *
 * @module-tag project
 */

import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { examplesIn } from '../support/documentation.ts';
import { bundleEnginePage, enginePage, runIn, writeEnginePage } from '../support/engine-page.ts';
import { mapsOf } from '../support/package-maps.ts';
import { installEngine } from '../support/packages.ts';

let folder: string;

beforeAll(async () => {
  folder = await writeEnginePage(installEngine);
});

test('the script of docs/service/engine.md prints what the page shows', async () => {
  const [example] = examplesIn(enginePage);
  expect((await runIn(folder, example?.command ?? '')).stdout.trim()).toBe(example?.shown);
});

test('the example of its README logs what its last line says', async () => {
  const readme = await readFile(join(folder, 'node_modules/@headwater/ingest/README.md'), 'utf8');
  const [, program = ''] = /```ts\n(.*?)```/s.exec(readme) ?? [];
  await writeFile(join(folder, 'example.ts'), program);
  const { stdout } = await runIn(folder, 'node example.ts');
  expect(program).toContain(`console.log(JSON.stringify(results));\n// ${stdout}`);
});

test('a browser gets no module of Node.js', async () => {
  await bundleEnginePage(folder);
  const bundles = (await readdir(folder)).filter((name) => name.endsWith('.js'));
  expect(bundles).toEqual(expect.arrayContaining(['page.js', 'worker.js']));
  const texts = await Promise.all(bundles.map((name) => readFile(join(folder, name), 'utf8')));
  expect(texts.filter((text) => /["']node:/.test(text))).toEqual([]);
});

test('a map names a source in the place of its module, and contains it', async () => {
  const { count, strays } = await mapsOf(join(folder, 'node_modules/@headwater/ingest'));
  expect(count).toBeGreaterThan(50);
  expect(strays).toEqual([]);
});
