/** `npx headwater suggest`: the source on standard output, what was found on standard error. */

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { cleanUp } from '../../support/clean-up.ts';
import { commandNamed } from '../../support/command.ts';

const run = commandNamed('suggest');
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headwater-suggest-'));
  cleanUp(() => rm(folder, { recursive: true, force: true }));
});

async function suggestFor(name: string, content: string) {
  const path = join(folder, name);
  await writeFile(path, content);
  return run([path]);
}

test('a log becomes a source, with the fields of its documents', async () => {
  const lines = Array.from(
    { length: 12 },
    (_, index) => `2026-01-02 10:00:${10 + index} 10.0.0.${index} INFO ready ${index}`,
  );
  const { output = '', complaint = '', exitCode } = await suggestFor('shop.log', lines.join('\n'));
  const source = JSON.parse(output);
  expect(exitCode).toBe(0);
  expect(source).toMatchObject({ name: 'shop', format: 'text' });
  expect(source.preprocessors.map(({ type }: { type: string }) => type)).toEqual(['grok', 'date', 'remove']);
  expect(complaint).toMatch(/^Most lines have the same columns\. 12 of 12 records become documents\.$/m);
  expect(complaint).toMatch(/^@timestamp +date /m);
  expect(complaint).toMatch(/^source\.ip +text +guessed +10\.0\.0\./m);
});

test('a file without records, and one that is not there, are refused', async () => {
  await expect(suggestFor('empty.log', '\n')).rejects.toThrow(/empty\.log has no records\./);
  await expect(run([join(folder, 'none')])).rejects.toThrow(/none cannot be read: ENOENT/);
});
