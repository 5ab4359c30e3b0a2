/** Undeclared query parameters, and the names that the problem suggests. */

import { expect, test } from 'vitest';
import { unknownQueryIssues } from '../../../../lib/headwater/run/http/request/explain-request.ts';
import { parseQueryString, unknownNames } from '../../../../lib/headwater/run/http/request/query-string.ts';
import type { InputParameter } from '../../../../lib/headwater/shared/plan/operation-plan.ts';

const parameter = (name: string, synonyms?: readonly string[]): InputParameter => ({
  name,
  place: 'query',
  cast: 'text',
  required: false,
  isList: false,
  ...(synonyms ? { synonyms } : {}),
});
const known = [parameter('size', ['limit', 'per_page']), parameter('from'), parameter('toString')];

const rows: readonly [query: string, names: readonly string[], meant?: string][] = [
  ['', []],
  ['size=1&from=2&size=3&toString=', []],
  ['%73ize=1', []],
  ['limit=5', ['limit'], 'size'],
  ['LIMIT=5', ['LIMIT'], 'size'],
  ['perPage=5', ['perPage'], 'size'],
  ['per-page=5', ['per-page'], 'size'],
  ['Size=5', ['Size'], 'size'],
  ['sise=5', ['sise'], 'size'],
  ['form=5', ['form'], 'from'],
  ['size[]=5', ['size[]'], 'size'],
  ['utm_source=x', ['utm_source']],
  ['x', ['x']],
  ['=5', ['']],
  ['__proto__=1', ['__proto__']],
  ['constructor=1', ['constructor']],
  ['x=1&x=2&y', ['x', 'y']],
];

test.each(rows)('%s', (query, names, meant) => {
  const issues = unknownQueryIssues(unknownNames(parseQueryString(query), known), known);
  expect(issues.map(({ name }) => name)).toEqual(names);
  for (const { code, message, ...others } of issues) {
    expect(others).toMatchObject({ in: 'query' });
    expect(code).toBe('unknown_parameter');
    const suggestion = meant === undefined ? '' : ` (did you mean ${meant}?)`;
    expect(message).toBe(`unknown parameter; expected size, from, toString${suggestion}`);
  }
});

test('an operation without query parameters takes none', () => {
  const issues = unknownQueryIssues(unknownNames(parseQueryString('x=1&size=5&x=2'), []), [
    { ...parameter('x'), place: 'path' },
  ]);
  const message = 'unknown parameter; the query takes none';
  expect(issues).toEqual(
    ['x', 'size'].map((name) => ({ in: 'query', name, code: 'unknown_parameter', message })),
  );
});
