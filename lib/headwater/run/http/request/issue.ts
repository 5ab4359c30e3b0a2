import { ServiceError } from '../../../shared/errors.ts';
import type { InputParameter } from '../../../shared/plan/operation-plan.ts';

/** docs/headwater/problems.md explains each; a test proves the two lists equal. */
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
  'unknown_parameter',
  'read_only',
  'not_allowed',
  'minimum',
  'maximum',
  'multiple_of',
  'min_length',
  'max_length',
  'min_items',
  'max_items',
  'min_members',
  'max_members',
  'duplicate',
  'duplicate_name',
  'not_unicode',
  'pattern',
  'format',
  'out_of_limits',
  'invalid_option',
] as const;

export type IssueCode = (typeof issueCodes)[number];

export interface Issue {
  readonly in: InputParameter['place'] | 'body';
  /** The parameter; absent for the body. */
  readonly name?: string;
  /** RFC 6901, within the body or within a parameter that holds several values. */
  readonly pointer?: string;
  readonly code: IssueCode;
  /** A predicate: what would be accepted. It never repeats the value. */
  readonly message: string;
}

export function issueOf(
  { place, name }: Pick<InputParameter, 'place' | 'name'>,
  code: IssueCode,
  message: string,
): Issue {
  return { in: place, name, code, message };
}

/** Issues of parameters that cannot be percent-decoded. */
export function encodingIssues(
  place: InputParameter['place'],
  parameters: readonly { readonly name: string }[],
): Issue[] {
  return parameters.map(({ name }) =>
    issueOf({ place, name }, 'percent_encoding', 'must be percent-encoded UTF-8'),
  );
}

/** The most issues that a response lists; the others would mostly repeat them. */
const maxIssues = 20;

/** One problem for everything that is wrong in path, query, headers and body. */
export function invalidRequest(issues: readonly Issue[]): ServiceError {
  const listed = issues.slice(0, maxIssues);
  const count = issues.length === 1 ? '1 value is' : `${issues.length} values are`;
  const more = listed.length < issues.length ? `; the first ${maxIssues} are listed` : '';
  return new ServiceError('invalid_request', `${count} invalid${more}.`, {
    members: { errors: listed },
  });
}
