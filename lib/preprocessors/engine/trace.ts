/** Runs a pipeline and keeps what each step has done. */

import type { StepContext } from '../base/definition.ts';
import { dropped, type Failure } from '../base/failure.ts';
import { copyRecord, type DataRecord } from '../base/record.ts';
import { clientOf } from '../text/client.ts';
import { IgnoredFailure, type Pipeline, type StepOutcome, skipped } from './pipeline.ts';
import { finish, type RecordResult, type RunOptions } from './run.ts';
import { maxSizeOf, runStep } from './run-step.ts';
import { type Differences, Snapshot } from './snapshot.ts';
import { runWithin } from './time-limit.ts';

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
  return runWithin(records, {
    limits: options,
    isLimited: pipeline.usesRegex,
    run: (record) => traceRecord(pipeline, record, now),
    refuse: (refused): TracedResult => ({ result: { status: 'error', failure: refused }, steps: [] }),
  });
}

function traceRecord({ steps }: Pipeline, record: DataRecord, now: number): TracedResult {
  const document = copyRecord(record);
  const context: StepContext = { now, maxSize: maxSizeOf(record), clientOf };
  const traces: StepTrace[] = [];
  const snapshot = new Snapshot(document);
  for (const [index, step] of steps.entries()) {
    const start = performance.now();
    const outcome = runStep(step, document, context);
    const took = Math.round((performance.now() - start) * 1000);
    const differences: Differences = { added: [], removed: [], changed: [] };
    snapshot.update(document, differences);
    traces.push({
      index,
      type: step.type,
      ...(step.tag === undefined ? {} : { tag: step.tag }),
      ...describeOutcome(outcome),
      ...differences,
      took_us: took,
    });
    if (outcome === dropped) return { result: { status: 'dropped', step: index }, steps: traces };
    if (outcome === undefined || outcome === skipped || outcome instanceof IgnoredFailure) continue;
    return { result: { status: 'error', failure: outcome, step: index }, steps: traces };
  }
  return { result: finish(document, context), steps: traces };
}

function describeOutcome(outcome: StepOutcome): { readonly status: StepStatus; readonly error?: Failure } {
  if (outcome === undefined) return { status: 'success' };
  if (outcome === skipped) return { status: 'skipped' };
  if (outcome === dropped) return { status: 'dropped' };
  if (outcome instanceof IgnoredFailure) return { status: 'error_ignored', error: outcome.failure };
  return { status: 'error', error: outcome };
}
