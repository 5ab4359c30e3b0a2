/** Checks and describes configurations without running them. Functions that store and show them load it if there are any. */

import { checkPipeline } from '../../ingest/engine/check.ts';
import type { OptionIssue } from '../../ingest/engine/check-options.ts';
import { describeStep } from '../../ingest/engine/describe.ts';
import { loadGrokBank } from '../../ingest/text/grok-bank.ts';

/** @returns plain data: this module is a bundle of its own, so the function that loads it has other classes. */
export async function checkConfigured(
  preprocessors: readonly unknown[],
  onFailure: readonly unknown[],
): Promise<readonly OptionIssue[]> {
  await loadGrokBank([preprocessors, onFailure]);
  return checkPipeline(preprocessors, onFailure);
}

/** @param lists All that is to be described. */
export async function describerOf(lists: readonly unknown[]): Promise<typeof describeStep> {
  await loadGrokBank(lists);
  return describeStep;
}
