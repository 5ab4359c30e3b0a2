/** What a browser loads for the workbench, as it is sent. */

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { repository } from '../../support/repository.ts';

const folder = join(repository, '.generated/pages/workbench');

/** The bytes of a module and of all that it imports at once, without those that the browser has seen. */
async function bytesOf(name: string, seen = new Set<string>()): Promise<number> {
  if (seen.has(name)) return 0;
  seen.add(name);
  const content = await readFile(join(folder, `${name}.gz`));
  let bytes = content.length;
  const text = gunzipSync(content).toString();
  for (const [, path = ''] of text.matchAll(/(?:from|import)"\.\/([\w.-]+)"/g))
    bytes += await bytesOf(path, seen);
  return bytes;
}

test('the page, its largest view and its engine are small', async () => {
  const names = (await readdir(folder)).map((name) => name.replace(/\.gz$/, ''));
  const [view = ''] = names.filter((name) => name.startsWith('bench-view'));
  const seen = new Set<string>();
  const sizes = {
    page: await bytesOf('page.js', seen),
    view: await bytesOf(view, seen),
    engine: await bytesOf('worker.js'),
  };
  console.table(sizes);
  expect(sizes.page + sizes.view).toBeLessThan(70_000);
  expect(sizes.engine).toBeLessThan(160_000);
});

test('what few steps need is loaded with them', async () => {
  const names = await readdir(folder);
  const lazy = ['geo-database', 'grok-rare-patterns', 'read-xml', 'split-domain', 'strip-html', 'user-agent'];
  for (const part of lazy)
    expect(
      names.filter((name) => name.startsWith(`${part}-`)),
      part,
    ).toHaveLength(1);
});
