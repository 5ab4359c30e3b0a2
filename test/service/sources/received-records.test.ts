/** What the engine cannot read becomes a problem of the request. */

import { expect, expectTypeOf, test } from 'vitest';
import type { Models } from '#generated/models/source.ts';
import { ServiceError } from '../../../lib/headwater/shared/errors.ts';
import type { CsvFormat, RecordFormat } from '../../../lib/ingest/records/csv-format.ts';
import type { SentRecord } from '../../../lib/ingest/records/malformed.ts';
import type { MultilineFormat } from '../../../lib/ingest/records/multiline-format.ts';
import { receiveRecords, refuseMalformed } from '../../../lib/service/sources/received-records.ts';

type Format = RecordFormat['format'];

const tooLong = { format: 'text', multiline: { begins: '^(a+)+$' } } as const;

test.each<[what: string, mediaType: string, content: string, source: Format | RecordFormat, problem: object]>(
  [
    [
      'a malformed record',
      'application/x-ndjson',
      '{}\n{"a":}',
      'json',
      {
        code: 'malformed_records',
        status: 400,
        message: 'Line 2 is not JSON: value expected at column 6.',
        members: { line: 2, column: 6 },
      },
    ],
    [
      'a malformed record of a list',
      'application/json',
      '[{},7]',
      'json',
      {
        code: 'malformed_records',
        message: 'The record at /1 is a number, not an object.',
        members: { pointer: '/1' },
      },
    ],
    [
      'a line that takes too long',
      'text/plain',
      `${'a'.repeat(40)}b`,
      tooLong,
      {
        code: 'malformed_records',
        message: 'Line 1 takes too long with multiline.begins.',
        members: { line: 1 },
      },
    ],
    [
      'no JSON',
      'application/json',
      '[{}',
      'json',
      { code: 'malformed_json', status: 400, members: { line: 1, column: 4 } },
    ],
    [
      'JSON that is no array',
      'application/json',
      '{}',
      'json',
      {
        code: 'invalid_request',
        status: 400,
        message: '1 value is invalid.',
        members: { errors: [{ in: 'body', pointer: '', code: 'type', message: 'must be an array' }] },
      },
    ],
    [
      'another media type',
      'text/csv',
      'a',
      'text',
      {
        code: 'unsupported_media_type',
        status: 415,
        message:
          'The body is text/csv; application/json, application/x-ndjson, text/plain are accepted for a source of the format text.',
        headers: { accept: 'application/json, application/x-ndjson, text/plain' },
      },
    ],
  ],
)('%s', (_, mediaType, content, source, problem) => {
  const format = typeof source === 'string' ? { format: source } : source;
  const read = () => refuseMalformed(receiveRecords({ mediaType, content }, { ...format, limit: 9 }));
  expect(read).toThrow(ServiceError);
  expect(read).toThrow(expect.objectContaining(problem));
});

test('the formats of the engine are those that the descriptor declares', () => {
  expectTypeOf<CsvFormat>().toEqualTypeOf<Models['CsvFormat']>();
  expectTypeOf<MultilineFormat>().toEqualTypeOf<Models['MultilineFormat']>();
  expectTypeOf<Format>().toEqualTypeOf<Models['Source']['format']>();
  expectTypeOf<SentRecord['raw_encoding']>().toEqualTypeOf<Models['PreviewResult']['raw_encoding']>();
});
