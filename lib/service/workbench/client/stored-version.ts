/** The stored version of the source that is open, run on the text, to see what the changes do to its documents. */

import { omitUndefined } from 'headwater/json';
import { findDifferences, type UnexpectedValue } from '../../samples/expected-documents.ts';
import type { RunReport } from '../engine/protocol.ts';
import { bench, readingOf } from './bench.ts';
import { documentOf, resultsOf } from './pins.ts';
import { type RunState, runInto } from './runner.ts';
import { contentOf, type StoredSource } from './source.ts';
import { Store } from './store.ts';

interface StoredRun {
  readonly source: StoredSource;
  readonly text: string;
  readonly limit: number;
}

export const storedState = new Store<RunState<StoredRun>>({ isRunning: false });

let asked: StoredRun | undefined;

/** Runs it unless it has run on this text. */
export function runStored(source: StoredSource): void {
  const { value } = bench;
  const { text, limit } = value;
  if (asked?.source === source && asked.text === text && asked.limit === limit) return;
  asked = { source, text, limit };
  const { input, preprocessors, on_failure: onFailure } = contentOf(source);
  void runInto(storedState, 'stored', {
    input: readingOf({ ...value, input }),
    pipeline: { preprocessors, on_failure: onFailure },
    of: asked,
  });
}

export interface ChangedRecord {
  readonly position: number;
  readonly differences: readonly UnexpectedValue[];
}

interface ChangedField {
  readonly path: string;
  /** Absent if the field comes or goes. */
  readonly before?: string;
  readonly now?: string;
}

export interface VersionChanges {
  readonly same: number;
  /** They have documents with the stored version, and none now. */
  readonly broken: readonly ChangedRecord[];
  /** They have documents now alone. */
  readonly mended: readonly ChangedRecord[];
  readonly changed: readonly ChangedRecord[];
  readonly fields: readonly ChangedField[];
}

let last:
  | { readonly stored: RunReport; readonly now: RunReport; readonly changes: VersionChanges }
  | undefined;

/** The tab and its count have the same one. */
export function compareRuns(stored: RunReport, now: RunReport): VersionChanges {
  if (last?.stored !== stored || last.now !== now) last = { stored, now, changes: changesOf(stored, now) };
  return last.changes;
}

function changesOf(stored: RunReport, now: RunReport): VersionChanges {
  const byPosition = Map.groupBy(stored.outcomes, ({ position }) => position);
  const places = Math.max(stored.records, now.records);
  const expected = Array.from({ length: places }, (_, position) =>
    documentOf(byPosition.get(position) ?? []),
  );
  const differences = findDifferences(resultsOf(now.outcomes), expected);
  const records = [...Map.groupBy(differences, ({ position }) => position)].map(([position, own]) => ({
    position,
    differences: own,
  }));
  const lost = ({ differences: own }: ChangedRecord) =>
    own.some(({ path, found }) => path === '' && found === null);
  const won = ({ differences: own }: ChangedRecord) =>
    own.every(({ path, expected: old }) => path === '' && old === null);
  const broken = records.filter(lost);
  const mended = records.filter((one) => !lost(one) && won(one));
  return {
    same: now.records - records.length,
    broken,
    mended,
    changed: records.filter((one) => !lost(one) && !won(one)),
    fields: changedFields(stored, now),
  };
}

function changedFields(stored: RunReport, now: RunReport): readonly ChangedField[] {
  const typesOf = ({ fields }: RunReport) =>
    new Map(
      fields.map(({ path, types }) => [
        path,
        types
          .map(({ type }) => type)
          .toSorted()
          .join(', '),
      ]),
    );
  const [before, after] = [typesOf(stored), typesOf(now)];
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((path) => before.get(path) !== after.get(path))
    .map((path) => ({
      path,
      ...omitUndefined({ before: before.get(path), now: after.get(path) }),
    }));
}
