/** Records of NDJSON, CSV and lines, and refusals with their line. */

import { describe, expect, test, vi } from 'vitest';
import { requireReadable } from '../../../lib/ingest/records/malformed.ts';
import { readRecords } from '../../../lib/ingest/records/read-records.ts';

const formats = { 'application/x-ndjson': 'json', 'text/csv': 'csv', 'text/plain': 'text' } as const;
type MediaType = keyof typeof formats;
const read = (mediaType: MediaType, content: string, limit = 100) =>
  requireReadable(readRecords({ mediaType, content }, { format: formats[mediaType], limit }));

const accepted: readonly [name: string, type: MediaType, text: string, want: readonly unknown[]][] = [
  ['objects', 'application/x-ndjson', '{"a":1}\n{"b":[null]}', [{ a: 1 }, { b: [null] }]],
  ['blank lines and CRLF', 'application/x-ndjson', '\r\n{"a":1}\r\n \r\n{"a":2}\r\n', [{ a: 1 }, { a: 2 }]],
  ['a byte order mark', 'application/x-ndjson', '\ufeff{"a":1}', [{ a: 1 }]],
  ['nothing', 'application/x-ndjson', '\n\n', []],
  ['a header alone', 'text/csv', 'a,b\n', []],
  [
    'rows',
    'text/csv',
    'a,b\r\n1,2\r\n3,4',
    [
      { a: '1', b: '2' },
      { a: '3', b: '4' },
    ],
  ],
  ['a quoted line end', 'text/csv', 'a,b\n"x\r\ny",2\n3', [{ a: 'x\ny', b: '2' }, { a: '3' }]],
  ['doubled quotes', 'text/csv', 'a\n"say ""hi"""\n', [{ a: 'say "hi"' }]],
  [
    'empty values',
    'text/csv',
    'a,b,c\n,,3\n"",2',
    [
      { a: '', b: '', c: '3' },
      { a: '', b: '2' },
    ],
  ],
  [
    'names of members of every object',
    'text/csv',
    'constructor,toString\n1,2',
    [{ constructor: '1', toString: '2' }],
  ],
  ['lines', 'text/plain', 'one\r\n\n  two \n', [{ message: 'one' }, { message: '  two ' }]],
];
test.each(accepted)('%s in %s', (_name, type, text, want) => {
  expect(read(type, text)).toEqual(want);
});

const refused: readonly [type: MediaType, text: string, detail: string][] = [
  ['application/x-ndjson', '{"a":1}\n\n{"a":', 'Line 3 is not JSON: cut off at column 6.'],
  ['application/x-ndjson', '{}\n[1]', 'Line 2 is a list, not an object.'],
  ['application/x-ndjson', '7', 'Line 1 is a number, not an object.'],
  ['application/x-ndjson', '{}\n{"a":{"b":1,"b":2}}', 'Line 2 is not exact: /a/b must not be given twice.'],
  [
    'application/x-ndjson',
    '{"a":{"__proto__":1}}',
    'Line 1 has a member "__proto__", or "constructor" with a "prototype".',
  ],
  [
    'application/x-ndjson',
    '{"constructor":1}\n{"a":[{"constructor":{"prototype":1}}]}',
    'Line 2 has a member "__proto__", or "constructor" with a "prototype".',
  ],
  ['application/x-ndjson', '['.repeat(65), 'Line 1 is nested deeper than 64 levels.'],
  ['text/csv', '\na,,b\n', 'Line 2 has no name for column 2.'],
  ['text/csv', 'a,b,a\n', 'Line 1 names two columns "a".'],
  ['text/csv', '__proto__\n1', 'Line 1 has a column called "__proto__".'],
  ['text/csv', 'a,b\n1,2\n1,2,3', 'Line 3 has 3 values for 2 columns.'],
  ['text/csv', 'a\n"x"y\n', 'Line 2 is not CSV: it has the character y at 3, after a quoted value.'],
  ['text/csv', 'a\n1\n"x\ny', 'Line 3 is not CSV: it has a quote without its end.'],
  ['text/csv', 'x,'.repeat(100_000), 'Line 1 names more than 1000 columns.'],
];
test.each(refused)('%s %j is refused', (type, text, detail) => {
  expect(() => read(type, text)).toThrow(
    expect.objectContaining({
      code: 'malformed_record',
      message: detail,
      place: expect.objectContaining({ line: Number(/\d+/.exec(detail)?.[0]) }),
    }),
  );
});

test('an integer keeps its digits; one of more than 1,000 is refused with its place', () => {
  expect(read('application/x-ndjson', '{"a":9007199254740993}')).toEqual([{ a: 9007199254740993n }]);
  expect(() => read('application/x-ndjson', `{}\n{"a":${'9'.repeat(1_001)}}`)).toThrow(
    'Line 2 is not exact: /a must be an integer of at most 1000 digits',
  );
});

test('bytes that are not UTF-8 are those of their row, and quotes are found among them', () => {
  const content = 'ä,b\n1,"é\nü"\n2,x'.replace('ä', '\u00c3\u00a4');
  const typed = { mediaType: 'text/csv', content, damage: 'bytes' } as const;
  const [malformed, ...others] = readRecords(typed, { format: 'csv', limit: 9 });
  expect(malformed).toMatchObject({
    sent: { raw: Buffer.from('1,"é\nü"', 'latin1').toString('base64'), raw_encoding: 'base64' },
    error: { message: 'Line 2 is not UTF-8.' },
  });
  expect(others).toEqual([{ ä: '2', b: 'x' }]);
});

test('rows whose quotes stay open do not multiply the time', () => {
  const count = 10_000;
  const open = Array.from({ length: count }, (_, n) => (n % 2 === 0 ? 'a,"x' : 'y')).join('\n');
  const read = vi.spyOn(String.prototype, 'indexOf');
  const records = readRecords(
    { mediaType: 'text/csv', content: `a,b\n${open}` },
    { format: 'csv', limit: 99_999 },
  );
  const searches = read.mock.calls.length;
  read.mockRestore();
  expect(records).toHaveLength(count);
  expect(searches).toBeLessThan(count * 20);
});

describe('the limit', () => {
  test.each(Object.keys(formats) as MediaType[])('what follows in %s is not read', (type) => {
    const bad = { 'application/x-ndjson': '{}\n{}\n{', 'text/csv': 'a\n1\n2\n"', 'text/plain': 'a\nb\nc' };
    expect(read(type, bad[type], 2)).toHaveLength(2);
  });
});

test.each([
  ['text/csv', 'json', ['application/json', 'application/x-ndjson']],
  ['text/plain', 'csv', ['application/json', 'application/x-ndjson', 'text/csv']],
] as const)('%s is refused for a source of the format %s', (mediaType, format, accepted) => {
  expect(() => readRecords({ mediaType, content: 'a' }, { format, limit: 1 })).toThrow(
    expect.objectContaining({ code: 'unsupported_media_type', accepted }),
  );
});
