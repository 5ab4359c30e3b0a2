/** The documentation of the service names every problem that it declares. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { problemTypePrefix } from '../../../lib/headwater/shared/project-names.ts';
import { codeRows } from '../../support/pages.ts';
import { problemSchema } from '../../support/problem-schema.ts';
import { repository } from '../../support/repository.ts';
import { declaredProblems, serviceProblems } from '../support/service-problems.ts';

test('every problem is documented with its status', async () => {
  const page = await readFile(join(repository, 'docs/service/problems.md'), 'utf8');
  const documented = codeRows(page).map(([[code], status]) => [code, Number(status)]);
  expect(documented).toEqual(Object.entries(declaredProblems).map(([code, { status }]) => [code, status]));
});

test('the schema of problems knows their types', () => {
  const types = [...serviceProblems.keys()].map((code) => `${problemTypePrefix}${code}`);
  expect(problemSchema.properties.type.anyOf[0].enum).toEqual(['about:blank', ...types]);
});
