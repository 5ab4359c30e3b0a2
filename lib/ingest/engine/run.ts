import { dropped, type Failure, terminated, Unnested } from '../base/failure.ts';
import { copyRecord, type DataRecord, sizeOf } from '../base/record.ts';
import {
  failedStep,
  IgnoredFailure,
  isFailure,
  maxParts,
  maxSizeOf,
  type Pipeline,
  type RunContext,
  rescue,
  runStep,
  type StepOutcome,
  tooLarge,
} from './pipeline.ts';
import { OutcomeTable, type StepCounts } from './step-counts.ts';
import { runWithin, type TimeLimits } from './time-limit.ts';

/** What became of a record, or of a part of it. Removed members of a document may be there as undefined. `step` is the index of the step that failed or dropped it. */
export type SingleResult =
  | { readonly status: 'success'; readonly document: DataRecord; readonly rescued?: RescuedFailure }
  | { readonly status: 'error'; readonly failure: Failure; readonly step?: number }
  | { readonly status: 'dropped'; readonly step: number };

/** What the `on_failure` of the pipeline has handled. */
export interface RescuedFailure {
  readonly failure: Failure;
  readonly step: number;
}

export type RecordResult = SingleResult | UnnestedResult;

/** A step has made several records of it. A part may have parts, too. */
export interface UnnestedResult {
  readonly status: 'unnested';
  readonly parts: readonly RecordResult[];
}

export interface PartResult {
  /** The index of the part, from 0; `2.0` for the first part of the third one. Absent if the record has no parts. */
  readonly part?: string;
  readonly result: SingleResult;
}

/** @example partResults({ status: 'unnested', parts: [a, b] }) // [{ part: '0', result: a }, { part: '1', result: b }] */
export function partResults(result: RecordResult, part?: string): readonly PartResult[] {
  if (result.status !== 'unnested') return [{ ...(part === undefined ? {} : { part }), result }];
  return result.parts.flatMap((one, index) => partResults(one, partName(part, index)));
}

export function partName(outer: string | undefined, index: number): string {
  return outer === undefined ? String(index) : `${outer}.${index}`;
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
    pipeline,
    now,
    outcomes: counts && new OutcomeTable(pipeline.steps.length),
    step: 0,
  };
  const results = runWithin(records, {
    limits: options,
    run: (record, position) => runRecord(record, position, run),
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
  readonly pipeline: Pipeline;
  readonly now: number;
  readonly outcomes: OutcomeTable | undefined;
  /** The index of the step in hand. */
  step: number;
}

function runRecord(record: DataRecord, position: number, run: Run): RecordResult {
  const maxSize = maxSizeOf(record);
  const budget = { size: maxSize, parts: maxParts };
  run.outcomes?.begin(position);
  run.step = 0;
  const context = { now: run.now, maxSize, pipelines: run.pipeline.named, budget };
  return runSteps(copyRecord(record), context, run, 0);
}

/**
 * @param document Belongs to the run.
 * @param first The index of the first step.
 */
function runSteps(document: DataRecord, context: RunContext, run: Run, first: number): RecordResult {
  const { pipeline, outcomes } = run;
  const { steps } = pipeline;
  let end = steps.length;
  for (let index = first; index < steps.length; index++) {
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
    outcomes?.note(index, outcome);
    const isUnnested = outcome instanceof Unnested;
    if (!isFailure(reached) && !isUnnested && outcome !== dropped) continue;
    const next = index + 1;
    outcomes?.end(first, next);
    if (!isUnnested) return endAt(index, outcome, document, context);
    const parts = outcome.records.map((part) => runSteps(part, context, run, next));
    return { status: 'unnested', parts };
  }
  run.step = steps.length;
  outcomes?.end(first, end);
  return finish(document, context);
}

/** The result of a record whose pipeline has ended at a step. */
export function endAt(
  step: number,
  outcome: StepOutcome,
  document: DataRecord,
  context: RunContext,
): SingleResult {
  if (isFailure(outcome)) return { status: 'error', failure: outcome, step };
  if (!(outcome instanceof IgnoredFailure)) return { status: 'dropped', step };
  const result = finish(document, context);
  return result.status === 'success' ? { ...result, rescued: { failure: outcome.failure, step } } : result;
}

/** The size is checked at the end, too: steps that do not multiply it add up. */
export function finish(document: DataRecord, { maxSize, budget }: RunContext): SingleResult {
  const size = sizeOf(document);
  if (size > budget.size) return { status: 'error', failure: tooLarge(maxSize) };
  budget.size -= size;
  return { status: 'success', document };
}
