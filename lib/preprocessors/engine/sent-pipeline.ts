/** Compiles preprocessors that a client sends in a body. */

import { ServiceError } from '../../errors.ts';
import { compilePipeline } from './compile.ts';
import type { OptionIssueCode } from './option-issue.ts';
import type { Pipeline } from './pipeline.ts';

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

/**
 * @param pointerTo Where a pointer within the list is in the body; below `/preprocessors` by default.
 * @throws ServiceError invalid_request with the place of each mistake, at most 20.
 */
export function compileSent(
  configurations: readonly unknown[],
  pointerTo = (pointer: string) => `/preprocessors${pointer}`,
): Pipeline {
  const compiled = compilePipeline(configurations);
  if ('pipeline' in compiled) return compiled.pipeline;
  const { length } = compiled.issues;
  const errors = compiled.issues.slice(0, maxIssues).map(({ pointer, code, message }) => ({
    in: 'body',
    pointer: pointerTo(pointer),
    code: codes[code],
    message,
  }));
  const count = length === 1 ? '1 option of a preprocessor is' : `${length} options of preprocessors are`;
  const more = length > maxIssues ? `; the first ${maxIssues} are listed` : '';
  throw new ServiceError('invalid_request', `${count} not valid${more}.`, { members: { errors } });
}
