/** A compiled pipeline, how one of its steps runs, and the outcomes. A pipeline can multiply what it reads, so sizes are limited. */

import type { StepContext } from '../base/definition.ts';
import { type Failure, failure, type Outcome } from '../base/failure.ts';
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

/** Sees the steps of `on_failure` while they run. */
export interface HandlerWatcher {
  /** The step in hand has failed, and its handlers follow. */
  failed(failure: Failure): void;
  /** @param index In the list of the step that has failed. */
  begin(handler: PipelineStep, index: number): void;
  end(outcome: StepOutcome): void;
}

export interface RunContext extends StepContext {
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
}

/** A document may be larger than its record, but not by more than this factor. */
const maxGrowth = 16;
/** Small records may become documents of this size in any case, in characters. */
const minLimit = 16_384;

/** The largest size of the record's document, in characters of JSON, about. */
export function maxSizeOf(record: DataRecord): number {
  return Math.min(maxDocumentSize, Math.max(minLimit, maxGrowth * sizeOf(record)));
}

/** Runs a step of a pipeline, or of an `on_failure`. */
export function runStep(step: PipelineStep, document: DataRecord, context: RunContext): StepOutcome {
  const outcome = step.run(document, context);
  return step.grows && sizeOf(document) > context.maxSize ? tooLarge(context.maxSize) : outcome;
}

export function tooLarge(maxSize: number): Failure {
  return failure('output_too_large', `The document has more than ${maxSize} characters.`);
}
