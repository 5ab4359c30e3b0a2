import { compileCondition, compileStoredCondition } from '../conditions/condition.ts';
import type { OptionIssue } from './check-options.ts';
import { compilerOf } from './load-types.ts';
import type { Pipeline } from './pipeline.ts';
import { readPipeline, type StepMakers } from './pipeline-compiler.ts';

/**
 * Compiles the preprocessors of a source. `loadTypes` has loaded the large types among them.
 *
 * @param configurations Anything: a list of objects with `type` is accepted.
 * @param options `onFailure`: the steps for records that fail. `isStored`: the configurations were accepted earlier.
 * @example compilePipeline([{ type: 'trim', field: 'name' }]) // { pipeline: { steps: [{ type: 'trim', … }] } }
 */
export function compilePipeline(
  configurations: unknown,
  { onFailure = [], isStored = false }: { readonly onFailure?: unknown; readonly isStored?: boolean } = {},
): { readonly pipeline: Pipeline } | { readonly issues: readonly OptionIssue[] } {
  const step: StepMakers['step'] = ({ type }, options, inner) => compilerOf(type)(options, inner);
  const condition = isStored ? compileStoredCondition : compileCondition;
  const { pipeline, issues } = readPipeline({ step, condition }, configurations, onFailure);
  return issues.length > 0 ? { issues } : { pipeline };
}
