/** Suggestions for logs of the W3C format. */

import { expect, test } from 'vitest';
import { suggestionEngine } from '../../../lib/ingest/suggestions/engine.ts';
import { suggest } from '../../../lib/ingest/suggestions/suggest.ts';

const engine = await suggestionEngine({ now: Date.UTC(2026, 5, 15), budgetMs: 60_000, deadlineMs: 60_000 });

const first = '#Fields: date time c-ip sc-status';
const second = '#Fields: date time sc-status c-ip';
const rows = Array.from({ length: 8 }, (_, index) => `2026-01-02 10:00:0${index} 10.0.0.${index} 200`);
const otherRows = Array.from({ length: 8 }, (_, index) => `2026-01-02 10:00:0${index} 200 10.0.0.${index}`);
const document = (index: number) => ({
  '@timestamp': `2026-01-02T10:00:0${index}.000Z`,
  'c-ip': `10.0.0.${index}`,
  'sc-status': 200,
});

/** The best suggestion for a sample, and the documents that it makes of a text. */
function suggested(sample: readonly string[], lines = sample) {
  const { source } = suggest({ text: sample.join('\n') }, engine)?.best ?? {};
  if (!source) throw new Error('There is no suggestion.');
  const { preprocessors, ...format } = source;
  const records = engine.read(lines.join('\n'), format) ?? [];
  return {
    ...format,
    documents: engine.run(
      preprocessors,
      records.map((one) => one ?? { isMalformed: true }),
    ),
  };
}

test('with one header, its columns are those of a body without a header', () => {
  const sample = ['#Version: 1.0', first, ...rows];
  const columns = ['date', 'time', 'c-ip', 'sc-status'];
  expect(suggested(sample, rows.slice(3, 5))).toEqual({
    format: 'csv',
    csv: { separator: ' ', header: 'w3c', columns },
    documents: [document(3), document(4)],
  });
});

test('another header later on has other columns', () => {
  const lines = [first, ...rows.slice(0, 2), second, ...otherRows.slice(2, 4)];
  expect(suggested([first, ...rows], lines).documents).toEqual([0, 1, 2, 3].map(document));
});

test('a sample with two headers is read by both, and no body without a header by one of them', () => {
  const found = suggested([first, ...rows, second, ...otherRows]);
  expect(found.csv).toEqual({ separator: ' ', header: 'w3c' });
  expect(found.documents).toEqual([...rows.keys(), ...rows.keys()].map(document));
});

test('tabs and commas separate values as the rows say', () => {
  const separatorOf = (lines: readonly string[]) => suggested(lines).csv?.separator;
  expect(separatorOf([first, ...rows.map((row) => row.replaceAll(' ', '\t'))])).toBe('\t');
  expect(
    separatorOf(['#Fields: date-time,client-ip', ...rows.map((row) => `${row.slice(0, 10)}T00:00:00Z,::1`)]),
  ).toBe(',');
});

test('a header that names no columns, behind the records that are measured, is not in the way', () => {
  const lines = [first, ...Array<string>(1_200).fill(rows[0] ?? ''), '#Fields: a a'];
  expect(suggested(lines).format).toBe('csv');
});
