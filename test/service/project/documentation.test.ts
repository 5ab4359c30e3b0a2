/** The documentation of the service names every problem that it declares. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { problemsOf } from '../../../lib/headwater/compile/emit/openapi/problem-codes.ts';
import { problemTypePrefix } from '../../../lib/headwater/shared/project-names.ts';
import { codeRows } from '../../support/pages.ts';
import { frameworkSchema, problemSchema } from '../../support/problem-schema.ts';
import { repository } from '../../support/repository.ts';
import { declaredProblems, serviceProblems } from '../support/service-problems.ts';

test('every problem is documented with its status', async () => {
  const page = await readFile(join(repository, 'docs/service/problems.md'), 'utf8');
  const documented = codeRows(page).map(([[code], status]) => [code, Number(status)]);
  expect(documented).toEqual(Object.entries(declaredProblems).map(([code, { status }]) => [code, status]));
});

test('the schemas of problems know their types', () => {
  const typesOf = (problems: ReadonlyMap<string, unknown>) =>
    Array.from(problems.keys(), (code) => `${problemTypePrefix}${code}`);
  const typesIn = (schema: typeof problemSchema) => schema.properties.type.anyOf[0].enum;
  expect(typesIn(frameworkSchema)).toEqual(['about:blank', ...typesOf(problemsOf([]))]);
  expect(typesIn(problemSchema)).toEqual(['about:blank', ...typesOf(serviceProblems)]);
});
