import type { StepContext } from '../base/definition.ts';
import { dropped, type Failure, terminated } from '../base/failure.ts';
import { copyRecord, type DataRecord, sizeOf } from '../base/record.ts';
import { IgnoredFailure, maxSizeOf, type Pipeline, runStep, skipped, tooLarge } from './pipeline.ts';
import { OutcomeTable, type StepCounts } from './step-counts.ts';
import { runWithin, type TimeLimits } from './time-limit.ts';

/** What became of a record. Removed members of a document may be there as undefined. `step` is the index of the step that failed or dropped it. */
export type RecordResult =
  | { readonly status: 'success'; readonly document: DataRecord }
  | { readonly status: 'error'; readonly failure: Failure; readonly step?: number }
  | { readonly status: 'dropped'; readonly step: number };

export interface RunOptions extends Partial<TimeLimits> {
  /** In milliseconds since 1970; the current time by default. */
  readonly now?: number;
  /** Counts outcomes when present. */
  readonly counts?: StepCounts;
}

/**
 * Runs a compiled pipeline on each record. The records stay as they are, and results have their order.
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
  const run: Run = {
    now,
    outcomes: counts && new OutcomeTable(records.length, pipeline.steps.length),
    step: 0,
  };
  const results = runWithin(records, {
    limits: options,
    run: (record, position) => runRecord(pipeline, record, position, run),
    refuse(refused, position, isReached): RecordResult {
      const step = isReached ? run.step : undefined;
      run.outcomes?.refuse(position, step);
      const isInStep = step !== undefined && step < pipeline.steps.length;
      return { status: 'error', failure: refused, ...(isInStep ? { step } : {}) };
    },
  });
  if (counts) run.outcomes?.addTo(counts);
  return results;
}

interface Run {
  readonly now: number;
  readonly outcomes: OutcomeTable | undefined;
  /** The index of the step in hand. */
  step: number;
}

function runRecord({ steps }: Pipeline, record: DataRecord, position: number, run: Run): RecordResult {
  run.step = 0;
  const document = copyRecord(record);
  const context: StepContext = { now: run.now, maxSize: maxSizeOf(record) };
  let reached = steps.length;
  for (let index = 0; index < steps.length; index++) {
    run.step = index;
    const outcome = runStep(steps[index] as (typeof steps)[number], document, context);
    if (outcome === undefined) continue;
    if (outcome === terminated) {
      reached = index + 1;
      break;
    }
    run.outcomes?.note(position, index, outcome);
    if (outcome === skipped || outcome instanceof IgnoredFailure) continue;
    run.outcomes?.end(position, index + 1);
    if (outcome === dropped) return { status: 'dropped', step: index };
    return { status: 'error', failure: outcome, step: index };
  }
  run.step = steps.length;
  run.outcomes?.end(position, reached);
  return finish(document, context);
}

/** The size is checked at the end, too: steps that do not multiply it add up. */
export function finish(document: DataRecord, { maxSize }: StepContext): RecordResult {
  return sizeOf(document) > maxSize
    ? { status: 'error', failure: tooLarge(maxSize) }
    : { status: 'success', document };
}
