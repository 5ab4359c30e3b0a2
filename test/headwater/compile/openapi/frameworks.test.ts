/**
 * Documents that frameworks make (test/headwater/compile/openapi/frameworks): each is accepted as it is, and its operations take a valid request.
 *
 * @module-tag descriptors
 */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isError } from '../../../../lib/headwater/compile/source/diagnostic.ts';
import { answerExamples } from '../../../support/answer-examples.ts';
import { planDocument } from '../../../support/plan-document.ts';
import { repository } from '../../../support/repository.ts';

const folder = join(repository, 'test/headwater/compile/openapi/frameworks');
const names = readdirSync(folder).filter((name) => name.endsWith('.json'));

test('there are documents of at least eight frameworks', () => {
  expect(new Set(names.map((name) => name.split(/-\d/)[0])).size).toBeGreaterThanOrEqual(8);
});

test.each(names)('%s is read as it is', (name) => {
  const { diagnostics } = planDocument(readFileSync(join(folder, name), 'utf8'), name);
  expect(diagnostics.filter(isError)).toEqual([]);
});

test.each(names)('%s answers every operation', { timeout: 300_000 }, async (name) => {
  const text = readFileSync(join(folder, name), 'utf8');
  const { paths } = JSON.parse(text) as { readonly paths: Readonly<Record<string, object>> };
  const operations = Object.values(paths).flatMap((each) =>
    Object.keys(each).filter((key) => key !== 'parameters'),
  );
  expect(await answerExamples(name, text)).toBe(operations.length);
});
