/** Runs a pipeline and keeps what each step has done. */

import type { StepContext } from '../base/definition.ts';
import { dropped, type Failure } from '../base/failure.ts';
import { copyRecord, type DataRecord } from '../base/record.ts';
import { clientOf } from '../text/client.ts';
import { IgnoredFailure, type Pipeline, type PipelineStep, type StepOutcome, skipped } from './pipeline.ts';
import { finish, type RecordResult, type RunOptions } from './run.ts';
import { maxSizeOf, runStep } from './run-step.ts';
import { type Differences, Snapshot } from './snapshot.ts';
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
    traces.push({ ...nameOf(step, index), ...describeOutcome(outcome), ...differences, took_us: took });
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
    ...nameOf(step, index),
    ...{ status: 'error', error: refused, added: [], removed: [], changed: [] },
    took_us: microsecondsSince(run.start),
  };
  return { result: { status: 'error', failure: refused, step: index }, steps: [...run.steps, trace] };
}

function nameOf({ type, tag }: PipelineStep, index: number) {
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
