/** The parameter `header` of text/csv (RFC 4180 section 3), wherever a body of CSV is read. */

import { beforeAll, expect, test } from 'vitest';
import { type StreamFunctions, streamFunctions } from '../support/stream-functions.ts';

const operations = [
  'stream-push',
  'source-putSample',
  'source-discoverFields',
  'source-createMappingPreview',
];

let service: StreamFunctions;
let source: string;
let stream: string;

beforeAll(async () => {
  service = await streamFunctions([...operations, 'stream-listRecords']);
  source = await service.makeSource({ format: 'csv' });
  stream = await service.makeStream({ source });
});

const send = (operation: string, type: string, body = 'ada,36\nbob,7\n') =>
  service.call(operation, {
    ...{ id: operation.startsWith('stream') ? stream : source, body },
    headers: { 'content-type': type },
  });

test.each(operations)('%s refuses CSV without a header line, and reads none of it', async (operation) => {
  for (const type of [
    'text/csv; header=absent',
    'text/csv;header=absent',
    'TEXT/CSV; charset=utf-8; Header="ABSENT"',
    'text/csv; header=maybe',
    'text/csv; header=""',
    'text/csv; x="a; b"; header=absent',
  ]) {
    expect([type, await send(operation, type)]).toMatchObject([
      type,
      {
        status: 415,
        headers: { accept: 'text/csv; header=present' },
        body: {
          type: 'urn:problem-type:headwater:unsupported_media_type',
          detail:
            'The first line of text/csv must name the columns, since the source has no csv.columns, so the parameter header may only be present: send that line, too.',
        },
      },
    ]);
  }
});

test.each(operations)('%s reads CSV with one, said or not', async (operation) => {
  for (const type of [
    'text/csv',
    'text/csv; header=present',
    'text/csv; header="Present"; charset=utf-8',
    'text/csv; xheader=absent',
    'text/csv; x="a; header=absent"',
  ])
    expect([200, 201]).toContain((await send(operation, type, 'name,age\nada,36\n')).status);
});

test('nothing was stored of what was refused', async () => {
  const { body } = await service.call('stream-listRecords', { id: stream, query: '?view=raw&size=50' });
  const raws = Object(body).hits.map((record: unknown) => Object(record).raw);
  expect(new Set(raws.map((raw: unknown) => JSON.stringify(raw)))).toEqual(
    new Set(['{"name":"ada","age":"36"}']),
  );
});

test('for other types the parameter means nothing', async () => {
  const id = await service.makeStream({ source: await service.makeSource({ format: 'text' }) });
  const headers = { 'content-type': 'text/plain; header=absent' };
  expect((await service.call('stream-push', { id, body: 'a\n', headers })).status).toBe(201);
});

test('with columns, the parameter may have two values', async () => {
  const declared = await service.makeSource({ format: 'csv', csv: { columns: ['name', 'age'] } });
  const headers = { 'content-type': 'text/csv; header=maybe' };
  expect(await service.call('source-putSample', { id: declared, body: 'ada,36', headers })).toMatchObject({
    status: 415,
    headers: { accept: 'text/csv; header=present, text/csv; header=absent' },
    body: { detail: 'The parameter header of text/csv must be present or absent.' },
  });
});
