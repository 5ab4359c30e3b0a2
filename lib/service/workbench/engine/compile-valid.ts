/** The steps that can run: all of them, or those before the first that is not valid yet. */

import { compilePipeline, type OptionIssue, type Pipeline } from '@headwater/ingest';
import type { PipelineContent, StepConfiguration } from './protocol.ts';

interface ValidSteps {
  readonly pipeline: Pipeline;
  /** What is wrong with the others. */
  readonly issues: readonly OptionIssue[];
  readonly preprocessors: readonly StepConfiguration[];
}

export function compileValid({ preprocessors, on_failure: onFailure }: PipelineContent): ValidSteps {
  const compiled = compilePipeline(preprocessors, { onFailure });
  if (!('issues' in compiled)) return { ...compiled, issues: [], preprocessors };
  const { issues } = compiled;
  const faulty = issues.flatMap(({ pointer }) => /^\/(\d+)(?:\/|$)/.exec(pointer)?.[1] ?? []).map(Number);
  const valid = preprocessors.slice(0, Math.min(preprocessors.length, ...faulty));
  const beginning = compilePipeline(valid);
  if (!('issues' in beginning)) return { ...beginning, issues, preprocessors: valid };
  // Something is wrong with the steps as a whole, such as their number.
  const none = compilePipeline([]);
  if ('issues' in none) throw new Error('A pipeline without steps must be valid.');
  return { ...none, issues, preprocessors: [] };
}
