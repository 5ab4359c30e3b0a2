/** Extended log files of the W3C: each `#Fields:` names the columns of the rows behind it, in the same body. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CsvFormat } from '../../../lib/ingest/records/csv-format.ts';
import { isReadable, type ReadRecord, sentOf } from '../../../lib/ingest/records/malformed.ts';
import { readAgain, readRecords } from '../../../lib/ingest/records/read-records.ts';
import { amount } from '../../support/amount.ts';

const read = (content: string, csv: CsvFormat = {}, header?: string) =>
  readRecords(
    { mediaType: 'text/csv', content, parameters: new Map(header === undefined ? [] : [['header', header]]) },
    { format: 'csv', csv: { separator: ' ', header: 'w3c', ...csv }, limit: 1_000 },
  );
const shown = (record: ReadRecord) =>
  isReadable(record) ? record : [sentOf(record).raw, record.result.failure.message];

test.each<[what: string, text: string, want: readonly unknown[], csv?: CsvFormat]>([
  [
    'two headers',
    '#Version: 1.0\n#Fields: a b\n1 2\n#Date: 2026-01-02 10:00:00\n#Fields: b c a\n3 4 5\n',
    [
      { a: '1', b: '2' },
      { b: '3', c: '4', a: '5' },
    ],
  ],
  ['rows before a header', '1 2\n#Fields: b\n3', [{ x: '1', y: '2' }, { b: '3' }], { columns: ['x', 'y'] }],
  ['no header', '\ufeff1 -\r\n\r\n', [{ x: '1' }], { columns: ['x', 'y'] }],
  [
    'no header and no columns',
    '1 2\n#Fields: a\n3',
    [['1 2', 'Line 1 is behind no #Fields, and the source has no csv.columns.'], { a: '3' }],
  ],
  ['only directives', '#Version: 1.0\n#Fields: a b\n#Remark: "not closed', []],
  [
    'absent values, quotes and blanks at the end',
    '#Fields: \t a  b c \n- "a ""b"" c" "" \n',
    [{ b: 'a "b" c', c: '' }],
  ],
  [
    'tabs between values, blanks between names',
    '#Fields: a b c\n1 x\t\t\n-\t-\t-',
    [{ a: '1 x', b: '', c: '' }, {}],
    { separator: '\t' },
  ],
  ['commas', '#Fields: a,b\n"1,1",-', [{ a: '1,1' }], { separator: ',' }],
  [
    'the directive of Zeek',
    '#separator \\x09\n#fields\ta\tb\n#types\tstring\tstring\n1\t-',
    [{ a: '1' }],
    { separator: '\t' },
  ],
  [
    'rows with too few or too many values',
    '#Fields: a b\n1\n1 2 3\n1 2',
    [
      ['1', 'Line 2 has 1 values for 2 columns.'],
      ['1 2 3', 'Line 3 has 3 values for 2 columns.'],
      { a: '1', b: '2' },
    ],
  ],
  [
    'an open quote, which ends with its line',
    '#Fields: a b\n1 "2\n#Fields: a\n3" 4\n5',
    [
      ['1 "2', 'Line 2 is not CSV: it has a quote without its end.'],
      ['3" 4', 'Line 4 is not CSV: it has an illegal character at 1, in a value without quotes.'],
      { a: '5' },
    ],
  ],
])('%s', (_what, text, want, csv) => {
  expect(read(text, csv).map(shown)).toEqual(want);
});

test.each([
  ['names two columns "a"', 'a b a'],
  ['has a column called "__proto__"', 'a __proto__'],
  ['has no name for column 1', ''],
  ['names more than 1000 columns', Array.from({ length: 1001 }, (_, index) => `c${index}`).join(' ')],
])('a #Fields that %s is refused', (what, names) => {
  expect(() => read(`1\n#Fields: ${names}\n2`, { columns: ['x'] })).toThrow(`Line 2 ${what}.`);
});

test('the parameter header of text/csv means nothing', () => {
  for (const header of ['present', 'absent'])
    expect(read('#Fields: a\n1', {}, header).map(shown)).toEqual([{ a: '1' }]);
});

test('bytes that are not UTF-8 cost their row or the names of columns, but no remark', () => {
  const bytes = (content: string) =>
    readRecords(
      { mediaType: 'text/csv', content, damage: 'bytes' },
      { format: 'csv', csv: { separator: ' ', header: 'w3c' }, limit: 9 },
    );
  expect(bytes('#Remark: \xe4\n#Fields: a\n1\n\xe4\n\xc3\xa4').map(shown)).toEqual([
    { a: '1' },
    ['5A==', 'Line 4 is not UTF-8.'],
    { a: 'ä' },
  ]);
  expect(() => bytes('#Fields: a\n1\n#Fields: \xe4\n2')).toThrow('Line 3 is not UTF-8.');
});

test('a row that could not be read is not read again by the columns of another header', () => {
  const csv = { separator: ' ', columns: ['x', 'y', 'z'], header: 'w3c' };
  const [record = {}] = read('#Fields: a b\n1 2 3', csv);
  expect(readAgain(record, { format: 'csv', csv })).toBe(record);
  const chosen = { format: 'csv', csv: { ...csv, header: false } } as const;
  expect(readAgain(record, chosen)).toEqual({ x: '1', y: '2', z: '3' });
});

describe('random logs', () => {
  const name = fc.constantFrom(
    'date',
    'c-ip',
    'cs(User-Agent)',
    'constructor',
    'x-é',
    '7',
    '-',
    '"q"',
    'a.b',
  );
  const names = fc.uniqueArray(name, { minLength: 1, maxLength: 5 });
  const plain = fc.stringMatching(/^[^\s"#][^\s"]{0,5}$/);
  const quoted = fc.string({ maxLength: 6 }).map((text) => `"${text.replaceAll('"', '""')}"`);
  const value = fc.oneof(plain, fc.constant('-'), quoted);
  const line = (separator: string) =>
    fc.oneof(
      names.map((all) => `#Fields: ${all.join(' ')}`),
      fc.array(value, { minLength: 1, maxLength: 6 }).map((values) => values.join(separator)),
      fc.constantFrom('', '#', '#Date: 2026-01-02', '# no fields: a b', '#"'),
    );
  const log = fc.constantFrom(' ', '\t').chain((separator) =>
    fc.record({
      separator: fc.constant(separator),
      lines: fc.array(line(separator), { maxLength: 20 }),
      columns: fc.option(names, { nil: undefined }),
    }),
  );

  /** Knows nothing of the readers of the service. */
  function expected(lines: readonly string[], separator: string, columns?: readonly string[]) {
    let fields = columns;
    return lines.flatMap((text) => {
      if (text.startsWith('#Fields: ')) fields = text.slice(9).split(' ');
      if (text.startsWith('#') || text === '') return [];
      const cells = text.match(separator === ' ' ? /"(?:[^"]|"")*"|[^ ]+/g : /"(?:[^"]|"")*"|[^\t]+/g) ?? [];
      if (fields?.length !== cells.length) return ['malformed'];
      const values = cells.map((cell) =>
        cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell,
      );
      return [
        Object.fromEntries(fields.map((key, at) => [key, values[at]]).filter(([, one]) => one !== '-')),
      ];
    });
  }

  test('are read as by a short reference', { tags: ['property'] }, () => {
    fc.assert(
      fc.property(log, ({ separator, lines, columns }) => {
        const csv = { separator, ...(columns ? { columns } : {}) };
        const records = read(lines.join('\n'), csv).map((one) => (isReadable(one) ? one : 'malformed'));
        expect(records).toEqual(expected(lines, separator, columns));
      }),
      { numRuns: amount({ few: 200, many: 2_000, most: 20_000 }) },
    );
  });
});
