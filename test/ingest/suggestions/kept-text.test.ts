/**
 * No suggestion loses text of its sample, or is worse than keeping the lines. The logs are those of the bench, whose makers
 * know the value of each column; here they get padding, further columns, other lines and traces as well.
 */

import { describe, expect, test } from 'vitest';
import { layoutTask } from '../../../bench/service/suggestions/layouts.ts';
import { publicTasks } from '../../../bench/service/suggestions/public-formats.ts';
import { Random, type Task, type TaskValue } from '../../../bench/service/suggestions/task.ts';
import type { DataRecord, RecordValue } from '../../../lib/ingest/base/record.ts';
import { suggestionEngine } from '../../../lib/ingest/suggestions/engine.ts';
import { type Suggestion, suggest } from '../../../lib/ingest/suggestions/suggest.ts';
import { amount } from '../../support/amount.ts';

const engine = await suggestionEngine({ now: Date.UTC(2026, 5, 15), budgetMs: 60_000, deadlineMs: 60_000 });

/** A record as it was written, and what must not be lost of it. */
interface Written {
  readonly text: string;
  readonly values: readonly TaskValue[];
  /** In milliseconds since 1970. */
  readonly times: readonly number[];
}

/** Its values, and the names of its members: a word of logfmt without a value is a name. */
function leavesOf(value: RecordValue | undefined): readonly string[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(leavesOf);
  if (typeof value !== 'object') return [String(value)];
  return Object.entries(value).flatMap(([name, inner]) => [name, ...leavesOf(inner)]);
}

/** Padding is no text. */
function plain(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/(?<=[[(<]) | (?=[\])>])/g, '')
    .trim();
}

/** Whole, as a number, or in several fields. */
function hasValue(leaves: readonly string[], value: TaskValue): boolean {
  const text = plain(String(value));
  const has = (part: string) =>
    leaves.some((leaf) => leaf.includes(part) || (leaf !== '' && Number(leaf) === Number(part)));
  return has(text) || text.split(/[^\w.-]+/).every(has);
}

/** As a date, or as it was written. */
function hasTime(leaves: readonly string[], time: number, text: string): boolean {
  const clocks = text.match(/\d\d[:.]?\d\d[:.]?\d\d/g) ?? [];
  return leaves.some((leaf) => Date.parse(leaf) === time || clocks.some((clock) => leaf.includes(clock)));
}

/** The values of a record that its document does not have. */
function lostValues({ text, values, times }: Written, document: DataRecord): readonly unknown[] {
  const leaves = leavesOf(document).map(plain);
  if (leaves.some((leaf) => leaf.includes(plain(text)))) return [];
  const present = values.filter((value) => value !== undefined);
  return [
    ...present.filter((value) => !hasValue(leaves, value)),
    ...times.filter((time) => !hasTime(leaves, time, text)),
  ];
}

/** What is lost in the suggestions for a log, and which of them have fewer documents than the log has records. */
function faultsOf(head: string | undefined, records: readonly Written[]): readonly unknown[] {
  const text = [...(head === undefined ? [] : [head]), ...records.map((record) => record.text)].join('\n');
  const found = suggest({ text }, engine);
  const all = found ? [found.best, ...found.alternatives] : [];
  expect(all).not.toEqual([]);
  return all.flatMap((suggestion) => faultsOfSuggestion(suggestion, text, records));
}

function faultsOfSuggestion(
  { source, parsed }: Suggestion,
  text: string,
  records: readonly Written[],
): readonly unknown[] {
  const { preprocessors, ...format } = source;
  const read = (engine.read(text, format) ?? []).map((record) => record ?? {});
  const documents = engine.run(preprocessors, read) ?? [];
  if (parsed !== 1) return [{ source, parsed }];
  // A line before all records is a record of its own, unless the format reads it.
  const isText = format.format === 'text';
  let end = isText ? 0 : read.length - records.length;
  for (const record of records) {
    // An odd line may belong to the record before it.
    let at = isText ? Math.max(0, end - 1) : end;
    while (isText && at < read.length && !hasBeginOf(read[at], record)) at++;
    end = at + lengthOf(read.slice(at), record);
    const parts = documents.slice(at, end);
    const lost = parts.includes(undefined) ? 'all' : lostValues(record, { parts: parts as DataRecord[] });
    if (lost.length > 0 || parts.length === 0) return [{ source, text: record.text, lost }];
  }
  return [];
}

