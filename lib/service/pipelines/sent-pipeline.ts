/** Checks or compiles the preprocessors and the `on_failure` that a client sends in a body. */

import { compilePipeline, type OptionIssue, type OptionIssueCode, type Pipeline } from '@headwater/ingest';
import { ServiceError } from 'headwater/errors';
import { loadSteps } from './load-steps.ts';

/** The codes that the validators use for the same. */
const codes: Readonly<Record<OptionIssueCode, string>> = {
  unknown_type: 'not_allowed',
  unknown_option: 'unknown_member',
  missing_option: 'required',
  wrong_type: 'type',
  not_allowed: 'not_allowed',
  out_of_limits: 'out_of_limits',
  invalid_option: 'invalid_option',
};

const maxIssues = 20;

/** Where a pointer within the list is in the body. */
type PointerTo = (pointer: string) => string;

/** @example inBody('/0/type') // '/preprocessors/0/type' */
export const inBody: PointerTo = (pointer) =>
  pointer.startsWith('/on_failure') ? pointer : `/preprocessors${pointer}`;

/** What a client configures; in a merge patch, null removes a list. */
export interface SentPipeline {
  readonly preprocessors?: readonly unknown[] | null | undefined;
  readonly on_failure?: readonly unknown[] | null | undefined;
}

/**
 * @param pointerTo As members of the body by default.
 * @throws ServiceError invalid_request with the place of each mistake, at most 20.
 */
export async function compileSent(content: SentPipeline, pointerTo = inBody): Promise<Pipeline> {
  const { preprocessors, onFailure } = listsOf(content);
  await loadSteps([preprocessors, onFailure]);
  const compiled = compilePipeline(preprocessors, { onFailure });
  if ('pipeline' in compiled) return compiled.pipeline;
  throw invalidPreprocessors(compiled.issues, pointerTo);
}

/** @throws ServiceError as `compileSent`. */
export async function checkSent(content: SentPipeline): Promise<void> {
  const { preprocessors, onFailure } = listsOf(content);
  if (preprocessors.length === 0 && onFailure.length === 0) return;
  const { checkConfigured } = await import('../sources/configured-pipeline.ts');
  const issues = await checkConfigured(preprocessors, onFailure);
  if (issues.length > 0) throw invalidPreprocessors(issues, inBody);
}

function listsOf({ preprocessors, on_failure: onFailure }: SentPipeline) {
  return { preprocessors: preprocessors ?? [], onFailure: onFailure ?? [] };
}

function invalidPreprocessors(issues: readonly OptionIssue[], pointerTo: PointerTo): ServiceError {
  const { length } = issues;
  const errors = issues.slice(0, maxIssues).map(({ pointer, code, message }) => ({
    in: 'body',
    pointer: pointerTo(pointer),
    code: codes[code],
    message,
  }));
  const count = length === 1 ? '1 option of a preprocessor is' : `${length} options of preprocessors are`;
  const more = length > maxIssues ? `; the first ${maxIssues} are listed` : '';
  return new ServiceError('invalid_request', `${count} not valid${more}.`, { members: { errors } });
}
