/** Runs a pipeline and keeps what each step has done. */

import { clockMs } from '#platform';
import { omitUndefined } from '../../headwater/shared/json/omit.ts';
import { dropped, type Failure, terminated, Unnested } from '../base/failure.ts';
import { copyRecord, type DataRecord } from '../base/record.ts';
import {
  type Budget,
  failedStep,
  type HandlerWatcher,
  IgnoredFailure,
  isFailure,
  maxParts,
  maxSizeOf,
  type Pipeline,
  type PipelineStep,
  type RunContext,
  rescue,
  runStep,
  type StepList,
  type StepOutcome,
  skipped,
} from './pipeline.ts';
import { endAt, finish, partName, type RecordResult, type RunOptions, type SingleResult } from './run.ts';
import { type Differences, Snapshot } from './snapshot.ts';
import { runWithin } from './time-limit.ts';

export type StepStatus = 'success' | 'error' | 'error_ignored' | 'error_handled' | 'skipped' | 'dropped';

export interface StepTrace {
  /** The index of the step, or of the one that runs it or after whose failure it runs. */
  readonly index: number;
  /**
   * RFC 6901, from the list of preprocessors, such as `/0/on_failure/1`, or `/on_failure/1` in the `on_failure` of the pipeline.
   * Absent for its own steps.
   */
  readonly pointer?: string;
  /** The name of the pipeline in which `pointer` is, if a step runs it. */
  readonly pipeline?: string;
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
  /** The steps that were reached, up to the one that has made parts. */
  readonly steps: readonly StepTrace[];
  /** With the steps after that one. */
  readonly parts?: readonly TracedResult[];
}

export interface TracedPart {
  readonly part?: string;
  readonly result: SingleResult;
  readonly steps: readonly StepTrace[];
}

/** The record, or all of its parts: the first one has the steps that came before them, too. */
export function tracedParts({ result, steps, parts = [] }: TracedResult, part?: string): TracedPart[] {
  if (result.status !== 'unnested') return [{ ...omitUndefined({ part }), result, steps }];
  return parts.flatMap((one, index) => {
    const found = tracedParts(one, partName(part, index));
    return index === 0
      ? found.map((own, at) => (at === 0 ? { ...own, steps: [...steps, ...own.steps] } : own))
      : found;
  });
}

interface TraceOptions extends Omit<RunOptions, 'counts'> {
  /** False if nobody reads what the steps have added, removed and changed: finding it takes a fifth of the time. */
  readonly hasDifferences?: boolean | undefined;
}

/** Like `runPipeline`, with the steps of each record. */
export function tracePipeline(
  pipeline: Pipeline,
  records: readonly DataRecord[],
  options: TraceOptions = {},
): TracedResult[] {
  const { now = Date.now(), hasDifferences = true } = options;
  const run: TracedRun = { now, hasDifferences, trace: undefined, before: [] };
  return runWithin(records, {
    limits: options,
    run: (record) => traceRecord(pipeline, record, run),
    refuse: (refused, _, isReached): TracedResult =>
      (isReached && run.trace?.refuse(refused, run.before)) || {
        result: { status: 'error', failure: refused },
        steps: isReached ? [...run.before, ...(run.trace?.steps ?? [])] : [],
      },
  });
}

interface TracedRun {
  readonly now: number;
  readonly hasDifferences: boolean;
  /** The trace of the current record or part. */
  trace: RecordTrace | undefined;
  /** The steps of the current record before its parts. */
  before: readonly StepTrace[];
}

function traceRecord(pipeline: Pipeline, record: DataRecord, run: TracedRun): TracedResult {
  run.trace = undefined;
  run.before = [];
  const maxSize = maxSizeOf(record);
  return traceSteps(copyRecord(record), {
    pipeline,
    first: 0,
    maxSize,
    budget: { size: maxSize, parts: maxParts },
    run,
  });
}

interface TracedSteps {
  readonly pipeline: Pipeline;
  /** The index of the first step. */
  readonly first: number;
  readonly maxSize: number;
  readonly budget: Budget;
  readonly run: TracedRun;
}

/** @param document Belongs to the run. */
function traceSteps(document: DataRecord, own: TracedSteps): TracedResult {
  const { pipeline, first, maxSize, budget, run } = own;
  const trace = new RecordTrace(document, run);
  run.trace = trace;
  const { steps } = trace;
  const context: RunContext = {
    now: run.now,
    maxSize,
    budget,
    pipelines: pipeline.named,
    watcher: trace,
  };
  for (const [index, step] of pipeline.steps.entries()) {
    if (index < first) continue;
    trace.begin(step, index);
    const reached = runStep(step, document, context);
    const outcome = isFailure(reached)
      ? rescue(pipeline, failedStep(step, reached, context), document, context)
      : reached;
    trace.end(outcome);
    if (outcome === terminated) break;
    if (outcome instanceof Unnested) {
      const { before } = run;
      run.before = [...before, ...steps];
      const next = { ...own, first: index + 1 };
      const parts = outcome.records.map((part) => traceSteps(part, next));
      run.before = before;
      return { result: { status: 'unnested', parts: parts.map(({ result }) => result) }, steps, parts };
    }
    if (!isFailure(reached) && outcome !== dropped) continue;
    return { result: endAt(index, outcome, document, context), steps };
  }
  return { result: finish(document, context), steps };
}