function hasBeginOf(read: DataRecord | undefined, { text }: Written): boolean {
  return String(read?.['message']).includes(text.split('\n', 1)[0] ?? '');
}

/** A record of several lines is one for each line, unless the format joins them. */
function lengthOf([first]: readonly DataRecord[], { text }: Written): number {
  const message = first?.['message'];
  return typeof message === 'string' && !message.includes('\n') ? text.trimEnd().split('\n').length : 1;
}

function writtenOf({ columns, records }: Task, count: number): readonly Written[] {
  const isTime = new Set(columns.filter(({ type }) => type === 'time').map(({ name }) => name));
  return records.slice(0, count).map(({ text, values }) => {
    const entries = Object.entries(values).filter(([name]) => columns.some((column) => column.name === name));
    return {
      text,
      values: entries.filter(([name]) => !isTime.has(name)).map(([, value]) => value),
      times: entries
        .filter(([name, value]) => isTime.has(name) && value !== undefined)
        .map(([, value]) => Number(value)),
    };
  });
}

type Change = (random: Random) => (record: Written, index: number) => Written;

const trace = [
  'Traceback (most recent call last):',
  '  File "app.py", line 7, in <module>',
  'ValueError: wrong shape',
];

/** What happens to lines. */
const changes: Readonly<Record<string, Change>> = {
  'as they are': () => (record) => record,
  'padding in brackets': (random) => {
    const width = random.int(8, 30);
    const isBehind = random.chance(0.7);
    return (record) => ({
      ...record,
      text: record.text.replace(
        /([[(<])([A-Za-z][\w.$-]*)([\])>])/g,
        (_, open, value, close) => `${open}${isBehind ? value.padEnd(width) : value.padStart(width)}${close}`,
      ),
    });
  },
  'padding before tabs and bars': (random) => {
    const width = random.int(6, 12);
    return (record) => ({
      ...record,
      text: record.text.replace(/([A-Za-z]+)(\t| \| | - )/g, (_, value, end) => value.padEnd(width) + end),
    });
  },
  'further columns': (random) => {
    const share = random.pick([1, 1, 0.4]);
    const make = random.pick([
      () => [`"10.1.${random.int(0, 9)}.4, 172.16.0.${random.int(1, 99)}"`],
      () => [`0.${random.int(100, 999)}`, `[up-${random.int(1, 9)}]`, '-'],
      () => [`rt=${random.int(1, 900)}`, `"edge ${random.hex(6)}"`],
      () => [String(random.int(1, 300))],
    ]);
    return (record) => {
      if (record.text.includes('\n') || !random.chance(share)) return record;
      const columns = make();
      return {
        ...record,
        text: `${record.text} ${columns.join(' ')}`,
        values: [...record.values, ...columns.map((one) => one.replace(/^(?:rt=|["[])|["\]]$/g, ''))],
      };
    };
  },
  'other lines': (random) => {
    const share = random.pick([0.02, 0.06, 0.3]);
    return (record) =>
      random.chance(share) ? { text: `*** ${random.hex(5)} was restarted`, values: [], times: [] } : record;
  },
  'a trace behind some': (random) => (record) =>
    random.chance(0.15) && !record.text.includes('\n')
      ? {
          ...record,
          text: [record.text, ...trace].join('\n'),
          values: [...record.values, 'ValueError: wrong shape', 'most recent call last'],
        }
      : record,
};

/** Records of a log. */
const length = () => amount({ few: 15, many: 25 });
const heads = [undefined, undefined, '# service 4.2 started', 'log of 2026'];

describe.each(Object.entries(changes))('lines with %s', (_, change) => {
  test('layouts', { tags: ['property'] }, () => {
    const seeds = Array.from({ length: amount({ few: 5, many: 8, most: 600 }) }, (_one, index) => index + 1);
    const faults = seeds.flatMap((seed) => {
      const random = new Random(seed);
      const records = writtenOf(layoutTask(seed), length()).map(change(random));
      return faultsOf(random.pick(heads), records).map((fault) => ({ seed, fault }));
    });
    expect(faults).toEqual([]);
  });

  test('known formats', { tags: ['property'] }, () => {
    const seeds = Array.from({ length: amount({ few: 1, many: 2, most: 40 }) }, (_one, index) => index + 1);
    const faults = seeds.flatMap((seed) =>
      publicTasks(seed).flatMap((task) =>
        faultsOf(task.head, writtenOf(task, length()).map(change(new Random(seed)))).map((fault) => ({
          name: task.name,
          seed,
          fault,
        })),
      ),
    );
    expect(faults).toEqual([]);
  });
});

