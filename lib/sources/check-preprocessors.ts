/** Checks the preprocessors that a client sends beyond their models: patterns, paths, queries and combinations. */

import { ServiceError } from '../errors.ts';
import { compilePipeline } from '../preprocessors/engine/compile.ts';
import type { OptionIssueCode } from '../preprocessors/engine/option-issue.ts';

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
 * @param preprocessors The member of a body, or undefined when the body has none.
 * @throws ServiceError invalid_request with the place of each mistake, at most 20.
 */
export function checkPreprocessors(preprocessors: readonly unknown[] | null | undefined): void {
  if (!preprocessors) return;
  const compiled = compilePipeline(preprocessors);
  if (!('issues' in compiled)) return;
  const { length } = compiled.issues;
  const errors = compiled.issues.slice(0, maxIssues).map(({ pointer, code, message }) => ({
    in: 'body',
    pointer: `/preprocessors${pointer}`,
    code: codes[code],
    message,
  }));
  const count = length === 1 ? '1 option of a preprocessor is' : `${length} options of preprocessors are`;
  const more = length > maxIssues ? `; the first ${maxIssues} are listed` : '';
  throw new ServiceError('invalid_request', `${count} not valid${more}.`, { members: { errors } });
}
