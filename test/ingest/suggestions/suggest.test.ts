/**
 * Suggestions for logs: what they are, that the service takes them, and that hostile texts harm nobody.
 *
 * @module-tag preprocessors
 */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { layoutTask } from '../../../bench/service/suggestions/layouts.ts';
import { publicTasks } from '../../../bench/service/suggestions/public-formats.ts';
import { scoreTask } from '../../../bench/service/suggestions/score.ts';
import { checkPipeline } from '../../../lib/ingest/engine/check.ts';
import { csvIssues } from '../../../lib/ingest/records/csv-format.ts';
import { multilineIssues } from '../../../lib/ingest/records/multiline-format.ts';
import { suggestionEngine } from '../../../lib/ingest/suggestions/engine.ts';
import { type Suggestions, suggest } from '../../../lib/ingest/suggestions/suggest.ts';
import { amount } from '../../support/amount.ts';

const engine = await suggestionEngine({ now: Date.UTC(2026, 5, 15), budgetMs: 60_000, deadlineMs: 60_000 });
const suggestText = (text: string) => suggest({ text }, engine);
const numbered = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => line(index)).join('\n');
const two = (value: number) => String(value).padStart(2, '0');

describe('the source of', () => {
  const cases: readonly (readonly [name: string, text: string, source: object])[] = [
    [
      'lines of an access log',
      numbered(9, (i) => `10.0.0.${i} - - [10/Oct/2025:13:55:${two(i)} +0000] "GET /${i} HTTP/1.1" 200 ${i}`),
      {
        format: 'text',
        preprocessors: [
          { type: 'access_log', field: 'message' },
          { type: 'remove', field: ['message'] },
        ],
      },
    ],
    [
      'a layout of its own',
      numbered(
        20,
        (i) =>
          `2026-01-02 10:00:${two(i)},001 [main] ${i % 3 ? 'INFO ' : 'ERROR'} took=${i}ms - the ${i} cats sleep`,
      ),
      {
        format: 'text',
        preprocessors: [
          {
            type: 'grok',
            field: 'message',
            patterns: [
              '^(?<timestamp>\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d,\\d{3}) \\[(?<process.thread.name>\\S+)\\] %{WORD:log.level}\\s+took=%{INT:took:long}ms - (?<message>[\\s\\S]*)$',
            ],
          },
          {
            type: 'date',
            field: 'timestamp',
            formats: ['yyyy-MM-dd HH:mm:ss,SSS'],
            target_field: '@timestamp',
            ignore_missing: true,
          },
          { type: 'remove', field: ['timestamp'], ignore_missing: true },
        ],
      },
    ],
    [
      'rows with a header',
      `id;name;joined;score\n${numbered(9, (i) => `${i};"A; ${i}";2025-03-${two(i + 1)} 10:00:00;${i}.5`)}`,
      {
        format: 'csv',
        csv: { separator: ';' },
        preprocessors: [
          {
            type: 'date',
            field: 'joined',
            formats: ['yyyy-MM-dd HH:mm:ss'],
            target_field: '@timestamp',
            ignore_missing: true,
          },
          { type: 'remove', field: ['joined'], ignore_missing: true },
          { type: 'convert', field: 'score', target_type: 'double', ignore_missing: true },
        ],
      },
    ],
    [
      'pairs of logfmt',
      numbered(9, (i) => `at=info msg="all ${i}" took=${i}`),
      {
        format: 'text',
        preprocessors: [
          { type: 'logfmt', field: 'message' },
          { type: 'remove', field: ['message'] },
          { type: 'convert', field: 'took', target_type: 'long', ignore_missing: true },
        ],
      },
    ],
    [
      'objects',
      numbered(9, (i) => JSON.stringify({ ts: 1_767_225_600 + i, n: i, s: `${i}` })),
      {
        format: 'ndjson',
        preprocessors: [
          {
            type: 'date',
            field: 'ts',
            formats: ['UNIX'],
            target_field: '@timestamp',
            ignore_missing: true,
          },
          { type: 'remove', field: ['ts'], ignore_missing: true },
          { type: 'convert', field: 's', target_type: 'long', ignore_missing: true },
        ],
      },
    ],
    ['prose', 'Once upon a time\nthere was a log\nwithout any form', { format: 'text', preprocessors: [] }],
  ];
  test.each(cases)('%s', (_, text, source) => expect(suggestText(text)?.best.source).toEqual(source));
});

