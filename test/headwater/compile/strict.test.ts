/** The setting `strict`: warnings of descriptors are refused like errors. */

import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { build, countRefused } from '../../../lib/headwater/compile/pipeline.ts';
import { listing, makeProject, thing } from '../../support/project.ts';

const handler = `import type { Handle } from '#generated/types/thing/read.ts';

export const handle: Handle = () => ({});
`;
const project = (strict: unknown, operation: Readonly<Record<string, unknown>> = {}) =>
  makeProject(
    {
      'descriptors/api-docs.json': listing,
      'descriptors/thing.json': thing(operation),
      'handlers/thing/read.ts': handler,
    },
    { settings: { strict } },
  );

test('a warning is refused, and nothing is written', async () => {
  const folder = await project(true, { responseClass: undefined });
  const { diagnostics, tree } = await build(folder);
  expect(diagnostics.map(({ code }) => code)).toEqual(['W-RESULT']);
  expect(tree).toBeUndefined();
  expect(countRefused(diagnostics)).toBe('1 warning, which the setting "strict" refuses');
  await expect(access(join(folder, '.generated'))).rejects.toThrow('ENOENT');
});

test('what has no warnings is built', { tags: ['descriptors'] }, async () => {
  const { diagnostics, tree } = await build(await project(true));
  expect([diagnostics, tree?.written.length]).toEqual([[], expect.any(Number)]);
});

test('a value that is no flag is reported', async () => {
  const { diagnostics } = await build(await project('yes'));
  expect(diagnostics.map(({ code, found }) => [code, found])).toEqual([['E-SETTING', '"yes"']]);
});
