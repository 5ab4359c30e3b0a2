/** enrich: what rows match, by value, network and range, and what is refused. */

import { isIPv4 } from 'node:net';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { DataRecord, RecordValue } from '../../lib/ingest/base/record.ts';
import { compilePipeline } from '../../lib/ingest/engine/compile.ts';
import { runPipeline } from '../../lib/ingest/engine/run.ts';
import { anyNetwork } from '../../lib/ingest/text/ip-address.ts';
import { amount } from '../support/amount.ts';

const base = { type: 'enrich', field: 'v', target_field: 'out', match_field: 'k' };

function run(options: DataRecord, records: readonly DataRecord[]) {
  const compiled = compilePipeline([{ ...base, ...options }]);
  if ('issues' in compiled) throw new Error(JSON.stringify(compiled.issues));
  return runPipeline(compiled.pipeline, records).map((result) =>
    result.status === 'success' ? result.document : result.status === 'error' && result.failure,
  );
}

/** What `out` becomes of each value. */
const outOf = (options: DataRecord, values: readonly RecordValue[]) =>
  run(
    options,
    values.map((v) => ({ v })),
  ).map((document) => (document as DataRecord)['out']);

function issuesOf(options: DataRecord) {
  const compiled = compilePipeline([{ ...base, ...options }]);
  return 'issues' in compiled ? compiled.issues : [];
}

test('values match as texts, lists by any of their values', () => {
  const [one, yes, other] = [
    { k: 1, n: 'one' },
    { k: true, n: 'yes' },
    { k: ['x', '1'], n: 'other' },
  ];
  const rows = [one, yes, other, { k: '__proto__', n: 'safe' }];
  expect(outOf({ rows }, [1, '1', true, 'true', 'x', 'y', '__proto__', 'constructor'])).toEqual([
    ...[one, one, yes, yes, other, undefined, { k: '__proto__', n: 'safe' }, undefined],
  ]);
  expect(outOf({ rows, max_matches: 2 }, ['1', 'x', 'y', ['y', true, 'x', 1], []])).toEqual([
    [one, other],
    [other],
    undefined,
    [yes, other],
    undefined,
  ]);
});

test('records do not share rows, whose members may be chosen', () => {
  const rows = [{ k: 'a', in: { x: 1 }, more: 2 }];
  const compiled = compilePipeline([
    { ...base, rows, enrich_fields: ['in', 'absent'] },
    { type: 'set', field: 'out.in.x', copy_from: 'y' },
  ]);
  if ('issues' in compiled) throw new Error(JSON.stringify(compiled.issues));
  const results = runPipeline(compiled.pipeline, [
    { v: 'a', y: 5 },
    { v: 'a', y: 6 },
  ]);
  expect(results).toMatchObject([
    { document: { out: { k: 'a', in: { x: 5 } } } },
    { document: { out: { k: 'a', in: { x: 6 } } } },
  ]);
  expect(rows).toEqual([{ k: 'a', in: { x: 1 }, more: 2 }]);
});

test('what is there is kept on request; other values fail', () => {
  const rows = [{ k: 'a' }];
  const records = [
    { v: 'a', out: 1 },
    { v: 'a', out: null },
    { v: 'b', out: 1 },
  ];
  expect(run({ rows, override: false }, records)).toMatchObject([
    { out: 1 },
    { out: { k: 'a' } },
    { out: 1 },
  ]);
  expect(run({ rows }, records)).toMatchObject([{ out: { k: 'a' } }, { out: { k: 'a' } }, { out: 1 }]);
  expect(run({ rows }, [{ v: { a: 1 } }, { v: ['a', [1]] }, { v: null }, {}])).toMatchObject([
    { code: 'wrong_type', path: 'v' },
    { code: 'wrong_type' },
    { code: 'null_value' },
    { code: 'missing_field' },
  ]);
  expect(run({ rows, ignore_missing: true }, [{ v: null }, {}])).toEqual([{ v: null }, {}]);
});