test('traces belong to the record before them', () => {
  const text = numbered(
    20,
    (i) =>
      `2026-01-02T10:00:${two(i)}Z ERROR failed ${i}${i % 4 ? '' : '\njava.io.IOException: closed\n\tat a.B.c(B.java:1)'}`,
  );
  const best = suggestText(text)?.best;
  expect(best).toMatchObject({
    records: 20,
    parsed: 1,
    source: { multiline: { begins: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ' } },
  });
});

/** Counts how often names are compared or looked up. */
function comparisons(run: () => unknown): number {
  const { startsWith } = String.prototype;
  const { has } = Set.prototype;
  let count = 0;
  String.prototype.startsWith = function (...parameters) {
    count++;
    return startsWith.apply(this, parameters);
  };
  Set.prototype.has = function (value) {
    count++;
    return has.call(this, value);
  };
  try {
    run();
  } finally {
    Object.assign(String.prototype, { startsWith });
    Object.assign(Set.prototype, { has });
  }
  return count;
}

describe('an order of day and month', () => {
  const formatsOf = (dates: readonly string[]) => {
    const best = suggestText(dates.map((date) => `${date} 10:00:00 INFO ok`).join('\n'))?.best;
    const date = best?.source.preprocessors.find(({ type }) => type === 'date');
    return {
      formats: date?.['formats'],
      isSure: !best?.reasons.some((reason) => reason.includes('do not say')),
    };
  };
  test.each([
    ['by a day over 12', ['01/02/2026', '01/13/2026'], 'MM/dd/yyyy', true],
    ['by a month that stays', ['01/02/2026', '02/02/2026', '03/02/2026'], 'dd/MM/yyyy', false],
    ['by what rises', ['11/01/2026', '12/01/2026', '01/02/2026'], 'dd/MM/yyyy', false],
    ['of a year of two digits', ['26/01/02', '26/01/31'], 'yy/MM/dd', false],
  ])('%s', (_, dates, format, isSure) =>
    expect(formatsOf(dates)).toEqual({ formats: [`${format} HH:mm:ss`], isSure }),
  );
});

/** What the service would say to a suggestion. */
function issuesOf({ best, alternatives }: Suggestions) {
  return [best, ...alternatives].flatMap(({ source }) => [
    ...checkPipeline(source.preprocessors),
    ...csvIssues(source),
    ...multilineIssues(source),
  ]);
}

describe('the scores of the bench', () => {
  const mean = (scores: readonly number[]) => scores.reduce((sum, score) => sum + score, 0) / scores.length;

  test('known formats are read', { tags: ['preprocessors'] }, () => {
    const scores = publicTasks(2).map((task) => [task.name, scoreTask(task).total >= 0.95]);
    expect(scores.filter(([, isGood]) => !isGood)).toEqual([]);
  });

  test('layouts that were not seen are read', { tags: ['property'] }, () => {
    const seeds = Array.from({ length: amount({ few: 3, many: 10, most: 60 }) }, (_, index) => 500 + index);
    expect(mean(seeds.map((seed) => scoreTask(layoutTask(seed)).total))).toBeGreaterThan(0.9);
  });
});

test('the same text always has the same suggestion, which the service takes', { tags: ['property'] }, () => {
  const parts = fc.constantFrom(
    ...[
      '2026-01-02 10:00:00',
      'INFO',
      '[a]',
      '"b c"',
      '|',
      ',',
      ' - ',
      '\t',
      'k=v',
      '-',
      '10.0.0.1',
      '{',
      '}',
      '(',
      '12ms',
    ],
    ...[
      '\u0000',
      '\ufffd',
      'é',
      '\\',
      '^$',
      '*',
      '__proto__=1',
      'constructor: 2',
      '#Fields: a b',
      '[{"a":1}]',
      "'",
      '<13>',
      '%{X}',
    ],
  );
  const line = fc.array(parts, { maxLength: 9 }).map((all) => all.join(' '));
  const text = fc.oneof(
    fc.array(line, { maxLength: 30 }).map((lines) => lines.join('\n')),
    fc.tuple(line, fc.integer({ min: 1, max: 40 })).map(([one, count]) => Array(count).fill(one).join('\n')),
    fc.string({ maxLength: 300, unit: 'binary' }),
  );
  fc.assert(
    fc.property(text, (one) => {
      const found = suggestText(one);
      if (!found) return;
      expect(issuesOf(found)).toEqual([]);
      expect(suggestText(one)).toEqual(found);
    }),
    { numRuns: amount({ few: 5, many: 50, most: 3_000 }) },
  );
});

describe('a hostile text', () => {
  test.each([
    ['lines of 10,000 characters', numbered(100, (i) => `${i} ${'ab '.repeat(3_333)}`)],
    ['brackets', numbered(100, () => '['.repeat(10_000))],
    ['quotes', numbered(100, () => '"'.repeat(9_999))],
    ['blanks', numbered(100, (i) => `${i}${' '.repeat(9_999)}x`)],
    ['digits', numbered(100, () => '1'.repeat(10_000))],
    ['colons', numbered(100, () => 'a:'.repeat(5_000))],
    ['one line', 'a'.repeat(10_000)],
    [
      'bytes',
      numbered(100, (i) =>
        String.fromCharCode(...Array.from({ length: 500 }, (_, j) => (i * 7 + j * 13) % 256)),
      ),
    ],
  ])('%s', (_, text) => {
    const found = suggestText(text);
    expect(found && issuesOf(found)).toEqual([]);
  });

  test.each([':', 'a,', 'x|'])('twice the columns of %j are less than three times the work', (cell) => {
    const work = (count: number) => comparisons(() => suggestText(cell.repeat(count)));
    expect(work(400)).toBeLessThan(3 * work(200));
  });

  test.each(['', '\n\n', ' \n\t\n'])('%j has no record', (text) => expect(suggestText(text)).toBeUndefined());
});
