/**
 * What a filter tells of records is never false of a query that one of them matches: random queries and records, whose
 * values are made of few parts, so that they meet.
 *
 * @module-tag property
 */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { InvalidQuery } from '../../../lib/headwater/shared/query/scanner.ts';
import type { DataRecord } from '../../../lib/ingest/base/record.ts';
import { compileQuery } from '../../../lib/ingest/conditions/condition.ts';
import { mayMatch, pathHash } from '../../../lib/ingest/conditions/record-terms.ts';
import { makeFilter, parseFilter } from '../../../lib/service/streams/log/batch-filter.ts';
import { amount } from '../../support/amount.ts';

/** The filter as a reader gets it. @param packedBytes Fewer make it too small for its terms. */
function filterOf(documents: readonly DataRecord[], packedBytes = 1e6) {
  const item = { sk: '00000000000000', layout: 1, span: 1, at: 1, expiresAt: 2 };
  const filter = parseFilter({ ...item, ...makeFilter({ documents, packedBytes }) });
  if (!filter) throw new Error('The filter cannot be read.');
  return filter;
}

const words = [
  ...[
    'error',
    'Error',
    'ERROR',
    'straße',
    'STRASSE',
    'ﬁn',
    'Ärger',
    'a\u0308rger',
    'ς',
    'Σ',
    'İ',
    'ı',
    '٣',
    '日本',
  ],
  ...[
    '200',
    '200.0',
    '2e2',
    '+200',
    '-0',
    '0',
    '1e400',
    '0x10',
    '12345678901234567890',
    '12345678901234567891',
  ],
  ...[
    '9007199254740993',
    '9007199254740992',
    '1e21',
    '1000000000000000000000',
    '.5',
    '0.50',
    'true',
    'null',
    '',
  ],
  ...[
    '2024',
    '2024-05',
    '2024-05-01',
    '2024-05-01T10:00:00Z',
    '2024-05-01T12:00:00+02:00',
    'now',
    'now-1d',
    'nowhere',
  ],
  ...[
    '10.0.0.1',
    '10.0.0.0/8',
    '::1',
    '::ffff:10.0.0.1',
    '2001:db8::1',
    'prod',
    'non-prod',
    '-',
    '--',
    '...',
    '_',
    '@',
  ],
  ...[
    'constructor',
    '__proto__',
    'a',
    'b',
    'a.b',
    '\u00a0',
    '\u3000x',
    '\ufeff',
    '\u0301',
    '\u200b',
    'x'.repeat(40),
  ],
];
const spaces = [' ', '  ', '\t', '\n', '\u00a0', '-', '/', '.', ':', ''];
const text = fc
  .array(fc.tuple(fc.constantFrom(...words), fc.constantFrom(...spaces)), { minLength: 1, maxLength: 3 })
  .map((parts) => parts.flat().join(''));
const names = ['a', 'b', 'c', '0', '1', 'a.b', 'constructor', '__proto__', 'Ä b', 'toString'];
const leaf = fc.oneof(
  { weight: 6, arbitrary: text },
  fc.constantFrom(...[0, -0, 200, 2e2, 0.5, 1e21, 9007199254740992, 1e308, 5e-324, 2024, -200]),
  fc.constantFrom(12345678901234567890n, 9007199254740993n, 10n ** 21n, 10n ** 400n),
  fc.constantFrom(true, false, null),
);
const { record } = fc.letrec<{ value: unknown; record: DataRecord }>((tie) => ({
  value: fc.oneof({ weight: 5, arbitrary: leaf }, fc.array(tie('value'), { maxLength: 3 }), tie('record')),
  record: fc
    .array(fc.tuple(fc.constantFrom(...names), tie('value')), { maxLength: 4 })
    .map((members) => Object.fromEntries(members) as DataRecord),
}));
const records = fc.array(record, { maxLength: 3 });

const quoted = (value: string) => `"${value.replace(/["\\]/g, '\\$&')}"`;
const paths = [
  'a',
  'b',
  'a.b',
  'a.0',
  'a.0.b',
  '0',
  'c.1.a',
  'constructor',
  '__proto__',
  "a\\['a.b'\\]",
  'toString',
];
const field = fc.constantFrom('', ...paths.map((path) => `${path}:`));
const value = fc.oneof(text.map(quoted), fc.constantFrom(...words.filter((word) => /^[\w.+-]+$/.test(word))));
const clause = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(field, value).map(([name, one]) => name + one) },
  {
    weight: 4,
    arbitrary: fc.tuple(fc.constantFrom(...paths), value).map(([name, one]) => `${name}:=${one}`),
  },
  fc.tuple(field, fc.constantFrom('er', '2', 'prod', 'a')).map(([name, one]) => `${name}${one}*`),
  fc.tuple(fc.constantFrom(...paths), value).map(([name, one]) => `${name}:>=${one}`),
  fc.constantFrom(...paths).map((name) => `${name}:*`),
  fc.constantFrom(...paths).map((name) => `${name}:=null`),
  fc
    .tuple(fc.constantFrom(...paths), fc.constantFrom('list', 'text', 'number'))
    .map(([name, one]) => `${name}::${one}`),
  fc
    .tuple(fc.constantFrom('a', 'b', 'a.0'), fc.constantFrom('a', 'b', 'c'))
    .map(([one, other]) => `${one}:={{${other}}}`),
  fc.constantFrom('a:/r+o/i', '/prod/', 'a:10.0.0.0/8', 'a:""', 'a:=""', '*'),
);
const { query } = fc.letrec<{ query: string }>((tie) => ({
  query: fc.oneof(
    { depthSize: 'small', withCrossShrink: true, maxDepth: 3 },
    { weight: 4, arbitrary: clause },
    fc.tuple(tie('query'), tie('query')).map(([one, other]) => `(${one} AND ${other})`),
    fc.tuple(tie('query'), tie('query')).map(([one, other]) => `(${one} OR ${other})`),
    tie('query').map((one) => `NOT (${one})`),
  ),
}));

