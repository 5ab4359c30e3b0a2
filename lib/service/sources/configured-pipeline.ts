/** Checks and describes configurations without running them. Functions that store and show them load it if there are any. */

import { checkPipeline, describeStep, type OptionIssue } from '@headwater/ingest';
import { loadGrokBank } from '@headwater/ingest/grok';

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
