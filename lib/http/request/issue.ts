/** What is wrong with one value of a request, told so that a program and a person can both act on it. */

import { ServiceError } from '../../errors.ts';
import type { InputParameter } from '../../plan/operation-plan.ts';

/** docs/problems.md explains each; a test proves the two lists equal. */
export const issueCodes = [
  'required',
  'repeated',
  'percent_encoding',
  'empty',
  'blank',
  'surrounding_space',
  'not_decimal',
  'plus_sign',
  'leading_zero',
  'exponent',
  'fraction',
  'not_finite',
  'out_of_range',
  'not_an_integer',
  'not_a_number',
  'not_a_boolean',
  'not_base64',
  'not_a_date',
  'not_a_date_time',
  'not_json',
  'not_an_entity_tag',
  'not_a_file',
  'not_a_text',
  'no_match',
  'type',
  'unknown_member',
  'not_allowed',
  'minimum',
  'maximum',
  'min_length',
  'max_length',
  'min_items',
  'max_items',
  'duplicate',
  'duplicate_name',
  'not_unicode',
  'pattern',
  'format',
] as const;

export type IssueCode = (typeof issueCodes)[number];

export interface Issue {
  readonly in: InputParameter['place'] | 'body';
  /** The parameter; absent for the body. */
  readonly name?: string;
  /** RFC 6901, within the body or within a parameter that holds several values. */
  readonly pointer?: string;
  readonly code: IssueCode;
  /** A predicate that says what would be accepted; the value itself is never repeated. */
  readonly message: string;
}

export function issueOf(
  { place, name }: Pick<InputParameter, 'place' | 'name'>,
  code: IssueCode,
  message: string,
): Issue {
  return { in: place, name, code, message };
}

/** Of parameters whose percent-encoding cannot be undone; there is no value to say more of. */
export function encodingIssues(
  place: InputParameter['place'],
  parameters: readonly { readonly name: string }[],
): Issue[] {
  return parameters.map(({ name }) =>
    issueOf({ place, name }, 'percent_encoding', 'must be percent-encoded UTF-8'),
  );
}

/** An answer lists no more than this many; the rest would mostly repeat them. */
const maxIssues = 20;

/** The one answer to a request with anything wrong in path, query, headers or body. */
export function invalidRequest(issues: readonly Issue[]): ServiceError {
  const listed = issues.slice(0, maxIssues);
  const count = issues.length === 1 ? '1 value is' : `${issues.length} values are`;
  const more = listed.length < issues.length ? `; the first ${maxIssues} are listed` : '';
  return new ServiceError('invalid_request', `${count} not as declared${more}.`, {
    members: { errors: listed },
  });
}
