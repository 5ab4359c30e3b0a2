import type { StepContext } from '../base/definition.ts';
import { dropped, type Failure, terminated } from '../base/failure.ts';
import { copyRecord, type DataRecord, sizeOf } from '../base/record.ts';
import {
  failedStep,
  IgnoredFailure,
  isFailure,
  maxSizeOf,
  type Pipeline,
  rescue,
  runStep,
  type StepOutcome,
  tooLarge,
} from './pipeline.ts';
import { OutcomeTable, type StepCounts } from './step-counts.ts';
import { runWithin, type TimeLimits } from './time-limit.ts';

/** What became of a record. Removed members of a document may be there as undefined. `step` is the index of the step that failed or dropped it. */
export type RecordResult =
  | { readonly status: 'success'; readonly document: DataRecord; readonly rescued?: RescuedFailure }
  | { readonly status: 'error'; readonly failure: Failure; readonly step?: number }
  | { readonly status: 'dropped'; readonly step: number };

/** What the `on_failure` of the pipeline has handled. */
export interface RescuedFailure {
  readonly failure: Failure;
  readonly step: number;
}

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

function runRecord(pipeline: Pipeline, record: DataRecord, position: number, run: Run): RecordResult {
  const { steps } = pipeline;
  run.step = 0;
  const document = copyRecord(record);
  const context: StepContext = { now: run.now, maxSize: maxSizeOf(record), pipelines: pipeline.named };
  let end = steps.length;
  for (let index = 0; index < steps.length; index++) {
    run.step = index;
    const step = steps[index] as (typeof steps)[number];
    const reached = runStep(step, document, context);
    if (reached === undefined) continue;
    if (reached === terminated) {
      end = index + 1;
      break;
    }
    const outcome = isFailure(reached)
      ? rescue(pipeline, failedStep(step, reached, context), document, context)
      : reached;
    run.outcomes?.note(position, index, outcome);
    if (!isFailure(reached) && outcome !== dropped) continue;
    run.outcomes?.end(position, index + 1);
    return endAt(index, outcome, document, context);
  }
  run.step = steps.length;
  run.outcomes?.end(position, end);
  return finish(document, context);
}

/** The result of a record whose pipeline has ended at a step. */
export function endAt(
  step: number,
  outcome: StepOutcome,
  document: DataRecord,
  context: StepContext,
): RecordResult {
  if (isFailure(outcome)) return { status: 'error', failure: outcome, step };
  if (!(outcome instanceof IgnoredFailure)) return { status: 'dropped', step };
  const result = finish(document, context);
  return result.status === 'success' ? { ...result, rescued: { failure: outcome.failure, step } } : result;
}

/** The size is checked at the end, too: steps that do not multiply it add up. */
export function finish(document: DataRecord, { maxSize }: StepContext): RecordResult {
  return sizeOf(document) > maxSize
    ? { status: 'error', failure: tooLarge(maxSize) }
    : { status: 'success', document };
}