/** Undefined if the query is not valid. */
function compiled(written: string) {
  try {
    return compileQuery(written);
  } catch (cause) {
    if (cause instanceof InvalidQuery) return undefined;
    throw cause;
  }
}

test('no filter denies a query that a record matches', () => {
  const counts = { valid: 0, matched: 0, denied: 0 };
  const property = fc.property(query, records, fc.constantFrom(0, Date.now()), (written, documents, now) => {
    const parsed = compiled(written);
    if (!parsed) return;
    const filter = filterOf(documents);
    const hasMatch = documents.some((document) => parsed.matches(document, now));
    const may = mayMatch(parsed.needs, filter);
    counts.valid++;
    counts.matched += Number(hasMatch);
    counts.denied += Number(!may);
    expect(hasMatch && !may, written).toBe(false);
    for (const path of parsed.fields)
      if (documents.some((document) => path.has(document)))
        expect(filter.hasPath(pathHash(path)), path.text).toBe(true);
  });
  fc.assert(property, { numRuns: amount({ few: 2_000, many: 10_000, most: 1_000_000 }) });
  expect(Math.min(counts.matched, counts.denied)).toBeGreaterThan(counts.valid / 10);
});

const documents: readonly DataRecord[] = [
  {
    ip: '10.1.2.3',
    path: '/shop/item/7?session=k3x',
    status: 404,
    agent: 'Mozilla/5.0 (X11)',
    tags: ['Blue', 'x-1'],
  },
  {
    ip: '10.1.2.4',
    status: 200,
    took: 0.5,
    id: 9007199254740993n,
    ok: true,
    user: { name: 'Ada' },
    error: null,
  },
];
/** Whether a query may match: the filter says more than the values of single fields, and less than all of them together. */
const queries: readonly (readonly [string, boolean])[] = [
  ['ip:10.1.2.3', true],
  ['ip:10.1.2.5', false],
  ['ip:=10.1.2.5', false],
  ['10.9.9.9', false],
  ['k3x', true],
  ['k3y', false],
  ['"item 7"', true],
  ['"item 8"', false],
  ['path:="/SHOP/item/7?session=k3x"', true],
  ['path:=/shop/item/7', false],
  ['path:item', true],
  ['path:item/7', false],
  ['agent:mozilla', true],
  ['agent:safari', false],
  ['status:=404', true],
  ['status:503', false],
  ['id:=9007199254740993', true],
  ['id:=9107199254740993', false],
  ['ok:true', true],
  ['tags:blue', true],
  ['tags:red', false],
  ['user.name:ada', true],
  ['user.age:ada', false],
  ['missing:*', false],
  ['missing:>5', false],
  ['missing:/x/', false],
  ['error:=null', true],
  ['status:>={{took}}', true],
  ['ip:={{absent}}', false],
  ['status:>900', true],
  ['k3y OR 10.1.2.4', true],
  ['k3y OR k3z', false],
  ['k3x AND k3y', false],
  ['k3x AND 10.1.2.4', true],
  ['NOT k3y', true],
  ['NOT k3x', true],
  ['k3y AND NOT k3x', false],
  ['k3*', true],
  ['ip:10.0.0.0/8', true],
  ['2024', true],
  ['status:2024', true],
  ['status:=2024', false],
];

test.each(queries)('whether %s may match', (written, may) => {
  expect(mayMatch(compileQuery(written).needs, filterOf(documents))).toBe(may);
});

test('a filter that is too small, or has too many fields, lets more pass, and nothing less', () => {
  const wide = Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`field${n}`, `value ${n}`]));
  const many = Array.from({ length: 500 }, (_, n) => ({ ...wide, own: `own-${n}-${'x'.repeat(n)}` }));
  const filter = filterOf(many, 0);
  for (const written of ['own:=own-0-', 'field299:299', '"value 7"', 'unknown:=own-0-'])
    expect(mayMatch(compileQuery(written).needs, filter), written).toBe(true);
});
