/** Messages are grouped by what made them: random templates with random values, and laws that hold for any text. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { repairFormats, repairPattern } from '../../lib/ingest/suggestions/repair.ts';
import { messagePatterns } from '../../lib/ingest/text/message-patterns.ts';
import { amount } from '../support/amount.ts';

const numRuns = amount({ few: 200, many: 2_000, most: 20_000 });

const shown = (lines: readonly string[]) =>
  messagePatterns(lines).map(({ pattern, members }) => [pattern, members]);

test('lines of sshd: numbers, addresses and names differ, what has happened does not', () => {
  const lines = [
    'Dec 10 06:55:46 web1 sshd[24200]: Failed password for ada from 10.0.0.1 port 38926 ssh2',
    'Dec 10 06:55:48 web1 sshd[24201]: Accepted password for ada from 10.0.0.1 port 38927 ssh2',
    'Dec 10 07:02:47 web1 sshd[24203]: Failed password for grace from 2001:db8:0:0:1:2:3:4 port 1 ssh2',
    'Dec 10 07:07:38 web1 sshd[24206]: Connection closed by 10.0.0.7 [preauth]',
  ];
  expect(shown(lines)).toEqual([
    [
      '<time> web<number> sshd[<number>]: Failed password for <any> from <ip> port <number> ssh<number>',
      [0, 2],
    ],
    ['<time> web<number> sshd[<number>]: Accepted password for ada from <ip> port <number> ssh<number>', [1]],
    ['<time> web<number> sshd[<number>]: Connection closed by <ip> [preauth]', [3]],
  ]);
});

test.each([
  ['2026-11-30T10:00:00.123Z ok', '<time> ok'],
  ['30/Nov/2026:10:00:00 +0100 ok', '<time> ok'],
  ['id 0b7c3f9e-1d2a-4c5b-8e6f-001122334455 ok', 'id <uuid> ok'],
  ['see https://example.org/a?b=1, ok', 'see <url>, ok'],
  ['at 0xdeadbeef and deadbeef12 added', 'at <hex> and <hex> added'],
  ['-12.5 of 1,000 in 15ms', '<number> of <number> in <number>ms'],
  ['de:ad:be:ef:00:01 joined', '<mac> joined'],
  ['plain words', 'plain words'],
  ['', ''],
])('%j has the form %j', (line, pattern) => {
  expect(shown([line])).toEqual([[pattern, [0]]]);
});

test('a topic with many values is one of them', () => {
  const names = ['ada', 'bob', 'carl', 'dora', 'emil', 'fritz', 'grace', 'hans'];
  expect(shown(names.map((name) => `${name} has logged in`))).toEqual([
    ['<any> has logged in', [0, 1, 2, 3, 4, 5, 6, 7]],
  ]);
});

const letters = fc.string({ unit: fc.constantFrom(...'ghijklmnopqrstuvwyz'), minLength: 3, maxLength: 9 });
const hexOf = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: length, maxLength: length });
const values = {
  number: fc.integer({ min: 0, max: 1e9 }).map(String),
  decimal: fc.integer({ min: 0, max: 1e6 }).map((number) => `${number}.5`),
  ip: fc.ipV4(),
  uuid: fc.uuid(),
  time: fc
    .date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true })
    .map((time) => time.toISOString()),
  hex: hexOf(8).map((digits) => `0x${digits}`),
  name: letters,
};
type Value = keyof typeof values;

/** At least four words to each value, with none that another template has. */
const template = fc.record({
  head: fc.uniqueArray(letters, { minLength: 4, maxLength: 6 }),
  value: fc.constantFrom(...(Object.keys(values) as Value[])),
  tail: fc.uniqueArray(letters, { minLength: 0, maxLength: 3 }),
});

test('the groups are the templates that made the lines, whatever the order of the lines', {
  tags: ['property'],
}, () => {
  const property = fc.property(
    fc.uniqueArray(template, { minLength: 1, maxLength: 6, selector: ({ head }) => head[0] }),
    fc.array(fc.record({ of: fc.nat(5), value: fc.record(values), rank: fc.integer() }), {
      minLength: 1,
      maxLength: 60,
    }),
    (templates, drawn) => {
      const lines = drawn.map(({ of, value, rank }) => {
        const own = templates[of % templates.length] as (typeof templates)[number];
        const text = [...own.head, value[own.value], ...own.tail].join(' ');
        return { of: of % templates.length, text, rank };
      });
      const wanted = (some: typeof lines) =>
        [...Map.groupBy(some.keys(), (index) => some[index]?.of).values()]
          .map((own) => own.join())
          .toSorted();
      const found = (some: typeof lines) =>
        messagePatterns(some.map(({ text }) => text))
          .map(({ members }) => members.join())
          .toSorted();
      expect(found(lines)).toEqual(wanted(lines));
      const other = lines.toSorted((a, b) => a.rank - b.rank);
      expect(found(other)).toEqual(wanted(other));
    },
  );
  fc.assert(property, { numRuns });
});

/** Any text, and what looks like a log. */
const anyLine = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc
    .array(fc.oneof(letters, ...Object.values(values), fc.constantFrom('"', '"a b"', '<any>', '[x]:', '=')), {
      maxLength: 8,
    })
    .map((words) => words.join(' ')),
);

test('each line is in one group, and has what its pattern says', { tags: ['property'] }, () => {
  const property = fc.property(fc.array(anyLine, { maxLength: 40 }), (lines) => {
    const patterns = messagePatterns(lines);
    const all = patterns.flatMap(({ members }) => members);
    expect(all.toSorted((a, b) => a - b)).toEqual([...lines.keys()]);
    const sizes = patterns.map(({ members }) => members.length);
    expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
    for (const { pattern, members } of patterns) {
      const source = pattern
        .split(/<(?:uuid|url|time|mac|ip|hex|number|any)>/)
        .map((literal) => literal.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'))
        .join('[^\\n]+?');
      const expression = new RegExp(`^${source}$`, 's');
      for (const index of members) {
        const line = (lines[index]?.split('\n')[0] ?? '').trim();
        const plain = (line.match(/"(?:[^"\\]|\\.)*"\S*|\S+/g) ?? []).join(' ');
        expect(plain).toMatch(expression);
      }
    }
  });
  fc.assert(property, { numRuns });
});

test('a pattern for lines that a step cannot read: of all, or of the most frequent kind', () => {
  expect(repairPattern(['a=1', 'a=2'])).toEqual({ found: '^a=%{INT:a:long}\\s*$', matched: 2 });
  expect(repairPattern(['Failed for ada from 10.0.0.1 port 22', 'x'])).toEqual({
    found: '^Failed\\s+for\\s+ada\\s+from\\s+%{IP:ip}\\s+port\\s+%{NUMBER:number}\\s*$',
    matched: 1,
  });
  // Words alone say nothing.
  expect(repairPattern(['put two', 'get three'])).toBeUndefined();
  expect(repairPattern(['garbage'])).toBeUndefined();
  expect(repairPattern([])).toBeUndefined();
});

test('formats for dates that a step cannot read', () => {
  expect(repairFormats(['03.01.2026 10:00:00', '17.01.2026 11:30:00', 'x'])).toEqual({
    found: ['dd.MM.yyyy HH:mm:ss'],
    matched: 2,
  });
  expect(repairFormats(['1767225600123'])).toEqual({ found: ['UNIX_MS'], matched: 1 });
  expect(repairFormats(['nothing', ''])).toBeUndefined();
  expect(repairFormats([])).toBeUndefined();
});
