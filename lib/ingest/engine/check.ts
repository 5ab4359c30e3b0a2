/** Checks the configuration of a pipeline without the transformations: for functions that only store it. */

import type { StepFunction } from '../base/definition.ts';
import { compileCondition } from '../conditions/condition.ts';
import type { OptionIssue } from './check-options.ts';
import { readPipeline, type StepMakers } from './pipeline-compiler.ts';
import { checks } from './types.table.ts';

const nothing: StepFunction = () => undefined;

/** The issues of `compilePipeline`; none for what it compiles. */
export function checkPipeline(configurations: unknown, onFailure: unknown = []): readonly OptionIssue[] {
  const step: StepMakers['step'] = ({ type }, options) => {
    checks[type]?.(options);
    return nothing;
  };
  return readPipeline({ step, condition: compileCondition }, configurations, onFailure).issues;
}
