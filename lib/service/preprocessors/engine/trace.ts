/** Runs a pipeline and keeps what each step has done. */

import { equal } from '../../../shared/json/equal.ts';
import type { StepContext } from '../base/definition.ts';
import { cutText, dropped, type Failure } from '../base/failure.ts';
import { copyRecord, copyValue, type DataRecord, isRecord, type RecordValue } from '../base/record.ts';
import { clientOf } from '../text/client.ts';
import {
  IgnoredFailure,
  maxSizeOf,
  type Pipeline,
  type PipelineStep,
  runStep,
  type StepOutcome,
  skipped,
} from './pipeline.ts';
import { finish, type RecordResult, type RunOptions } from './run.ts';
import { clockMs, runWithin } from './time-limit.ts';

export type StepStatus = 'success' | 'error' | 'error_ignored' | 'skipped' | 'dropped';

export interface StepTrace {
  readonly index: number;
  readonly type: string;
  readonly tag?: string;
  readonly status: StepStatus;
  /** The paths that the step has added, removed and changed. */
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly string[];
  readonly error?: Failure;
  /** Microseconds. */
  readonly took_us: number;
}

export interface TracedResult {
  readonly result: RecordResult;
  /** The steps that were reached. */
  readonly steps: readonly StepTrace[];
}

/** Like `runPipeline`, with the steps of each record. */
export function tracePipeline(
  pipeline: Pipeline,
  records: readonly DataRecord[],
  options: Omit<RunOptions, 'counts'> = {},
): TracedResult[] {
  const { now = Date.now() } = options;
  const run: TracedRun = { now, steps: [], start: 0 };
  return runWithin(records, {
    limits: options,
    run: (record) => traceRecord(pipeline, record, run),
    refuse: (refused, _, isReached): TracedResult =>
      isReached
        ? refuseInHand(pipeline, run, refused)
        : { result: { status: 'error', failure: refused }, steps: [] },
  });
}

interface TracedRun {
  readonly now: number;
  /** The steps of the current record so far. */
  steps: StepTrace[];
  /** When the step in hand began, in milliseconds. */
  start: number;
}

function traceRecord({ steps }: Pipeline, record: DataRecord, run: TracedRun): TracedResult {
  const traces: StepTrace[] = [];
  run.steps = traces;
  run.start = clockMs();
  const document = copyRecord(record);
  const context: StepContext = { now: run.now, maxSize: maxSizeOf(record), clientOf };
  const snapshot = new Snapshot(document);
  for (const [index, step] of steps.entries()) {
    run.start = clockMs();
    const outcome = runStep(step, document, context);
    const took = microsecondsSince(run.start);
    const differences: Differences = { added: [], removed: [], changed: [] };
    snapshot.update(document, differences);
    traces.push({ ...labelOf(step, index), ...describeOutcome(outcome), ...differences, took_us: took });
    if (outcome === dropped) return { result: { status: 'dropped', step: index }, steps: traces };
    if (outcome === undefined || outcome === skipped || outcome instanceof IgnoredFailure) continue;
    return { result: { status: 'error', failure: outcome, step: index }, steps: traces };
  }
  return { result: finish(document, context), steps: traces };
}

/** The step in hand is the one after those that have a trace. */
function refuseInHand({ steps }: Pipeline, run: TracedRun, refused: Failure): TracedResult {
  const index = run.steps.length;
  const step = steps[index];
  if (!step) return { result: { status: 'error', failure: refused }, steps: run.steps };
  const trace: StepTrace = {
    ...labelOf(step, index),
    status: 'error',
    error: refused,
    added: [],
    removed: [],
    changed: [],
    took_us: microsecondsSince(run.start),
  };
  return { result: { status: 'error', failure: refused, step: index }, steps: [...run.steps, trace] };
}

function labelOf({ type, tag }: PipelineStep, index: number) {
  return { index, type, ...(tag === undefined ? {} : { tag }) };
}

function microsecondsSince(start: number): number {
  return Math.round((clockMs() - start) * 1000);
}

function describeOutcome(outcome: StepOutcome): { readonly status: StepStatus; readonly error?: Failure } {
  if (outcome === undefined) return { status: 'success' };
  if (outcome === skipped) return { status: 'skipped' };
  if (outcome === dropped) return { status: 'dropped' };
  if (outcome instanceof IgnoredFailure) return { status: 'error_ignored', error: outcome.failure };
  return { status: 'error', error: outcome };
}

/** The paths of values that came, went, or are others. */
export interface Differences {
  readonly added: string[];
  readonly removed: string[];
  readonly changed: string[];
}

/** Names around a value that are longer are shown cut: they would be written once for each member. */
const maxShown = 512;

type Kept = Exclude<RecordValue, DataRecord> | Snapshot | undefined;

/** A copy of a record that is brought up to date: a document of many members is not copied for every step. */
export class Snapshot {
  #names: string[] = [];
  /** One per name. */
  #values: Kept[] = [];

  constructor(record: DataRecord) {
    for (const name of Object.keys(record)) this.#push(name, keep(record[name]));
  }

  /** Adds to `found` where the record differs from this snapshot, which is like the record afterwards. */
  update(record: DataRecord, found: Differences, prefix = ''): void {
    const names = Object.keys(record);
    let same = 0;
    while (same < this.#names.length && this.#names[same] === names[same]) {
      const old = this.#values[same];
      const value = record[names[same] as string];
      if (old !== value) this.#values[same] = follow(old, value, { path: prefix + names[same], found });
      same++;
    }
    if (same < this.#names.length) this.#rearrange(same, record, { prefix, found });
    else
      for (const name of names.slice(same))
        this.#push(name, follow(undefined, record[name], { path: prefix + name, found }));
  }

  /** Members are gone, or others are in their places: those from `start` on are compared by name. */
  #rearrange(
    start: number,
    record: DataRecord,
    { prefix, found }: { readonly prefix: string; readonly found: Differences },
  ): void {
    const rest = Object.keys(record).slice(start);
    const isThere = new Set(rest);
    const values = new Map<string, Kept>();
    for (const [index, name] of this.#names.entries()) {
      if (index < start) continue;
      const value = isThere.has(name) ? record[name] : undefined;
      values.set(name, follow(this.#values[index], value, { path: prefix + name, found }));
    }
    this.#names.length = start;
    this.#values.length = start;
    for (const name of rest) {
      if (!values.has(name))
        values.set(name, follow(undefined, record[name], { path: prefix + name, found }));
      this.#push(name, values.get(name));
    }
  }

  #push(name: string, kept: Kept): void {
    this.#names.push(name);
    this.#values.push(kept);
  }
}

function keep(value: RecordValue | undefined): Kept {
  if (isRecord(value)) return new Snapshot(value);
  return Array.isArray(value) ? value.map(copyValue) : value;
}

/** What is kept of the value from now on. */
function follow(
  old: Kept,
  value: RecordValue | undefined,
  { path, found }: { readonly path: string; readonly found: Differences },
): Kept {
  if (old instanceof Snapshot && isRecord(value)) {
    old.update(value, found, `${cutText(path, maxShown)}.`);
    return old;
  }
  if (old === undefined && value !== undefined) found.added.push(path);
  else if (old !== undefined && value === undefined) found.removed.push(path);
  else if (old instanceof Snapshot || !equal(old, value)) found.changed.push(path);
  else return old;
  return keep(value);
}
