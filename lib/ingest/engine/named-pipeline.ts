/** Pipelines that steps of the type `pipeline` run by their names. */

import { omitUndefined } from '../../headwater/shared/json/omit.ts';
import type { StepFunction } from '../base/definition.ts';
import { dropped, failure, type Outcome, terminated, type Unnested } from '../base/failure.ts';
import type { DataRecord } from '../base/record.ts';
import {
  failedStep,
  type IgnoredFailure,
  isFailure,
  type Pipeline,
  type RunContext,
  rescue,
  runStep,
  type skipped,
} from './pipeline.ts';

/** Pipelines within pipelines. */
export const maxPipelineLevels = 8;

/** Fails if the pipeline is running already, as in Elasticsearch, or is too many levels deep. */
export function namedPipeline(name: string, pipeline: Pipeline): StepFunction {
  return (record, own) => {
    // The engine makes every context.
    const context = own as RunContext;
    const { running: outer = [], watcher } = context;
    if (outer.includes(name)) return failure('pipeline_cycle', `Cycle detected for pipeline: ${name}`);
    if (outer.length === maxPipelineLevels) {
      const message = `The pipeline ${name} is more than ${maxPipelineLevels} levels deep.`;
      return failure('pipeline_limit', message);
    }
    watcher?.enter();
    context.running = [...outer, name];
    const outcome = runSteps(name, pipeline, record, context);
    context.running = outer;
    return outcome;
  };
}

function runSteps(name: string, pipeline: Pipeline, record: DataRecord, context: RunContext): Outcome {
  const { watcher } = context;
  const list = { pipeline: name, pointer: '' };
  for (const [index, step] of pipeline.steps.entries()) {
    watcher?.begin(step, index, list);
    const reached = runStep(step, record, context);
    const outcome = isFailure(reached)
      ? rescue(pipeline, failedStep(step, reached, context), record, context)
      : reached;
    watcher?.end(outcome);
    if (outcome === dropped) return dropped;
    if (isFailure(outcome)) {
      const { type, tag } = step;
      // The innermost pipeline names the step.
      return {
        within: { pipeline: name, pointer: `/${index}`, type, ...omitUndefined({ tag }) },
        ...outcome,
      };
    }
    if (isFailure(reached) || outcome === terminated) return undefined;
    // Another outcome, which a new type may have, does not compile here. Several records are a failure of `runStep`.
    outcome satisfies IgnoredFailure | Unnested | typeof skipped | undefined;
  }
  return undefined;
}
