/** Every reader of a body takes linear time, in whatever dimension the body grows, and has a limit of time. */

import { expect, test } from 'vitest';
import type { MultilineFormat } from '../../../lib/ingest/records/multiline-format.ts';
import { readRecords } from '../../../lib/ingest/records/read-records.ts';

interface Body {
  readonly mediaType: string;
  readonly content: (size: number) => string;
  readonly multiline?: MultilineFormat;
}

const csv = 'text/csv';
const ndjson = 'application/x-ndjson';
const json = 'application/json';
const plain = 'text/plain';

const row = (columns: number, value: string) => Array.from({ length: columns }, () => value).join();
const names = (columns: number) => Array.from({ length: columns }, (_, index) => `c${index}`).join();
const object = (members: number) =>
  `{${Array.from({ length: members }, (_, index) => `"a${index}":1`).join()}}`;
const list = (count: number, item: string) => `[${Array.from({ length: count }, () => item).join()}]`;

/** The smaller body has about 100 KB. */
const bodies: Readonly<Record<string, Body>> = {
  'csv, rows': { mediaType: csv, content: (size) => `a,b\n${'1,2\n'.repeat(size / 4)}` },
  'csv, columns': {
    mediaType: csv,
    content: (size) => `${names(250)}\n`.concat(`${row(250, '1')}\n`.repeat(size / 500)),
  },
  'csv, wider rows': {
    mediaType: csv,
    content: (size) => `${names(size / 400)}\n${`${row(size / 400, '1')}\n`.repeat(200)}`,
  },
  'csv, long values': { mediaType: csv, content: (size) => `a,b\n${'x'.repeat(size)},y` },
  'csv, quotes': { mediaType: csv, content: (size) => `a,b\n"${'""'.repeat(size / 2)}",y` },
  'csv, lines in quotes': { mediaType: csv, content: (size) => `a\n"${'x\n'.repeat(size / 2)}"` },
  'csv, open quotes': { mediaType: csv, content: (size) => `a\n${'"\n'.repeat(size / 2)}` },
  'csv, blanks': { mediaType: csv, content: (size) => `a,b\nx${' '.repeat(size)}x,` },
  'csv, blank lines': { mediaType: csv, content: (size) => `a\n${'\n'.repeat(size)}` },
  'ndjson, lines': { mediaType: ndjson, content: (size) => '{"a":1}\n'.repeat(size / 8) },
  'ndjson, members': { mediaType: ndjson, content: (size) => object(size / 10) },
  'ndjson, a long text': { mediaType: ndjson, content: (size) => `{"a":"${'\\n'.repeat(size / 2)}"}` },
  'ndjson, blank lines': { mediaType: ndjson, content: (size) => '\n'.repeat(size) },
  'ndjson, wrong lines': {
    mediaType: ndjson,
    content: (size) => `{"a":${' '.repeat(394)}\n`.repeat(size / 400),
  },
  'ndjson, a list': { mediaType: ndjson, content: (size) => `{"a":${list(size / 2, '1')}}` },
  'json, records': { mediaType: json, content: (size) => list(size / 8, '{"a":1}') },
  'json, members': { mediaType: json, content: (size) => `[${object(size / 10)}]` },
  'json, white space': { mediaType: json, content: (size) => `[${' '.repeat(size)}{"a":1}]` },
  'text, lines': { mediaType: plain, content: (size) => 'a b\n'.repeat(size / 4) },
  'text, a long line': { mediaType: plain, content: (size) => 'a'.repeat(size) },
  'text, a trace': { mediaType: plain, content: (size) => `x\n${'\tat a\n'.repeat(size / 6)}` },
  'text, continued lines': {
    mediaType: plain,
    content: (size) => `x\n${' b\n'.repeat(size / 3)}`,
    multiline: { continues: '^ ' },
  },
  'text, lines that begin': {
    mediaType: plain,
    content: (size) => 'b\n'.repeat(size / 2),
    multiline: { begins: '^b' },
  },
};

test.each(Object.entries(bodies))('%s: linear time', { tags: ['storage'] }, (_, body) => {
  const small = 100_000;
  // Quadratic time is 16 times the time. The quickest of several runs has the fewest collections of garbage.
  const [first, last] = [small, 4 * small].map((size) => quickest(body, size)) as [number, number];
  expect(last).toBeLessThan(10 * first + 5);
});

function quickest(body: Body, size: number): number {
  const content = body.content(size);
  return Math.min(...Array.from({ length: 4 }, () => timeOf(body, content)));
}

/** Of this thread's processor, in milliseconds: three readings at once, since the clock may be coarse. */
function timeOf(body: Body, content: string): number {
  const start = process.threadCpuUsage();
  for (let count = 0; count < 3; count++) read(body, content);
  const { user, system } = process.threadCpuUsage();
  return (user + system - start.user - start.system) / 1_000;
}

function read({ mediaType, multiline }: Body, content: string) {
  const format = mediaType === csv ? 'csv' : mediaType === plain ? 'text' : 'json';
  return readRecords({ mediaType, content }, { format, ...(multiline && { multiline }), limit: 1_000_000 });
}

test('what takes too long to read is refused', () => {
  expect(() => read({ mediaType: ndjson, content: () => '' }, '\n'.repeat(40_000_000))).toThrow(
    expect.objectContaining({
      code: 'too_slow',
      message: 'The records take more than 800 ms of the processor to read: send fewer at once.',
    }),
  );
});
