/** What every step can have around it: a condition, handlers of failures, and `each`. */

import { InvalidOption, type StepContext, type StepFunction } from '../base/definition.ts';
import { dropped, type Failure } from '../base/failure.ts';
import { FieldPath } from '../base/field-path.ts';
import type { DataRecord, RecordValue } from '../base/record.ts';
import { compileCondition } from './condition.ts';
import { IgnoredFailure, type PipelineStep, type StepOutcome, skipped } from './pipeline.ts';
import { runStep } from './run-step.ts';

interface Wrapping {
  readonly condition: ReturnType<typeof compileCondition> | undefined;
  readonly ignoresFailure: boolean;
  readonly handlers: readonly PipelineStep[] | undefined;
  readonly type: string;
  readonly tag: string | undefined;
}

export function readWrapping(
  options: Readonly<Record<string, unknown>>,
): Pick<Wrapping, 'condition' | 'ignoresFailure'> {
  const text = options['if'];
  return {
    condition: typeof text === 'string' ? compileCondition(text) : undefined,
    ignoresFailure: options['ignore_failure'] === true,
  };
}

/** A step without condition and handlers runs as it is. */
export function wrapStep(step: StepFunction, wrapping: Wrapping): PipelineStep['run'] {
  const { condition, ignoresFailure, handlers } = wrapping;
  if (!condition && !ignoresFailure && !handlers) return step;
  // One function for all of them: calls are what guards cost.
  return (record, context) => {
    if (condition && !condition(record, context.now)) return skipped;
    const outcome = step(record, context);
    if (outcome === undefined || outcome === dropped) return outcome;
    if (ignoresFailure) return new IgnoredFailure(outcome);
    return handlers ? handle(outcome, record, context, { ...wrapping, handlers }) : outcome;
  };
}

function handle(
  failed: Failure,
  record: DataRecord,
  context: StepContext,
  { handlers, type, tag }: Wrapping & { readonly handlers: readonly PipelineStep[] },
): StepOutcome {
  const outer = context.failed;
  context.failed = { failure: failed, type, tag };
  for (const handler of handlers) {
    const outcome = runStep(handler, record, context);
    if (outcome === undefined || outcome === skipped || outcome instanceof IgnoredFailure) continue;
    context.failed = outer;
    return outcome;
  }
  context.failed = outer;
  return new IgnoredFailure(failed);
}

/** Applies the step to every value of a list; another value is processed as usual. */
export function eachStep(step: StepFunction, options: Readonly<Record<string, unknown>>): StepFunction {
  const { field, target_field: target = field } = options;
  if (!(field instanceof FieldPath && target instanceof FieldPath)) return step;
  if (options['add_to_root'] === true)
    throw new InvalidOption('each', 'cannot be set together with add_to_root');
  return (record, context) => {
    const list = field.get(record);
    if (!Array.isArray(list)) return step(record, context);
    const results: RecordValue[] = [];
    for (const item of list) {
      const scratch: DataRecord = {};
      const outcome = field.set(scratch, item) ?? step(scratch, context);
      if (outcome !== undefined) return outcome;
      results.push(target.get(scratch) ?? null);
    }
    return target.set(record, results);
  };
}
