/**
 * Mistakes of authors: each folder has one in an OpenAPI document, and the whole output of `npx headwater check`. The
 * output names the mistake, not what follows from it.
 */

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { planService } from '../../lib/build/plan/plan-service.ts';
import { check } from '../../lib/tools/import/check.ts';
import { readForeignDescriptors } from '../../lib/tools/import/foreign/read-foreign-descriptors.ts';
import { autofix } from '../../lib/tools/import/scaffold/autofix.ts';
import { repository } from '../support/repository.ts';

const folder = 'test/diagnostics';
const mistakes = readdirSync(join(repository, folder), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

/** Of these, only one reading is possible, or nothing but documents is lost. */
const warnings = [
  'default-of-a-date',
  'default-out-of-enum',
  'default-out-of-range',
  'content-without-a-media-type',
  'enum-of-numbers-with-type-string',
  'format-in-camel-case',
  'limit-as-text',
  'limit-of-numbers-on-a-text',
  'limit-shortened',
  'media-type-misspelt',
  'limit-of-texts-on-a-list',
  'name-in-required-unknown',
  'nickname-copied',
  'nickname-missing',
  'nullable-in-openapi-3.1',
  'path-parameter-optional',
  'path-variable-not-declared',
  'pattern-between-slashes',
  'pattern-with-a-line-end',
  'properties-of-a-list',
  'pattern-with-anchors-of-ruby',
  'scope-misspelt',
  'success-missing',
  'summary-misspelt',
  'text-with-a-comma-in-braces',
  'then-without-if',
];

describe.each(mistakes)('%s', (mistake) => {
  test('is reported, and nothing else', async () => {
    const { output, exitCode } = await check({ path: `${folder}/${mistake}`, strict: false, json: false });
    expect(exitCode).toBe(warnings.includes(mistake) ? 0 : 2);
    await expect(`${output}\n`).toMatchFileSnapshot(join(repository, folder, mistake, 'expected.txt'));
  });
});

/** Their only mistake is a name. */
const renamed = mistakes.filter((name) => /^status-(?!out)|^(?!reference|scheme|scope|type|summary|path|media).*-misspelt/.test(name));

test.each(renamed)('%s is fixed by init --fix', async (mistake) => {
  const root = join(repository, folder, mistake);
  const { foreign } = await autofix(root, await readForeignDescriptors({ folder: root }));
  const { service, diagnostics } = planService(foreign);
  expect(diagnostics).toEqual([]);
  expect(service).toBeDefined();
  expect(renamed.length).toBeGreaterThan(8);
});
