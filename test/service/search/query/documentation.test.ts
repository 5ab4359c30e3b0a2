/** docs/headwater/query.md lists the fields of the schema, valid examples, and the errors that are reported. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseQuery } from '../../../../lib/headwater/shared/query/parse-query.ts';
import { sourceType } from '../../../../lib/service/sources/source-fields.ts';
import { repository } from '../../../support/repository.ts';

const context = { fields: sourceType.fields, now: Date.now() };
const text = await readFile(join(repository, 'docs/headwater/query.md'), 'utf8');

/** The rows of the table with this heading: the codes in its first column, and its second column. */
function rowsOf(heading: string): [codes: string[], second: string][] {
  const [, table = ''] = new RegExp(`^\\| ${heading} \\|.*\\n.*\\n((?:\\|.*\\n)+)`, 'm').exec(text) ?? [];
  const rows = [...table.matchAll(/^\| (`.*?`) \| (.*?) \|/gm)];
  return rows.map(([, first = '', second = '']) => [codesOf(first), second.replaceAll('\\\\', '\\')]);
}

function codesOf(column: string): string[] {
  return [...column.matchAll(/`(.+?)`/g)].map(([, code = '']) => code.replaceAll('\\|', '|'));
}

test('every example is a query', () => {
  const queries = rowsOf('query \\| finds').flatMap(([codes]) => codes);
  expect(queries.length).toBeGreaterThan(15);
  for (const query of queries) expect(parseQuery(query, context), query).toBeDefined();
});

test('the fields and their comparisons are those of the schema', () => {
  const words = { keyword: 'whole', text: 'by words', date: 'as dates', integer: 'as an integer' };
  const documented = rowsOf('field').flatMap(([codes, compares]) => codes.map((name) => [name, compares]));
  const fields = [...sourceType.fields].map(([name, { kind }]) => [name, words[kind]]);
  expect(documented.toSorted()).toEqual(fields.toSorted());
});

test('the documented errors are the reported ones', () => {
  const rows = rowsOf('query \\| detail');
  expect(rows.length).toBeGreaterThan(3);
  for (const [[query = ''], detail] of rows) expect(() => parseQuery(query, context), query).toThrow(detail);
  const problem = JSON.parse(/```json\n([^`]*)```/.exec(text)?.[1] ?? '');
  const [, refused = ''] = /^That was `(.*)`\./m.exec(text) ?? [];
  expect(() => parseQuery(refused, context)).toThrow(
    expect.objectContaining({
      code: problem.type.split(':').at(-1),
      status: problem.status,
      message: problem.detail,
      members: { offset: problem.offset },
    }),
  );
});
