/** The documentation of errors names every error, and no others. */

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { diagnosticMeanings } from '../../../lib/build/source/diagnostic.ts';
import { issueCodes } from '../../../lib/run/http/request/issue.ts';
import { problemTypePrefix } from '../../../lib/shared/errors.ts';
import { markdownPages } from '../../support/pages.ts';
import { problemSchema } from '../../support/problem-schema.ts';
import { repository } from '../../support/repository.ts';
import { serviceProblems } from '../support/service-problems.ts';

/** Rows of a table: the codes in its first column, and its second column. */
function rowsOf(markdown: string): [codes: string[], second: string][] {
  return [...markdown.matchAll(/^\| (`.*?`) +\| (.*?) +\|/gm)].map(([, codes = '', second = '']) => [
    [...codes.matchAll(/`(\w+)`/g)].map(([, code = '']) => code),
    second,
  ]);
}

async function sectionsOfProblems(): Promise<[problems: string, issues: string]> {
  const text = await readFile(join(repository, 'docs/problems.md'), 'utf8');
  const [problems = '', issues = ''] = text.split('## Codes of `errors`');
  return [problems, issues];
}

test('every problem is documented with its status', async () => {
  const [problems] = await sectionsOfProblems();
  const documented = rowsOf(problems).map(([[code], status]) => [code, Number(status)]);
  expect(documented).toEqual([...serviceProblems.values()].map(({ code, status }) => [code, status]));
});

test('the schema of problems knows their types', () => {
  const types = [...serviceProblems.keys()].map((code) => `${problemTypePrefix}${code}`);
  expect(problemSchema.properties.type.anyOf[0].enum).toEqual(['about:blank', ...types]);
});

test('every code of an issue is documented', async () => {
  const [, issues] = await sectionsOfProblems();
  expect(rowsOf(issues).flatMap(([codes]) => codes)).toEqual(issueCodes);
});

test('every problem of a descriptor is documented', async () => {
  const text = await readFile(join(repository, 'docs/descriptor-problems.md'), 'utf8');
  const sections = [...text.matchAll(/^## (\S+)\n\n(.+)/gm)].map(([, code]) => code);
  expect(sections).toEqual(Object.keys(diagnosticMeanings));
});

test('CONTRIBUTING.md describes every folder of tests', async () => {
  const text = await readFile(join(repository, 'CONTRIBUTING.md'), 'utf8');
  const documented = [...text.matchAll(/^\| (`test\/.*?`) +\|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`test\/([\w-]+)/g)].map(([, name = '']) => name),
  );
  const entries = await readdir(join(repository, 'test'), { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  expect(documented.toSorted()).toEqual(folders.toSorted());
});

test.each(await markdownPages())('every row of a table in %s belongs to one', async (page) => {
  const text = await readFile(join(repository, page), 'utf8');
  const tables = [...text.matchAll(/(?:^\|.*\n)+/gm)].map(([rows]) => rows);
  expect(tables.filter((rows) => !/^\|.*\n\|[ :|-]+\|\n/.test(rows))).toEqual([]);
});
