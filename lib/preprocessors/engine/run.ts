/** Runs a compiled pipeline on records. */

import type { StepContext } from '../base/definition.ts';
import { dropped, type Failure } from '../base/failure.ts';
import { copyRecord, type DataRecord, sizeOf } from '../base/record.ts';
import { clientOf } from '../text/client.ts';
import { IgnoredFailure, type Pipeline, type StepOutcome, skipped } from './pipeline.ts';
import { maxSizeOf, runStep, tooLarge } from './run-step.ts';
import { runWithin, type TimeLimits } from './time-limit.ts';

/** What became of a record. Removed members of a document may be there as undefined. `step` is the index of the step that failed or dropped it. */
export type RecordResult =
  | { readonly status: 'success'; readonly document: DataRecord }
  | { readonly status: 'error'; readonly failure: Failure; readonly step?: number }
  | { readonly status: 'dropped'; readonly step: number };

/** How often each step had which outcome, by the index of the step. */
export interface StepCounts {
  readonly succeeded: number[];
  readonly failed: number[];
  readonly skipped: number[];
  readonly dropped: number[];
}

export interface RunOptions extends Partial<TimeLimits> {
  /** In milliseconds since 1970; the current time by default. */
  readonly now?: number;
  /** Counts outcomes when present. */
  readonly counts?: StepCounts;
}

export function makeCounts({ steps }: Pipeline): StepCounts {
  const zeros = () => steps.map(() => 0);
  return { succeeded: zeros(), failed: zeros(), skipped: zeros(), dropped: zeros() };
}

/**
 * Runs the pipeline on each record. The records stay as they are, and results have their order.
 * Failures are results: nothing is thrown.
 *
 * @example runPipeline(pipeline, [{ name: ' Ada' }]) // [{ status: 'success', document: { name: 'Ada' } }]
 */
export function runPipeline(
  pipeline: Pipeline,
  records: readonly DataRecord[],
  options: RunOptions = {},
): RecordResult[] {
  const { now = Date.now(), counts } = options;
  return runWithin(records, {
    limits: options,
    isLimited: pipeline.usesRegex,
    run: (record) => runRecord(pipeline, record, { now, counts }),
    refuse: (refused): RecordResult => ({ status: 'error', failure: refused }),
  });
}

/** Runs the pipeline on one record. It may throw what JavaScript throws when memory or stack end. */
export function runRecord(
  { steps }: Pipeline,
  record: DataRecord,
  { now, counts }: { readonly now: number; readonly counts?: StepCounts | undefined },
): RecordResult {
  const document = copyRecord(record);
  const context: StepContext = { now, maxSize: maxSizeOf(record), clientOf };
  for (let index = 0; index < steps.length; index++) {
    const outcome = runStep(steps[index] as (typeof steps)[number], document, context);
    if (counts) count(counts, outcome, index);
    if (outcome === undefined || outcome === skipped || outcome instanceof IgnoredFailure) continue;
    if (outcome === dropped) return { status: 'dropped', step: index };
    return { status: 'error', failure: outcome, step: index };
  }
  return finish(document, context);
}

/** The size is checked at the end, too: steps that do not multiply it add up. */
export function finish(document: DataRecord, { maxSize }: StepContext): RecordResult {
  return sizeOf(document) > maxSize
    ? { status: 'error', failure: tooLarge(maxSize) }
    : { status: 'success', document };
}

function count(counts: StepCounts, outcome: StepOutcome, index: number): void {
  if (outcome === undefined) increase(counts.succeeded, index);
  else if (outcome === skipped) increase(counts.skipped, index);
  else if (outcome === dropped) increase(counts.dropped, index);
  else increase(counts.failed, index);
}

function increase(list: number[], index: number): void {
  list[index] = (list[index] ?? 0) + 1;
}
