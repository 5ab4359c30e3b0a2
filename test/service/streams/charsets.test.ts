/**
 * Bodies in other charsets than UTF-8, as they ship. iconv has made the bytes.
 *
 * @module-tag streams
 */

import { gzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { type StreamFunctions, streamFunctions } from '../support/stream-functions.ts';

let service: StreamFunctions;

beforeAll(async () => {
  service = await streamFunctions(['stream-push', 'stream-listRecords', 'stream-listFailures']);
});

async function push(type: string, hex: string, encoding = 'identity') {
  const id = await service.makeStream({ source: await service.makeSource({ format: 'text' }) });
  const bytes = Buffer.from(hex, 'hex');
  const headers = { 'content-type': type, 'content-encoding': encoding };
  const body = encoding === 'gzip' ? gzipSync(bytes) : bytes;
  const answer = await service.call('stream-push', { id, body, headers });
  const page = await service.call('stream-listRecords', { id });
  const documents = Object(page.body).hits.map(({ document }: { document: unknown }) => document);
  return { id, status: answer.status, body: answer.body, documents };
}

const ndjson = 'application/x-ndjson';
// printf '{"a":"é€"}' | iconv -t …
const utf16le = '7b002200610022003a002200e900ac2022007d00';
const utf16be = '007b002200610022003a002200e920ac0022007d';

test.each([
  ['iso-8859-1', '7b2261223a22e9227d', 'é'],
  ['Latin1', '7b2261223a22e9227d', 'é'],
  ['"windows-1252"', '7b2261223a22e980227d', 'é€'],
  ['iso-8859-15', '7b2261223a22e9a4227d', 'é€'],
  ['utf-16le', utf16le, 'é€'],
  ['utf-16be', utf16be, 'é€'],
  ['utf-16', `fffe${utf16le}`, 'é€'],
  ['UTF-16', `feff${utf16be}`, 'é€'],
  ['utf-16', utf16le, 'é€'],
  ['shift_jis', '7b2261223a2293fa967b227d', '日本'],
  ['utf-8', '7b2261223a22c3a9227d', 'é'],
])('NDJSON in %s', async (charset, hex, a) => {
  const plain = await push(`${ndjson}; charset=${charset}`, hex);
  const packed = await push(`${ndjson}; charset=${charset}`, hex, 'gzip');
  expect([plain.documents, packed.documents]).toEqual([[{ a }], [{ a }]]);
});

test('a line with bytes that the charset does not have fails alone', async () => {
  // The second line has half of a character of two units.
  const { documents, body } = await push(
    `${ndjson}; charset=utf-16le`,
    '7b007d000a007b002200610022003a00220000d822007d00',
  );
  expect([documents, body]).toMatchObject([[{}], { failed_count: 1 }]);
});

test('an unknown charset is refused', async () => {
  const { status, body } = await push(`${ndjson}; charset=klingon`, '7b7d');
  expect([status, Object(body).detail]).toEqual([
    415,
    'The charset of the body is unknown; UTF-8, ISO-8859-1, windows-1252, UTF-16 and others are accepted.',
  ]);
});

test('a text whose bytes the gateway has replaced is refused with what to send', async () => {
  const { status, body } = await push('text/plain; charset=iso-8859-1', 'e90a61');
  expect([status, Object(body).detail]).toEqual([
    415,
    expect.stringContaining('send UTF-8, or application/x-ndjson'),
  ]);
  expect(await push('text/plain; charset=iso-8859-1', '610a62')).toMatchObject({
    documents: [{ message: 'a' }, { message: 'b' }],
  });
});
