/** How well a suggestion reads the records that it was not shown. */

import type { DataRecord, RecordValue } from '../../../lib/ingest/base/record.ts';
import { leavesOf } from '../../../lib/ingest/suggestions/document-fields.ts';
import { suggestionEngine } from '../../../lib/ingest/suggestions/engine.ts';
import { type SuggestedSource, suggest } from '../../../lib/ingest/suggestions/suggest.ts';
import type { Task, TaskColumn, TaskRecord, TaskValue } from './task.ts';

export interface Score {
  readonly name: string;
  readonly total: number;
  readonly parsed: number;
  readonly fields: number;
  readonly names: number;
  readonly types: number;
  readonly evenness: number;
  /** In milliseconds. */
  readonly took: number;
  readonly source: SuggestedSource | undefined;
  /** The columns that no field has in most records. */
  readonly missed: readonly string[];
}

const shown = 100;
const weights = { parsed: 0.15, fields: 0.5, names: 0.15, types: 0.1, evenness: 0.1 };
const nothing = { parsed: 0, fields: 0, names: 0, types: 0, evenness: 0, missed: [] };
const engine = await suggestionEngine({
  budgetMs: 60_000,
  deadlineMs: 60_000,
  limit: 100_000,
  now: Date.UTC(2026, 5, 15),
});

export function scoreTask(task: Task): Score {
  const { name, head, records } = task;
  const textOf = (some: readonly TaskRecord[]) =>
    [...(head === undefined ? [] : [head]), ...some.map(({ text }) => text)].join('\n');
  const text = textOf(records.slice(0, shown));
  const before = performance.now();
  const found = suggest({ text }, engine);
  const took = performance.now() - before;
  const rest = records.slice(shown);
  const source = found?.best.source;
  const parts = source ? partsOf(task, rest, documentsOf(source, textOf(rest), rest)) : nothing;
  const total = Object.entries(weights).reduce(
    (sum, [part, weight]) => sum + weight * parts[part as keyof typeof weights],
    0,
  );
  return { name, total, took, source, ...parts };
}

/** The document of each record; undefined for one that fails or is not read as one record. */
function documentsOf(
  { preprocessors, ...format }: SuggestedSource,
  text: string,
  records: readonly TaskRecord[],
): readonly (DataRecord | undefined)[] {
  const read = engine.read(text, format);
  if (!read) return [];
  const readable = read.map((record) => record ?? {});
  const results = engine.run(preprocessors, readable) ?? [];
  const offset = read.length - records.length;
  // A header of comments is read as records, too.
  if (format.format !== 'text' || records.length === read.length) return results.slice(Math.max(0, offset));
  const byLine = new Map<number, DataRecord | undefined>();
  let line = offset > 0 && records.every(({ text: one }) => !one.includes('\n')) ? -offset : 0;
  for (const [index, record] of read.entries()) {
    byLine.set(line, results[index]);
    line += String(record?.['message'] ?? '').split('\n').length;
  }
  let first = 0;
  return records.map((record) => {
    const document = byLine.get(first);
    first += record.text.split('\n').length;
    return document;
  });
}

function partsOf(task: Task, records: readonly TaskRecord[], documents: readonly (DataRecord | undefined)[]) {
  const leaves = documents.map((document) =>
    document ? leavesOf(document) : new Map<string, RecordValue>(),
  );
  const counts = new Map<string, number>();
  for (const leaf of leaves) for (const path of leaf.keys()) counts.set(path, (counts.get(path) ?? 0) + 1);
  const paths = [...counts.keys()];
  const results = task.columns.map((column) => ({ column, ...bestField(column, records, leaves, paths) }));
  const typed = results.filter(({ column }) => column.type !== 'text');
  const out = [...counts.values()].filter((count) => count > records.length * 0.01).length;
  return {
    parsed: documents.filter((document) => document !== undefined).length / records.length,
    fields: mean(results.map(({ share }) => share)),
    names: mean(results.map(({ share, path, column }) => (share > 0 && isNamed(path, column) ? 1 : 0))),
    types: typed.length === 0 ? 1 : mean(typed.map(({ share, isTyped }) => (share > 0 && isTyped ? 1 : 0))),
    evenness: out === 0 ? 0 : Math.min(out / task.columns.length, task.columns.length / out),
    missed: results.filter(({ share }) => share < 0.5).map(({ column }) => column.name),
  };
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The field that has the column's value in the most records. */
function bestField(
  column: TaskColumn,
  records: readonly TaskRecord[],
  leaves: readonly ReadonlyMap<string, RecordValue>[],
  paths: readonly string[],
) {
  const present = records.flatMap(({ values }, index) =>
    values[column.name] === undefined ? [] : [{ value: values[column.name], leaf: leaves[index] }],
  );
  let best = { path: '', share: 0, isTyped: false };
  for (const path of paths) {
    const matching = present.filter(({ value, leaf }) => isSame(leaf?.get(path), value, column));
    const share = present.length === 0 ? 0 : matching.length / present.length;
    if (
      share <= best.share &&
      !(share === best.share && isNamed(path, column) && !isNamed(best.path, column))
    )
      continue;
    const isTyped = matching.every(({ leaf }) => hasType(leaf?.get(path), column));
    best = { path, share, isTyped };
  }
  return best;
}

function isSame(found: RecordValue | undefined, value: TaskValue, { type }: TaskColumn): boolean {
  if (found === undefined || found === null) return false;
  if (type === 'time')
    return (
      typeof found === 'string' && Math.abs(Date.parse(found) - Number(value)) < 1 && /^\d{4}-/.test(found)
    );
  if (type === 'number') return found !== '' && Number(found) === Number(value);
  return String(found).trim() === String(value).trim();
}

function hasType(found: RecordValue | undefined, { type }: TaskColumn): boolean {
  return type === 'number'
    ? typeof found === 'number' || typeof found === 'bigint'
    : type !== 'time' || typeof found === 'string';
}

function isNamed(path: string, { name, synonyms }: TaskColumn): boolean {
  const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '');
  const accepted = new Set([name, ...synonyms].map(plain));
  return accepted.has(plain(path)) || accepted.has(plain(path.split('.').at(-1) ?? ''));
}
