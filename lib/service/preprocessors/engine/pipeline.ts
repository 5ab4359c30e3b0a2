/** A compiled pipeline and the outcomes of its steps. */

import type { StepContext } from '../base/definition.ts';
import type { dropped, Failure } from '../base/failure.ts';
import type { DataRecord } from '../base/record.ts';

/** The step did not run, since its condition is false. */
export const skipped = Symbol('skipped');

/** A failure after which the pipeline goes on. */
export class IgnoredFailure {
  readonly failure: Failure;

  constructor(failure: Failure) {
    this.failure = failure;
  }
}

export type StepOutcome = Failure | IgnoredFailure | typeof dropped | typeof skipped | undefined;

export interface PipelineStep {
  readonly type: string;
  readonly tag?: string;
  readonly run: (record: DataRecord, context: StepContext) => StepOutcome;
  /** The size of the document is checked after the step, not only at the end. */
  readonly grows: boolean;
}

export interface Pipeline {
  readonly steps: readonly PipelineStep[];
}
