/** A compiled pipeline, how one of its steps runs, and the outcomes. A pipeline can multiply what it reads, so sizes are limited. */

import type { FailedStep, StepContext, StepFunction } from '../base/definition.ts';
import { dropped, type Failure, failure, type Outcome, terminated, Unnested } from '../base/failure.ts';
import { type DataRecord, maxDocumentSize, sizeOf } from '../base/record.ts';

/** The step did not run, since its condition is false. */
export const skipped = Symbol('skipped');

/** A failure after which the pipeline goes on. */
export class IgnoredFailure {
  readonly failure: Failure;

  constructor(failure: Failure) {
    this.failure = failure;
  }
}

export type StepOutcome = Outcome | IgnoredFailure | typeof skipped;

/** A list of steps that runs within a step of the pipeline. */
export interface StepList {
  /** The name of its pipeline, unless it is the source's own. */
  readonly pipeline?: string | undefined;
  /** RFC 6901, from the list of preprocessors. */
  readonly pointer: string;
}

/** Sees the steps within a step while they run. */
export interface HandlerWatcher {
  /** The step in hand has failed, and handlers follow. */
  failed(failure: Failure): void;
  /** The step in hand runs a pipeline, whose steps follow. */
  enter(): void;
  /**
   * @param index In its list.
   * @param list The `on_failure` of the step in hand by default.
   */
  begin(handler: PipelineStep, index: number, list?: StepList): void;
  end(outcome: StepOutcome): void;
}

export interface RunContext extends StepContext {
  readonly budget: Budget;
  readonly watcher?: HandlerWatcher;
}

export interface PipelineStep {
  readonly type: string;
  readonly tag?: string;
  readonly run: (record: DataRecord, context: RunContext) => StepOutcome;
  /** The size of the document is checked after the step, not only at the end. */
  readonly grows: boolean;
}

export interface Pipeline {
  readonly steps: readonly PipelineStep[];
  /** The `on_failure` of the whole pipeline. */
  readonly handlers: readonly PipelineStep[];
  /** The number of all steps; steps of `on_failure` and steps within steps count, too. */
  readonly size: number;
  /** The names of the pipelines that its steps run. */
  readonly uses: readonly string[];
  /** These pipelines, and those that they run. */
  readonly named?: ReadonlyMap<string, StepFunction>;
}

export function isFailure(outcome: StepOutcome): outcome is Failure {
  return (
    typeof outcome === 'object' && !(outcome instanceof IgnoredFailure) && !(outcome instanceof Unnested)
  );
}

/** A document may be larger than its record, but not by more than this factor. */
const maxGrowth = 16;
/** Small records may become documents of this size in any case, in characters. */
const minLimit = 16_384;

/** The most parts of one record: a push stores the error of each that fails. */
export const maxParts = 1_000;

/** What the parts of one record share: they cannot multiply it without limit either. */
export interface Budget {
  /** Characters of the documents. */
  size: number;
  parts: number;
}

/** The largest size of the record's document, in characters of JSON, about. */
export function maxSizeOf(record: DataRecord): number {
  return Math.min(maxDocumentSize, Math.max(minLimit, maxGrowth * sizeOf(record)));
}

/** No further step runs. */
function isEnd(outcome: StepOutcome): outcome is Failure | typeof dropped | typeof terminated {
  return outcome === dropped || outcome === terminated || isFailure(outcome);
}

/**
 * Runs the steps of an `on_failure`.
 *
 * @returns the failure as an ignored one if they succeed.
 */
export function runHandlers(
  handlers: readonly PipelineStep[],
  failed: FailedStep,
  record: DataRecord,
  context: RunContext,
  list?: StepList,
): StepOutcome {
  const { failed: outer, watcher } = context;
  watcher?.failed(failed.failure);
  context.failed = failed;
  let outcome: StepOutcome;
  for (const [index, handler] of handlers.entries()) {
    watcher?.begin(handler, index, list);
    outcome = runStep(handler, record, context);
    watcher?.end(outcome);
    if (isEnd(outcome)) break;
  }
  context.failed = outer;
  return isEnd(outcome) ? outcome : new IgnoredFailure(failed.failure);
}

/** As in Elasticsearch, a failure in a pipeline that a step runs names the step of the pipeline. */
export function failedStep(
  { type, tag }: Pick<PipelineStep, 'type' | 'tag'>,
  failed: Failure,
  { running }: StepContext,
): FailedStep {
  return { type, tag, pipeline: running?.at(-1), ...failed.within, failure: failed };
}

/**
 * Runs the `on_failure` of the pipeline after a step has failed. If a handler fails, too, the first failure remains.
 *
 * @returns the failure as an ignored one if the record is rescued.
 */
export function rescue(
  { handlers }: Pipeline,
  failed: FailedStep,
  record: DataRecord,
  context: RunContext,
): Failure | IgnoredFailure | typeof dropped {
  if (handlers.length === 0) return failed.failure;
  const list = { pipeline: context.running?.at(-1), pointer: '/on_failure' };
  const outcome = runHandlers(handlers, failed, record, context, list);
  if (outcome === dropped) return outcome;
  if (!isFailure(outcome)) return new IgnoredFailure(failed.failure);
  const message = `${failed.failure.message} Its on_failure failed, too: ${outcome.message}`;
  return { ...failed.failure, message };
}

/** Runs a step of a pipeline, or of an `on_failure`. */
export function runStep(step: PipelineStep, document: DataRecord, context: RunContext): StepOutcome {
  const outcome = step.run(document, context);
  if (outcome instanceof Unnested) {
    const { budget, running = [] } = context;
    if (running.length > 0) return failure('failed', 'A shared pipeline cannot make several records of one.');
    budget.parts -= outcome.records.length;
    if (budget.parts < 0) return failure('output_too_large', `The record has more than ${maxParts} parts.`);
  }
  return step.grows && sizeOf(document) > context.maxSize ? tooLarge(context.maxSize) : outcome;
}

export function tooLarge(maxSize: number): Failure {
  return failure('output_too_large', `The document has more than ${maxSize} characters.`);
}