const numbered = (length: number, line: (index: number) => string) =>
  Array.from({ length }, (_, index) => line(index));
const suggested = (lines: readonly string[]) => suggest({ text: lines.join('\n') }, engine)?.best;

describe('padding in brackets and before tabs', () => {
  const levels = ['INFO', 'WARN', 'ERROR'];
  test.each<[name: string, write: (level: string) => string]>([
    ['behind, [ ]', (level) => `[${level.padEnd(5)}] `],
    ['behind, wide', (level) => `[${level.padEnd(12)}] `],
    ['in front, [ ]', (level) => `[${level.padStart(5)}] `],
    ['behind, ( )', (level) => `(${level.padEnd(6)}) `],
    ['behind, < >', (level) => `<${level.padEnd(6)}> `],
    ['before a tab', (level) => `${level.padEnd(6)}\t`],
    ['before a bar', (level) => `${level.padEnd(6)}| a |`],
    ['before a hyphen', (level) => `${level.padEnd(6)} - a - `],
    ['behind, twice', (level) => `[${level.padEnd(6)}][c.e.App    ] `],
  ])('%s', (_, write) => {
    for (const count of [1, 3]) {
      const lines = numbered(
        12,
        (index) => `2024-05-25 12:39:${10 + index} ${write(levels[index % count] ?? '')}step ${index} done`,
      );
      const { source, parsed, fields = [] } = suggested(lines) ?? {};
      expect(parsed).toBe(1);
      const level = fields.find(({ path }) => path === 'log.level');
      expect({ source, examples: level?.examples.toSorted() }).toEqual({
        source,
        examples: levels.slice(0, count).toSorted(),
      });
      expect(fields.map(({ path }) => path)).not.toContain('event.original');
    }
  });
});

test('columns behind an access log are kept', () => {
  const lines = numbered(
    5,
    (index) =>
      `203.0.113.${index} - - [31/Dec/2026:17:32:06 +0000] "GET / HTTP/1.1" 200 615 "-" "curl/8.11.1" "198.51.100.4"`,
  );
  const best = suggested(lines);
  expect(best?.source.preprocessors.map(({ type }) => type)).toEqual(['set', 'access_log', 'remove']);
  expect(best?.fields[0]).toMatchObject({ path: 'event.original', examples: [lines[0], lines[1], lines[2]] });
});

describe('lines that a format cannot read stay documents', () => {
  test('one that is no JSON', () => {
    const lines = [...numbered(30, (index) => `{"n":${index},"s":"x"}`), 'panic: closed'];
    expect(suggested(lines)).toMatchObject({ records: 31, parsed: 1, source: { format: 'text' } });
    expect(suggested(lines.slice(0, 30))).toMatchObject({
      records: 30,
      parsed: 1,
      source: { format: 'ndjson' },
    });
  });

  test('one that is no row of CSV', () => {
    const lines = ['id,name,score', ...numbered(30, (index) => `${index},ann,${index}.5`), '1,a,b,c,d'];
    const best = suggested(lines);
    expect(best).toMatchObject({ records: 31, parsed: 1, source: { format: 'text' } });
    expect(best?.fields.map(({ path }) => path)).toEqual(expect.arrayContaining(['id', 'name', 'score']));
  });

  test('one that is no line of an access log', () => {
    const line = (index: number) => `10.0.0.${index} - - [10/Oct/2025:13:55:36 +0000] "GET / HTTP/1.1" 200 7`;
    const best = suggested([...numbered(30, line), 'nginx was restarted']);
    expect(best).toMatchObject({ records: 31, parsed: 1 });
    expect(best?.reasons.at(-1)).toBe(
      '1 of 31 records are different; the steps leave what they cannot read.',
    );
  });
});

test('directives of W3C are no records', () => {
  const lines = [
    '#Version: 1.0',
    '#Fields: date time c-ip sc-status',
    ...numbered(8, (index) => `2026-01-02 10:00:0${index} 10.0.0.${index} 200`),
  ];
  expect(suggested(lines)).toMatchObject({ records: 8, parsed: 1 });
});
