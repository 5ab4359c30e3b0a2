/** Queries and their access plans. */

import { expect, test } from 'vitest';
import type { AccessPath } from '../../../lib/headwater/data/search/table-index/combine-plans.ts';
import { planQuery } from '../../../lib/headwater/data/search/table-index/query-plan.ts';
import { firstId, lastId } from '../../../lib/headwater/data/store/ids.ts';
import { parseQuery } from '../../../lib/headwater/shared/query/parse-query.ts';
import { sourceType } from '../../../lib/service/sources/source-fields.ts';

/** `a & b - c`, `a | b`, `a*`, `a?` if not exact, `a[low..high]` without the last digits of a bound. */
function shown(path: AccessPath): string {
  if (path.kind === 'all')
    return `(${[path.of.map(shown).join(' & '), ...path.without.map(shown)].join(' - ')})`;
  if (path.kind === 'needsRecheck') return `${shown(path.of)}?`;
  if (path.kind === 'any') return path.of.length === 0 ? 'nothing' : `(${path.of.map(shown).join(' | ')})`;
  const { low, high } = path.range;
  const bounds = `${low.replace(/0+$/, '')}..${high.replace(/f+$/, '')}`;
  const range = low === firstId && high === lastId ? '' : `[${bounds}]`;
  if (path.kind === 'values') return `${path.term}${range}`;
  return `${path.kind === 'term' ? path.term : `${path.of}/${path.prefix}*`}${range}`;
}

const day = '6955b9';
const endOfDay = '69570a7';

const rows: readonly [query: string, path: string, isExact: boolean][] = [
  ['', 's', true],
  ['*', 's', true],
  ['created:*', 's', true],
  ['tags:Web', 't/web', true],
  ['web', '(w/web | t/web)', true],
  ['"web log"', '((w/web & w/log)? | t/web log)', false],
  ['tags:"web log"', 't/web log', true],
  ['"?!"', 't/?!', true],
  ['name:web', 'w/web?', false],
  ['we*', '(w/we* | t/we*)', true],
  ['tags:we*', 't/we*', true],
  ['name:we*', 'w/we*?', false],
  ['web-lo*', '((w/web & w/lo*)? | t/web-lo*)', false],
  ['web-*', '(w/web? | t/web-*)', false],
  ['preprocessors.type:csv', 'p/csv', true],
  ['preprocessors.type:cs*', 'p/cs*', true],
  ['format:csv', 's?', false],
  ['name:*', 's?', false],
  ['tags:a tags:b', '(t/a & t/b)', true],
  ['tags:a format:csv', 't/a?', false],
  ['tags:a OR tags:b', '(t/a | t/b)', true],
  ['tags:a OR format:csv', 's?', false],
  ['tags:a (tags:b OR tags:c)', '(t/a & (t/b | t/c))', true],
  ['NOT tags:a', '(s - t/a)', true],
  ['NOT format:csv', 's?', false],
  ['tags:a NOT tags:b -tags:cd*', '(t/a - t/b - t/cd*)', true],
  ['tags:a -format:csv', 't/a?', false],
  ['tags:a OR name:a', '(t/a | w/a?)', false],
  ['tags:a (tags:b OR name:b)', '(t/a & (t/b | w/b?))?', false],
  ['_id:web OR (tags:a format:csv)', 't/a?', false],
  ['NOT (tags:a OR name:a)', 's?', false],
  ['tags:a OR NOT tags:b', '(t/a | (s - t/b))', true],
  ['NOT (tags:a tags:b)', '(s - (t/a & t/b))', true],
  ['NOT (tags:a NOT tags:b)', '(s - (t/a - t/b))', true],
  ['created:>=2026-01-01 NOT tags:a', `(s[${day}..] - t/a)`, true],
  ['NOT created:>=2026-01-01', `(s - s[${day}..])`, true],
  ['created:2026-01-01', `s[${day}..${endOfDay}]`, true],
  ['tags:a created:>=2026-01-01', `t/a[${day}..]`, true],
  ['(tags:a OR tags:b) created:>=2026-01-01', `(t/a[${day}..] | t/b[${day}..])`, true],
  ['tags:a OR created:>=2026-01-01', `(t/a | s[${day}..])`, true],
  ['created:>2026 created:<2026', 'nothing', true],
  ['created:<1969', 'nothing', true],
  ['created:>=2200', 'nothing', true],
  ['_id:6955b9003e7fedcba9876543', 's[6955b9003e7fedcba9876543..6955b9003e7fedcba9876543]', true],
  ['_id:6955*', 's[6955..6955]', true],
  ['_id:web', 'nothing', true],
  ['_id:web tags:a', 'nothing', true],
  ['_id:web OR tags:a', 't/a', true],
];

test.each(rows)('%j is %s', (text, path, isExact) => {
  const query = parseQuery(text, { fields: sourceType.fields, now: 0 });
  const plan = planQuery(sourceType, query);
  expect([shown(plan.path), plan.isExact]).toEqual([path, isExact]);
});
