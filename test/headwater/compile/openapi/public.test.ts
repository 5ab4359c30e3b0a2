/**
 * Published documents (test/headwater/compile/openapi/public): each becomes a service whose operations take a valid request, or is refused
 * with the reasons in the file beside it.
 *
 * @module-tag descriptors
 */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  describeDiagnostic,
  isError,
  sortDiagnostics,
} from '../../../../lib/headwater/compile/source/diagnostic.ts';
import { amount } from '../../../support/amount.ts';
import { answerExamples } from '../../../support/answer-examples.ts';
import { planDocument } from '../../../support/plan-document.ts';
import { repository } from '../../../support/repository.ts';

const folder = join(repository, 'test/headwater/compile/openapi/public');
const textOf = (name: string) => readFileSync(join(folder, name), 'utf8');
const names = readdirSync(folder).filter((name) => /\.(?:json|yaml)$/.test(name));

/** The accepted documents, with the number of their operations. */
const accepted: readonly (readonly [name: string, operations: number])[] = [
  ['petstore-3.json', 20],
  ['petstore-3.1.json', 20],
  ['alias.yaml', 1],
  ['petstore-2.json', 20],
  ['encoding-style.json', 1],
  ['callbacks.json', 1],
  ['train-travel.json', 7],
  ['uspto.json', 3],
  ['canada-holidays.json', 6],
  ['alertmanager.yaml', 9],
  ['polymorphism.json', 13],
  ['powerdns.json', 32],
  ['tcgdex.json', 33],
  ['airflow.json', 73],
  ['star-trek.yaml', 120],
];

const refused = names.filter((name) => !accepted.some(([each]) => each === name));

test('there are documents of every version, and reasons for those that are refused', () => {
  expect(names.length).toBeGreaterThanOrEqual(15);
  expect(refused.length).toBeGreaterThan(1);
});

test.each(refused)('%s is refused, with reasons', async (name) => {
  const { diagnostics, service } = planDocument(textOf(name), name);
  expect(service).toBeUndefined();
  const errors = sortDiagnostics(diagnostics.filter(isError)).map(describeDiagnostic);
  await expect(`${errors.join('\n\n')}\n`).toMatchFileSnapshot(join(folder, `${name}.expected.txt`));
});

test.each(accepted)('%s is read: %i operations', (name, operations) => {
  const { diagnostics, functions } = planDocument(textOf(name), name);
  expect(diagnostics.filter(isError).map(describeDiagnostic)).toEqual([]);
  expect(functions.filter(({ kind }) => kind === 'operation')).toHaveLength(operations);
});

const some = accepted.slice(0, amount({ few: 2, many: 2, most: accepted.length }));
test.each(some)(
  '%s answers every operation',
  { tags: ['property'], timeout: 300_000 },
  async (name, operations) => {
    expect(await answerExamples(name, textOf(name))).toBe(operations);
  },
);
