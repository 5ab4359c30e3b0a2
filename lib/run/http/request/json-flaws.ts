/** What is wrong with a JSON body before a schema looks at it. */

import { ServiceError } from '../../../shared/errors.ts';
import {
  flawMessages,
  type IsExact,
  inspectJson,
  type JsonError,
  type JsonFinding,
  type JsonFlaw,
  maxJsonDepth,
} from '../../../shared/json/inspect-json.ts';
import type { Issue, IssueCode } from './issue.ts';

const codes: Readonly<Record<JsonFlaw, IssueCode>> = {
  duplicate_name: 'duplicate_name',
  lone_surrogate: 'not_unicode',
  not_exact: 'out_of_range',
  not_finite: 'out_of_range',
  too_many_digits: 'out_of_range',
};

/**
 * Finds what the parser would change silently. Call it before the parser, which recurses.
 *
 * @throws ServiceError malformed_json (not JSON, or nested too deep).
 */
export function findFlaws(
  text: string,
  isExact: IsExact,
): { readonly flaws: readonly Issue[]; readonly hasLongIntegers: boolean } {
  const { error, findings, hasLongIntegers = false } = inspectJson(text, isExact);
  if (error) throw malformedJson(error);
  return { flaws: findings.map(toIssue), hasLongIntegers };
}

function malformedJson(error: JsonError): ServiceError {
  const { line, column } = error;
  const detail =
    error.kind === 'too_deep'
      ? `The body is nested deeper than the ${maxJsonDepth} levels that are accepted.`
      : `The body is not JSON: ${error.what} at line ${line}, column ${column}.`;
  return new ServiceError('malformed_json', detail, { members: { line, column } });
}

function toIssue({ flaw, pointer, line, column }: JsonFinding): Issue {
  const message = `${flawMessages[flaw]} (line ${line}, column ${column})`;
  return { in: 'body', pointer, code: codes[flaw], message };
}