test('networks and ranges of numbers, in one table', () => {
  const rows = [
    { k: '10.0.0.0/8', n: 'all' },
    { k: '10.2.0.0/16', n: 'lab' },
    { k: ['2001:db8::/32', '::ffff:192.0.2.0/120'], n: 'docs' },
    { k: { gte: 400, lt: 500 }, n: 'client' },
    { k: { gt: 499 }, n: 'server' },
  ];
  const options = { rows, match_type: 'range', max_matches: 9, enrich_fields: ['n'] };
  const names = outOf(options, [
    '10.2.3.4',
    '10.3.0.1',
    '::ffff:10.2.0.1',
    '2001:db8:1::',
    '192.0.2.7',
    404,
    '500',
    399,
    'x',
    '',
  ]);
  expect(names.map((list) => (Array.isArray(list) ? list.map((row) => Object(row).n) : list))).toEqual([
    ['lab', 'all'],
    ['all'],
    ['lab', 'all'],
    ['docs'],
    ['docs'],
    ['client'],
    ['server'],
    ...[undefined, undefined, undefined],
  ]);
});

test('networks, against those of Node.js', { tags: ['property'] }, () => {
  const ipv4 = fc.ipV4();
  const ipv6 = fc.ipV6().filter((ip) => !ip.includes('.'));
  const network = fc.oneof(
    fc.tuple(ipv4, fc.integer({ min: 0, max: 32 })),
    fc.tuple(ipv6, fc.integer({ min: 0, max: 128 })),
  );
  fc.assert(
    fc.property(fc.array(network, { minLength: 1, maxLength: 8 }), ipv4, ipv6, (networks, one, other) => {
      const rows = networks.map(([ip, bits], n) => ({ k: `${ip}/${bits}`, n }));
      // Addresses near the networks, so that some match.
      const near = networks.map(([ip]) =>
        isIPv4(ip) ? ip.replace(/\d+$/, '77') : ip.replace(/[\da-f]*$/i, '7'),
      );
      const values = [one, other, ...near, ...networks.map(([ip]) => ip)];
      const found = outOf({ rows, match_type: 'range', max_matches: 128 }, values);
      const want = values.map((ip) => rows.filter(({ k }) => anyNetwork([k])(ip)).map(({ n }) => n));
      const got = found.map((list) => (Array.isArray(list) ? list.map((row) => Number(Object(row).n)) : []));
      expect(got.map((list) => list.toSorted((a, b) => a - b))).toEqual(want);
    }),
    { numRuns: amount({ few: 50, many: 300, most: 1_000 }) },
  );
});

test('what cannot match is refused when it is stored', () => {
  const refused = (rows: readonly RecordValue[], more: DataRecord = {}) =>
    issuesOf({ rows: [...rows], ...more }).map(({ pointer, code, message }) => [pointer, code, message]);
  expect(refused([])).toEqual([['/0/rows', 'out_of_limits', 'must have 1 to 1000 values']]);
  expect(refused([{ k: 1 }, 'x'])).toEqual([['/0/rows/1', 'wrong_type', 'must be an object, not a string']]);
  expect(refused([{ k: 1 }, { x: 1 }])).toEqual([
    ['/0/rows', 'invalid_option', 'must have the member "k" in each row; the one at 1 has none'],
  ]);
  expect(refused([{ k: [] }])).toEqual([
    ['/0/rows', 'invalid_option', 'must have the member "k" in each row; the one at 0 has none'],
  ]);
  expect(refused([{ k: { a: 1 } }])).toEqual([
    ['/0/rows', 'invalid_option', 'must have a string, a number or a boolean as "k", not {"a":1}'],
  ]);
  const range =
    'must have a network such as "10.0.0.0/8", or an object of numbers gte, gt, lte and lt as "k", not ';
  for (const key of ['10.0.0.1', '10.0.0.0/33', 5, {}, { gte: '1' }, { from: 1 }])
    expect(refused([{ k: key }], { match_type: 'range' })).toEqual([
      ['/0/rows', 'invalid_option', `${range}${JSON.stringify(key)}`],
    ]);
  const large = Array.from({ length: 1000 }, (_, k) => ({ k, text: 'x'.repeat(60) }));
  expect(refused(large)).toEqual([
    ['/0/rows', 'invalid_option', 'must have at most 65536 characters of JSON'],
  ]);
  expect(refused(large.map(({ k }) => ({ k })))).toEqual([]);
});
