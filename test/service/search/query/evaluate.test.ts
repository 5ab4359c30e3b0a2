/** The sources that a query finds. */

import { expect, test } from 'vitest';
import { evaluate } from '../../../../lib/headwater/shared/query/evaluate.ts';
import { parseQuery } from '../../../../lib/headwater/shared/query/parse-query.ts';
import { sourceType } from '../../../../lib/service/sources/source-fields.ts';
import type { SourceRecord } from '../../../../lib/service/sources/source-record.ts';

const now = Date.parse('2026-03-31T12:00:00.500Z');

const log: SourceRecord = {
  _id: '54a48e000005a7b8c9d0e1f2',
  created: '2015-01-01T00:00:00.000Z',
  updated: '2026-03-31T12:00:00.499Z',
  revision: 7,
  name: 'Access_log of the front-end',
  description: 'What nginx writes: one line per request. Caf\u00e9 \u039f\u0394\u039f\u03a3\u0391',
  tags: ['Web', 'nginx', 'team: front end', 'env:prod'],
  format: 'json',
  preprocessors: [{ type: 'grok' }, { type: 'date' }],
};
const mail: SourceRecord = {
  _id: '54a48dff3e75a7b8c9d0e1f2',
  created: '2014-12-31T23:59:59.999Z',
  updated: '2026-03-31T12:00:00.501Z',
  revision: 1,
  description: '',
  tags: ['web log', '---', '\u{1f600}'],
  format: 'csv',
  preprocessors: [],
};
const bare: SourceRecord = {
  _id: '69c27cc01f4571a862ded039',
  created: '2026-03-24T12:00:00.500Z',
  updated: '2026-03-24T12:00:00.500Z',
  revision: 2,
  name: 'log',
  tags: [],
  format: 'csv',
  preprocessors: [{ type: 'csv' }],
};
const sources = { log, mail, bare };

const rows: readonly [query: string, found: readonly (keyof typeof sources)[]][] = [
  ['', ['log', 'mail', 'bare']],
  ['*', ['log', 'mail', 'bare']],
  ['NOT *', []],
  ['web', ['log']],
  ['WEB', ['log']],
  ['log', ['log', 'bare']],
  ['"web log"', ['mail']],
  ['web log', ['log']],
  ['web OR log', ['log', 'bare']],
  ['web\\ log', ['mail']],
  ['-web', ['mail', 'bare']],
  ['-web -log', ['mail']],
  ['\\-\\-\\-', ['mail']],
  ['\u{1f600}', ['mail']],
  ['end', ['log']],
  ['front-end', ['log']],
  ['"front end"', ['log']],
  ['"end front"', []],
  ['"the end"', []],
  ['line-per-request', ['log']],
  ['"team: front end"', ['log']],
  ['caf\u00e9', ['log']],
  ['CAFE\u0301', ['log']],
  ['cafe', []],
  ['\u03bf\u03b4\u03bf\u03c3*', ['log']],
  ['\u039f\u0394\u039f\u03a3*', ['log']],
  ['fron*', ['log']],
  ['"fron*"', []],
  ['we*', ['log', 'mail']],
  ['front-e*', ['log']],
  ['front-*', ['log']],
  ['request-*', ['log']],
  ['fro-en*', []],
  ['frontend', []],
  ['tags:log', []],
  ['tags:web', ['log']],
  ['tags:"Web Log"', ['mail']],
  ['tags:web*', ['log', 'mail']],
  ['tags:web\\ *', ['mail']],
  ['tags:env:prod', ['log']],
  ['tags:en*', ['log']],
  ['tags:*', ['log', 'mail']],
  ['tags:(web OR "---")', ['log', 'mail']],
  ['name:web', []],
  ['name:log', ['log', 'bare']],
  ['name:access_log', ['log']],
  ['name:*', ['log', 'bare']],
  ['NOT name:*', ['mail']],
  ['description:*', ['log', 'mail']],
  ['description:nginx', ['log']],
  ['format:CSV', ['mail', 'bare']],
  ['format:cs*', ['mail', 'bare']],
  ['csv', []],
  ['preprocessors.type:date', ['log']],
  ['preprocessors.type:(csv grok)', []],
  ['preprocessors.type:(date grok)', ['log']],
  ['preprocessors.type:*', ['log', 'bare']],
  ['_id:69C27CC01F4571A862DED039', ['bare']],
  ['_id:54a48e*', ['log']],
  ['created:2014', ['mail']],
  ['created:2015', ['log']],
  ['created:[2014-12 TO 2015-01]', ['log', 'mail']],
  ['created:{2014-12 TO 2015-01]', ['log']],
  ['created:[2014-12 TO 2015-01}', ['mail']],
  ['created:>2014', ['log', 'bare']],
  ['created:>=2014-12-31T23:59:59.999', ['log', 'mail', 'bare']],
  ['created:>2014-12-31T23:59:59.999', ['log', 'bare']],
  ['created:<2015-01-01T00:00:00.001Z', ['log', 'mail']],
  ['created:<2015-01-01T01+01:00', ['mail']],
  ['created:<=2014-12-31', ['mail']],
  ['created:>=now-7d', ['bare']],
  ['created:>now-7d', []],
  ['updated:<now', ['log', 'bare']],
  ['updated:<=now', ['log', 'bare']],
  ['updated:>now', ['mail']],
  ['created:*', ['log', 'mail', 'bare']],
  ['revision:7', ['log']],
  ['revision:[1 TO 2]', ['mail', 'bare']],
  ['revision:{1 TO 7}', ['bare']],
  ['revision:[2 TO 1]', []],
  ['revision:(1 OR >2)', ['log', 'mail']],
  ['format:csv AND (revision:1 OR name:log) -tags:web', ['mail', 'bare']],
];

test.each(rows)('%s', (text, found) => {
  const query = parseQuery(text, { fields: sourceType.fields, now });
  const names = Object.entries(sources).filter(([, source]) => evaluate(sourceType, query, source));
  expect(names.map(([name]) => name)).toEqual(found);
});

test('a query of another schema throws', () => {
  const query = parseQuery('other:a', { fields: new Map([['other', { kind: 'text' }]]), now });
  expect(() => evaluate(sourceType, query, log)).toThrow('The evaluator has no field other.');
});
