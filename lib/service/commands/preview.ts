/** `npx headwater preview`: what a source makes of records, before anything is stored. */

import { writeJson } from '../../shared/json/lossless-json.ts';
import { CommandError, type CommandLine, type CommandResult } from '../../tools/commands/command-line.ts';
import { discoverFields } from '../preprocessors/fields/discover-fields.ts';
import { findDifferences } from '../samples/expected-documents.ts';
import { producerIn, runSample } from '../samples/run-sample.ts';
import { readPreviewSample, readPreviewSource } from './preview-input.ts';
import { countOf, type Preview, previewScreen } from './preview-screen.ts';
import type { previewCommand } from './service-commands.ts';

/** Somebody waits, but nobody pays by the millisecond. */
const limits = { budgetMs: 60_000, deadlineMs: 120_000 };

export async function preview({
  source,
  sample,
  check,
  all,
  json,
}: CommandLine<typeof previewCommand>): Promise<CommandResult> {
  const { name, format, pipeline } = await readPreviewSource(source);
  const { records, expected, isCut } = await readPreviewSample(sample === '-' ? undefined : sample, format);
  if (check && !expected)
    throw new CommandError('--check needs a sample with "expected": one document or null for each record.');
  const { outcomes, documents } = runSample(pipeline, records, { limits, isTraced: true });
  const results = outcomes.map(({ result }) => result);
  const shown: Preview = {
    name,
    isCut,
    outcomes,
    fields: discoverFields(documents, { producedBy: producerIn({ outcomes }) }),
    ...(expected && { differences: findDifferences(results, expected) }),
  };
  const isDifferent = check && (shown.differences?.length ?? 0) > 0;
  return {
    output: json ? writeJson(toJson(shown), 2) : previewScreen(shown, { showsAll: all }),
    exitCode: isDifferent ? 1 : 0,
  };
}

/** The output of `--json`: the members of a mapping preview that a pipeline decides. */
function toJson({ name, isCut, outcomes, fields, differences }: Preview) {
  return {
    source: name,
    sampled: outcomes.length,
    has_more: isCut,
    succeeded: countOf('success', outcomes),
    failed: countOf('error', outcomes),
    dropped: countOf('dropped', outcomes),
    results: outcomes.map(({ result, steps, ...sent }, position) => ({
      position,
      status: result.status,
      ...sent,
      ...(result.status === 'success' && { document: result.document }),
      ...(result.status === 'error' && { error: result.failure }),
      steps,
    })),
    fields,
    ...(differences && { differences }),
  };
}
