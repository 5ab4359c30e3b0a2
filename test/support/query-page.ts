/** The tables of a page about queries. */

import { expect } from 'vitest';
import type { SearchFields } from '../../lib/headwater/shared/query/fields.ts';
import { parseQuery } from '../../lib/headwater/shared/query/parse-query.ts';

/** The rows of the table with this heading: the codes in its first column, and its second column. */
export function rowsIn(page: string, heading: string): [codes: string[], second: string][] {
  const [, table = ''] = new RegExp(`^\\| ${heading} \\|.*\\n.*\\n((?:\\|.*\\n)+)`, 'm').exec(page) ?? [];
  const rows = [...table.matchAll(/^\| (`.*?`) \| (.*?) \|/gm)];
  return rows.map(([, first = '', second = '']) => [codesOf(first), second.replaceAll('\\\\', '\\')]);
}

function codesOf(column: string): string[] {
  return [...column.matchAll(/`(.+?)`/g)].map(([, code = '']) => code.replaceAll('\\|', '|'));
}

/** Expects that the examples are queries of such documents, and that the table of fields lists theirs. */
export function expectQueriesShown<Document>(page: string, { fields }: SearchFields<Document>): void {
  const queries = rowsIn(page, 'query \\| finds').flatMap(([codes]) => codes);
  expect(queries.length).toBeGreaterThan(4);
  for (const query of queries) expect(parseQuery(query, { fields, now: Date.now() }), query).toBeDefined();

  const words = {
    keyword: 'whole',
    text: 'by words',
    date: 'as dates',
    integer: 'as an integer',
    decimal: 'as a decimal',
  };
  const documented = rowsIn(page, 'field').flatMap(([codes, compares]) =>
    codes.map((name) => [name, compares]),
  );
  const declared = [...fields].map(([name, { kind }]) => [name, words[kind]]);
  expect(documented.toSorted()).toEqual(declared.toSorted());
}