type Writable<Type> = { -readonly [Name in keyof Type]: Type[Name] };

/** A step that has begun and not ended. */
interface OpenStep {
  readonly name: Pick<StepTrace, 'index' | 'type' | 'tag' | 'pipeline' | 'pointer'>;
  /** In milliseconds. */
  readonly start: number;
  /** Present while steps within it run, whose traces follow. */
  shown?: Writable<StepTrace>;
  /** Steps of an `on_failure` run. */
  hasFailed?: true;
}

/** The traces of the steps of one record, in the order in which the steps began. */
class RecordTrace implements HandlerWatcher {
  readonly steps: StepTrace[] = [];
  readonly #document: DataRecord;
  readonly #snapshot: Snapshot | undefined;
  /** The innermost is the last. */
  readonly #open: OpenStep[] = [];

  constructor(document: DataRecord, { hasDifferences }: TracedRun) {
    this.#document = document;
    this.#snapshot = hasDifferences ? new Snapshot(document) : undefined;
  }

  begin({ type, tag }: PipelineStep, position: number, list?: StepList): void {
    const outer = this.#open.at(-1)?.name;
    const index = outer?.index ?? position;
    const within = list?.pointer ?? (outer && `${outer.pointer ?? `/${index}`}/on_failure`);
    const pointer = within === undefined ? undefined : `${within}/${position}`;
    const pipeline = list ? list.pipeline : outer?.pipeline;
    this.#open.push({
      name: {
        index,
        ...(pipeline === undefined ? {} : { pipeline }),
        ...(pointer === undefined ? {} : { pointer }),
        type,
        ...(tag === undefined ? {} : { tag }),
      },
      start: clockMs(),
    });
  }

  /** The effects and the time of the step are its own: each step of `on_failure` has others. */
  failed(failure: Failure): void {
    const step = this.#open.at(-1);
    // A failure that the handlers of the step could not rescue goes on to those of the pipeline.
    if (!step || step.hasFailed) return;
    step.hasFailed = true;
    const failed = { status: 'error', error: failure } as const;
    if (step.shown) Object.assign(step.shown, failed);
    else step.shown = this.#add(step, failed);
  }

  enter(): void {
    const step = this.#open.at(-1);
    if (step) step.shown = this.#add(step, { status: 'success' });
  }

  end(outcome: StepOutcome): void {
    const step = this.#open.at(-1);
    if (!step) return;
    const { shown, hasFailed } = step;
    if (!shown) this.#add(step, describeOutcome(outcome));
    else if (!hasFailed) Object.assign(shown, describeOutcome(outcome));
    else if (outcome instanceof IgnoredFailure || outcome === terminated) shown.status = 'error_handled';
    else if (outcome === dropped) shown.status = 'dropped';
    this.#open.pop();
  }

  /** The step in hand was interrupted. Undefined after the last step. */
  refuse(refused: Failure, before: readonly StepTrace[]): TracedResult | undefined {
    const step = this.#open.at(-1);
    if (!step) return undefined;
    const { name, start, shown } = step;
    const refusal: StepTrace = {
      ...name,
      status: 'error',
      error: refused,
      added: [],
      removed: [],
      changed: [],
      took_us: microsecondsSince(start),
    };
    const steps = [...before, ...this.steps.filter((one) => one !== shown), refusal];
    return { result: { status: 'error', failure: refused, step: name.index }, steps };
  }

  #add({ name, start }: OpenStep, outcome: Pick<StepTrace, 'status' | 'error'>): Writable<StepTrace> {
    const took = microsecondsSince(start);
    const differences: Differences = { added: [], removed: [], changed: [] };
    this.#snapshot?.update(this.#document, differences);
    const trace = { ...name, ...outcome, ...differences, took_us: took };
    this.steps.push(trace);
    return trace;
  }
}

function microsecondsSince(start: number): number {
  return Math.round((clockMs() - start) * 1000);
}

function describeOutcome(outcome: StepOutcome): Pick<StepTrace, 'status' | 'error'> {
  if (outcome === undefined || outcome === terminated || outcome instanceof Unnested)
    return { status: 'success' };
  if (outcome === skipped) return { status: 'skipped' };
  if (outcome === dropped) return { status: 'dropped' };
  if (outcome instanceof IgnoredFailure) return { status: 'error_ignored', error: outcome.failure };
  return { status: 'error', error: outcome };
}
