/** A W3C log whose columns change: pushes, previews, samples, stored records, failures and replays. */

import { beforeAll, expect, test } from 'vitest';
import { type StreamFunctions, streamFunctions } from '../support/stream-functions.ts';

let service: StreamFunctions;

beforeAll(async () => {
  service = await streamFunctions([
    'stream-push',
    'stream-listRecords',
    'stream-createReplay',
    'source-create',
    'source-createMappingPreview',
    'source-putSample',
    'source-suggest',
  ]);
});

const csv = { separator: ' ', header: 'w3c', columns: ['c-ip', 'sc-status'] };
const headers = { 'content-type': 'text/csv' };
const convert = { type: 'convert', field: 'sc-status', target_type: 'long' };
const log = [
  '10.0.0.1 200',
  '#Software: Microsoft Internet Information Services 10.0',
  '#Fields: c-ip sc-status',
  '10.0.0.2 404',
  '#Date: 2026-01-02 10:00:00',
  '#Fields: sc-status cs(User-Agent) c-ip',
  '500 "a b" -',
].join('\r\n');
const want = [
  { 'c-ip': '10.0.0.1', 'sc-status': 200 },
  { 'c-ip': '10.0.0.2', 'sc-status': 404 },
  { 'sc-status': 500, 'cs(User-Agent)': 'a b' },
];
const documentsOf = (body: unknown, member: string) =>
  Object(body)[member].map(({ document }: { document: unknown }) => document);

test('rows have the columns of the header before them, and keep them in a replay', async () => {
  const source = await service.makeSource({ format: 'csv', csv, preprocessors: [convert] });
  const id = await service.makeStream({ source });
  const pushed = await service.call('stream-push', { id, body: log, headers });
  expect(pushed).toMatchObject({ status: 201, body: { stored: 3 } });
  const list = async () => documentsOf((await service.call('stream-listRecords', { id })).body, 'hits');
  expect(await list()).toEqual(want);
  const replay = await service.call('stream-createReplay', { id, body: { from: 0, to: 2 } });
  expect(replay).toMatchObject({ status: 201, body: { stored: 3 } });
  expect(await list()).toEqual(want);
  const preview = await service.call('source-createMappingPreview', { id: source, body: log, headers });
  expect(documentsOf(preview.body, 'results')).toEqual(want);
  const sample = await service.call('source-putSample', { id: source, body: log, headers });
  expect(Object(sample.body).records).toHaveLength(3);
});

test('a row of other columns fails, and no replay reads it by the columns of the source', async () => {
  const id = await service.makeStream({ source: await service.makeSource({ format: 'csv', csv }) });
  const body = '#Fields: a b c\n1 2\n';
  expect((await service.call('stream-push', { id, body, headers })).body).toMatchObject({
    stored: 0,
    items: [{ error: { code: 'malformed_record', message: 'Line 2 has 2 values for 3 columns.' } }],
  });
  const replay = await service.call('stream-createReplay', { id, body: { failures: true } });
  expect(replay.body).toMatchObject({ stored: 0 });
});

test('the suggestion for a log with two headers reads it, too', async () => {
  const rows = (make: (index: number) => string) => Array.from({ length: 5 }, (_, index) => make(index));
  const body = [
    '#Fields: date time c-ip sc-status',
    ...rows((index) => `2026-01-02 10:00:0${index} 10.0.0.${index} 200`),
    '#Fields: date time sc-status c-ip',
    ...rows((index) => `2026-01-02 10:00:0${index} 200 10.0.0.${index}`),
  ].join('\n');
  const found = await service.call('source-suggest', { body, headers: { 'content-type': 'text/plain' } });
  const { format, csv: suggested, preprocessors } = Object(found.body).suggestion;
  expect([format, suggested]).toEqual(['csv', { separator: ' ', header: 'w3c' }]);
  const source = await service.makeSource({ format, csv: suggested, preprocessors });
  const id = await service.makeStream({ source });
  expect(await service.call('stream-push', { id, body, headers })).toMatchObject({ status: 201 });
  const { body: page } = await service.call('stream-listRecords', { id });
  const document = (index: number) => ({
    '@timestamp': `2026-01-02T10:00:0${index}.000Z`,
    'c-ip': `10.0.0.${index}`,
    'sc-status': 200,
  });
  expect(documentsOf(page, 'hits')).toEqual([0, 1, 2, 3, 4, 0, 1, 2, 3, 4].map(document));
});

test('the separator must be declared', async () => {
  const body = { name: 'iis', format: 'csv', csv: { header: 'w3c' } };
  expect(await service.call('source-create', { body })).toMatchObject({
    status: 400,
    body: {
      errors: [
        {
          pointer: '/csv/separator',
          code: 'required',
          message: 'must be a space or another character between values, since header is w3c',
        },
      ],
    },
  });
});
