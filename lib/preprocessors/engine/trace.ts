/** Runs a pipeline and keeps what each step has done. */

import { equal } from '../../json/equal.ts';
import type { StepContext } from '../base/definition.ts';
import { dropped, type Failure } from '../base/failure.ts';
import { copyRecord, type DataRecord, isRecord, readMember } from '../base/record.ts';
import { clientOf } from '../text/client.ts';
import { IgnoredFailure, type Pipeline, type StepOutcome, skipped } from './pipeline.ts';
import { finish, type RecordResult, type RunOptions } from './run.ts';
import { maxSizeOf, runStep } from './run-step.ts';
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
  for (const [index, step] of steps.entries()) {
    const before = copyRecord(document);
    const start = performance.now();
    const outcome = runStep(step, document, context);
    const took = Math.round((performance.now() - start) * 1000);
    traces.push({
      index,
      type: step.type,
      ...(step.tag === undefined ? {} : { tag: step.tag }),
      ...describeOutcome(outcome),
      ...differences(before, document),
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

interface Differences {
  readonly added: string[];
  readonly removed: string[];
  readonly changed: string[];
}

function differences(before: DataRecord, after: DataRecord): Differences {
  const found: Differences = { added: [], removed: [], changed: [] };
  compare(before, after, '', found);
  return found;
}

function compare(before: DataRecord, after: DataRecord, prefix: string, found: Differences): void {
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [old, value] = [readMember(before, name), readMember(after, name)];
    const path = prefix + name;
    if (old === undefined && value !== undefined) found.added.push(path);
    else if (old !== undefined && value === undefined) found.removed.push(path);
    else if (isRecord(old) && isRecord(value)) compare(old, value, `${path}.`, found);
    else if (!equal(old, value)) found.changed.push(path);
  }
}
