/** What is wrong with a JSON body before a schema looks at it. */

import { ServiceError } from '../../errors.ts';
import {
  inspectJson,
  type JsonError,
  type JsonFinding,
  type JsonFlaw,
  maxJsonDepth,
} from '../../json/inspect-json.ts';
import type { Issue, IssueCode } from './issue.ts';

const exact = 'an integer that a double holds, as all are up to 9007199254740991';

const rules: Readonly<Record<JsonFlaw, { code: IssueCode; message: string }>> = {
  duplicate_name: { code: 'duplicate_name', message: 'must not be given twice' },
  lone_surrogate: { code: 'not_unicode', message: 'must not have one half of a surrogate pair' },
  not_exact: { code: 'out_of_range', message: `must be ${exact}, or have a fraction or an exponent` },
  not_finite: { code: 'out_of_range', message: 'must be a number that a double holds' },
};

/**
 * Finds what the parser would change silently. Call it before the parser, which recurses.
 *
 * @throws ServiceError malformed_json (not JSON, or nested too deep).
 */
export function findFlaws(text: string): Issue[] {
  const { error, findings } = inspectJson(text);
  if (error) throw malformedJson(error);
  return findings.map(toIssue);
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
  const { code, message } = rules[flaw];
  return { in: 'body', pointer, code, message: `${message} (line ${line}, column ${column})` };
}
