/** Pipelines: steps are loaded, checked, compiled, and run on records. */

export { processorMs } from '#platform';
export type { DatabaseFiles } from '../base/database-files.ts';
export type { StepFunction } from '../base/definition.ts';
export { type Failure, type FailureCode, failure } from '../base/failure.ts';
export type { DataRecord, RecordValue } from '../base/record.ts';
export { checkPipeline } from '../engine/check.ts';
export { type OptionIssue, type OptionIssueCode, pointerTo } from '../engine/check-options.ts';
export { compilePipeline } from '../engine/compile.ts';
export { describeStep } from '../engine/describe.ts';
export { loadTypes } from '../engine/load-types.ts';
export { maxPipelineLevels, namedPipeline } from '../engine/named-pipeline.ts';
export type { Pipeline } from '../engine/pipeline.ts';
export { maxSteps, maxStepsInAll } from '../engine/pipeline-compiler.ts';
export {
  type PartResult,
  partResults,
  type RecordResult,
  type RescuedFailure,
  type RunOptions,
  runPipeline,
  type SingleResult,
  type UnnestedResult,
} from '../engine/run.ts';
export { makeCounts, type StepCounts } from '../engine/step-counts.ts';
export { runWithin, type TimeLimits } from '../engine/time-limit.ts';
export {
  type StepStatus,
  type StepTrace,
  type TracedPart,
  type TracedResult,
  tracedParts,
  tracePipeline,
} from '../engine/trace.ts';
