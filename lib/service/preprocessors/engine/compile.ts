import type { OptionIssue } from './check-options.ts';
import type { Pipeline } from './pipeline.ts';
import { readSteps } from './pipeline-compiler.ts';
import { compilers } from './registry.ts';

/**
 * Compiles the preprocessors of a source.
 *
 * @param configurations Anything: a list of objects with `type` is accepted.
 * @example compilePipeline([{ type: 'trim', field: 'name' }]) // { pipeline: { steps: [{ type: 'trim', … }] } }
 */
export function compilePipeline(
  configurations: unknown,
): { readonly pipeline: Pipeline } | { readonly issues: readonly OptionIssue[] } {
  const { steps, issues } = readSteps(({ type }, options) => compilers[type](options), configurations);
  return issues.length > 0 ? { issues } : { pipeline: { steps } };
}
