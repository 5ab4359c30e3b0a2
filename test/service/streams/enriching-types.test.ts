/**
 * Types that clean and enrich records, by the push as it ships, judged by others: see each test.
 *
 * @module-tag streams
 */

import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { type StreamFunctions, streamFunctions } from '../support/stream-functions.ts';

let service: StreamFunctions;

beforeAll(async () => {
  service = await streamFunctions(['stream-push', 'stream-listRecords']);
});

/** The documents, or the codes of failures, of records in their order. */
async function pushed(steps: readonly object[], records: readonly unknown[]): Promise<readonly unknown[]> {
  const id = await service.makeStream({ source: await service.makeSource({ preprocessors: steps }) });
  const body = JSON.stringify(records);
  const headers = { 'content-type': 'application/json' };
  const answer = await service.call('stream-push', { id, body, headers });
  const page = await service.call('stream-listRecords', { id, query: '?size=500' });
  const stored = new Map(
    Object(page.body).hits.map((hit: { position: number; document: unknown }) => [
      hit.position,
      hit.document,
    ]),
  );
  const items = Object(answer.body).items ?? records.map((_, position) => ({ position }));
  return items.map(({ position, error }: { position: number; error?: { code: string } }) =>
    error ? error.code : stored.get(position),
  );
}

const valuesOf = (documents: readonly unknown[], name: string) =>
  documents.map((one) => (typeof one === 'string' ? one : Object(one)[name]));

// The ids are those of Corelight's pycommunityid 1.5.0, for random flows.
test('community_id gives the ids of the reference implementation', async () => {
  const file = new URL('../../ingest/community-ids.jsonl', import.meta.url);
  const flows = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { seed: number; record: object; id: string });
  expect(flows.length).toBeGreaterThan(150);
  for (const [seed, its] of Map.groupBy(flows, (flow) => flow.seed)) {
    const step = { type: 'community_id', seed, target_field: 'id' };
    const documents = await pushed(
      [step],
      its.map(({ record }) => record),
    );
    expect(valuesOf(documents, 'id')).toEqual(its.map(({ id }) => id));
  }
});

test('community_id leaves what is no flow, or says what is wrong', async () => {
  const sides = { source: { ip: '10.0.0.1', port: 1 }, destination: { ip: '10.0.0.2', port: 2 } };
  const tcp = { network: { transport: 'tcp' } };
  const records = [
    { a: 1 },
    { ...sides },
    { ...sides, network: { transport: 'morse' } },
    { ...sides, ...tcp, source: { ip: 'db', port: 1 } },
    { ...sides, ...tcp, source: { ip: '10.0.0.1', port: 0 } },
    { ...sides, ...tcp, source: { ip: '10.0.0.1' } },
  ];
  expect(await pushed([{ type: 'community_id' }], records)).toEqual([
    ...records.slice(0, 2),
    ...Array(4).fill('not_convertible'),
  ]);
  expect(await pushed([{ type: 'community_id', ignore_missing: false }], records.slice(0, 2))).toEqual([
    'missing_field',
    'missing_field',
  ]);
});

// The directions are those of the documentation of Elasticsearch; the names of networks are those of its processor.
test.each<[networks: readonly string[], source: string, destination: string, want: string]>([
  [['private'], '10.0.1.1', '89.160.20.128', 'outbound'],
  [['private'], '89.160.20.128', '10.0.1.1', 'inbound'],
  [['private'], '192.168.1.1', '172.31.0.1', 'internal'],
  [['private'], '172.32.0.1', '1.1.1.1', 'external'],
  [['private'], 'fd12:3456::1', '2001:db8::1', 'outbound'],
  [['10.0.0.0/8', '2001:db8::/32'], '2001:db8:1::1', '::ffff:10.1.1.1', 'internal'],
  [['loopback'], '127.0.0.1', '::1', 'internal'],
  [['public'], '8.8.8.8', '169.254.1.1', 'outbound'],
  [['public'], '255.255.255.255', '0.0.0.0', 'external'],
  [['unicast'], '8.8.8.8', '224.0.0.1', 'outbound'],
  [['global_unicast'], '10.0.0.1', 'fe80::1', 'outbound'],
  [['multicast'], '239.255.255.255', 'ff05::1', 'internal'],
  [['link_local_unicast'], '169.254.1.1', 'fe80::1', 'internal'],
  [['link_local_multicast'], '224.0.0.251', 'ff02::fb', 'internal'],
  [['interface_local_multicast'], 'ff01::1', 'ff02::1', 'outbound'],
  [['unspecified'], '0.0.0.0', '::', 'internal'],
])('network_direction with %j: %s to %s is %s', async (networks, source, destination, want) => {
  const record = { source: { ip: source }, destination: { ip: destination } };
  const [document] = await pushed([{ type: 'network_direction', internal_networks: networks }], [record]);
  expect(document).toEqual({ ...record, network: { direction: want } });
});

test('network_direction refuses a network that is none, when it is stored', async () => {
  const preprocessors = [{ type: 'network_direction', internal_networks: ['privat'] }];
  const { status, body } = await service.call('source-create', { body: { preprocessors } });
  expect([status, Object(body).errors]).toEqual([
    400,
    [expect.objectContaining({ pointer: '/preprocessors/0/internal_networks', code: 'invalid_option' })],
  ]);
});

