/** Runs a step, and keeps its document small: a pipeline can multiply what it reads. */

import type { StepContext } from '../base/definition.ts';
import { type Failure, failure } from '../base/failure.ts';
import { type DataRecord, maxDocumentSize, sizeOf } from '../base/record.ts';
import type { PipelineStep, StepOutcome } from './pipeline.ts';

/** A document may be larger than its record, but not by more than this factor. */
const maxGrowth = 16;
/** Small records may become documents of this size in any case, in characters. */
const minLimit = 16_384;

/** The largest size of the record's document, in characters of JSON, about. */
export function maxSizeOf(record: DataRecord): number {
  return Math.min(maxDocumentSize, Math.max(minLimit, maxGrowth * sizeOf(record)));
}

/** Runs a step of a pipeline, or of an `on_failure`. */
export function runStep(step: PipelineStep, document: DataRecord, context: StepContext): StepOutcome {
  const outcome = step.run(document, context);
  return step.grows && sizeOf(document) > context.maxSize ? tooLarge(context.maxSize) : outcome;
}

export function tooLarge(maxSize: number): Failure {
  return failure('output_too_large', `The document has more than ${maxSize} characters.`);
}
