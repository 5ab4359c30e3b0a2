/** Members of unknown values are read as unknown: `Object(value)` would be `any`, and every mistake with it compiles. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repository } from '../support/repository.ts';
import { sourceFilesIn } from '../support/source-files.ts';

const written = ['lib', 'handlers'];

test('no module calls Object', async () => {
  const files = (await Promise.all(written.map(sourceFilesIn))).flat();
  expect(files.length).toBeGreaterThan(300);
  const calls = files.map(async ({ path }) => {
    const lines = (await readFile(join(repository, path), 'utf8')).split('\n');
    return lines.flatMap((line, index) =>
      /(?:^|\.\.\.|[^.\w])Object\(/.test(line) ? [`${path}:${index + 1}`] : [],
    );
  });
  const found = (await Promise.all(calls)).flat();
  expect(found, 'read it with membersOf of lib/headwater/shared/json/is-object.ts').toEqual([]);
});