// Elasticsearch's units are powers of 1,024; long has 63 bits.
test.each<[size: string, want: unknown]>([
  ['0', 0],
  ['-1', -1],
  ['12b', 12],
  ['1kb', 1_024],
  ['1 KB', 1_024],
  ['1k', 1_024],
  ['20mb', 20_971_520],
  ['1gb', 1_073_741_824],
  ['2Tb', 2_199_023_255_552],
  ['1pb', 1_125_899_906_842_624],
  ['1.1kb', 1_126],
  ['8191pb', 9_222_246_136_947_933_184n],
  ['8192pb', 'not_convertible'],
  ['-2b', 'not_convertible'],
  ['12', 'not_convertible'],
  ['1zb', 'not_convertible'],
  ['', 'not_convertible'],
])('bytes: %s is %s', async (size, want) => {
  const records = [{ size }, { size: [size, '1b'] }];
  const [document, list] = await pushed([{ type: 'bytes', field: 'size' }], records);
  if (want === 'not_convertible') expect([document, list]).toEqual([want, want]);
  // The test reads JSON without the digits beyond 2^53.
  else expect([document, list]).toEqual([{ size: Number(want) }, { size: [Number(want), 1] }]);
});

// The texts are those of Python's urllib.parse.unquote_plus, but for percent signs without digits, which Java refuses.
test.each([
  ['a%20b+c', 'a b c'],
  ['%C3%A9%E2%82%AC', 'é€'],
  ['%2B%25', '+%'],
  ['%ff', '\ufffd'],
  ['50%', 'not_convertible'],
  ['%zz', 'not_convertible'],
  ['plain', 'plain'],
])('urldecode: %s is %s', async (text, want) => {
  const [document] = await pushed([{ type: 'urldecode', field: 't' }], [{ t: text }]);
  expect(valuesOf([document], 't')).toEqual([want]);
});

test.each<[list: unknown, order: string, want: unknown]>([
  [[3, 1, 20, 2.5], 'asc', [1, 2.5, 3, 20]],
  [[3, 1, 20, 2.5], 'desc', [20, 3, 2.5, 1]],
  [['b', 'a', 'B', 'é', '10', '9'], 'asc', ['10', '9', 'B', 'a', 'b', 'é']],
  [[10, '9', 'a', 2], 'asc', [10, 2, '9', 'a']],
  [[], 'asc', []],
  [[1, { a: 1 }], 'asc', 'wrong_type'],
  [[1, null], 'asc', 'null_value'],
  ['b', 'asc', 'wrong_type'],
  [null, 'asc', 'null_value'],
])('sort: %j %s is %j', async (list, order, want) => {
  const step = { type: 'sort', field: 'list', order, target_field: 'sorted' };
  expect(valuesOf(await pushed([step], [{ list }]), 'sorted')).toEqual([want]);
});

test('truncate counts characters, and cuts none of them', async () => {
  const step = { type: 'truncate', field: 't', length: 3 };
  const records = [{ t: 'abcd' }, { t: 'ab' }, { t: '😀é😀x' }, { t: ['abcd', ''] }, { t: 1 }];
  expect(valuesOf(await pushed([step], records), 't')).toEqual([
    'abc',
    'ab',
    '😀é😀',
    ['abc', ''],
    'wrong_type',
  ]);
});

// The first three are of the documentation of Elasticsearch.
test.each<[step: object, text: unknown, want: unknown]>([
  [
    { patterns: ['%{IP:client}'] },
    '55.3.244.1 GET /index.html 15824 0.043',
    '<client> GET /index.html 15824 0.043',
  ],
  [
    { patterns: ['%{IP:client}'], prefix: '*', suffix: '*' },
    '55.3.244.1 GET /index.html 15824 0.043',
    '*client* GET /index.html 15824 0.043',
  ],
  [
    { patterns: ['%{GITHUB_NAME:GITHUB_NAME}'], pattern_definitions: { GITHUB_NAME: '@%{USERNAME}' } },
    'The user is @ada-1 here',
    'The user is <GITHUB_NAME> here',
  ],
  [{ patterns: ['%{IP:ip}', '%{EMAILADDRESS:mail}'] }, '10.0.0.1 ada@b.org 10.0.0.2', '<ip> <mail> <ip>'],
  [{ patterns: ['id=%{WORD:id}'] }, 'id=7 é id=b', 'id=<id> é id=<id>'],
  [{ patterns: ['%{INT:n}', '%{IP:ip}'] }, 'at 10.0.0.1', 'at <ip>'],
  [{ patterns: ['%{WORD}'] }, 'no name', 'no name'],
  [{ patterns: ['%{IP:ip}'] }, 5, 'wrong_type'],
  [{ patterns: ['%{IP:ip}'] }, null, null],
])('redact with %j: %j is %j', async (step, t, want) => {
  expect(valuesOf(await pushed([{ type: 'redact', field: 't', ...step }], [{ t }]), 't')).toEqual([want]);
});

describe('remove_empty', () => {
  const record = { a: null, b: '', c: '-', d: [null, '', 0], e: { f: { g: '' }, h: false }, i: [{}], j: 'x' };
  test.each<[step: object, want: object]>([
    [{}, { c: '-', d: [0], e: { h: false }, j: 'x' }],
    [{ values: ['', '-'] }, { d: [0], e: { h: false }, j: 'x' }],
    [{ values: [] }, { b: '', c: '-', d: ['', 0], e: { f: { g: '' }, h: false }, j: 'x' }],
    [{ field: 'e.f' }, { ...record, e: { h: false } }],
    [{ field: ['a', 'i', 'absent'] }, { b: '', c: '-', d: [null, '', 0], e: record.e, j: 'x' }],
  ])('%j', async (step, want) => {
    expect(await pushed([{ type: 'remove_empty', ...step }], [record])).toEqual([want]);
  });
});
