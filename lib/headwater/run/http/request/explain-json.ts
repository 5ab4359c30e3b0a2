/** What is wrong with the JSON of a body. Few bodies need it, so functions load it for those alone. */

import {
  flawMessages,
  type IsExact,
  inspectJson,
  type JsonError,
  type JsonFinding,
  type JsonFlaw,
} from '../../../shared/json/inspect-json.ts';
import { maxJsonDepth } from '../../../shared/json/max-json-depth.ts';
import type { Issue, IssueCode } from './issue.ts';

/** It is plain data, because the function that loads this module has its own classes. */
export interface JsonExplanation {
  /** Present if the text is not JSON, or too deep. */
  readonly malformed?: { readonly detail: string; readonly line: number; readonly column: number };
  readonly issues: readonly Issue[];
  readonly hasLongIntegers: boolean;
}

/** @param isExact Selects the places where integers beyond 2^53 are accepted. */
export function explainJson(text: string, isExact: IsExact): JsonExplanation {
  const { error, findings, hasLongIntegers = false } = inspectJson(text, isExact);
  const issues = findings.map(toIssue);
  if (!error) return { issues, hasLongIntegers };
  const { line, column } = error;
  return { malformed: { detail: detailOf(error), line, column }, issues, hasLongIntegers };
}

function detailOf(error: JsonError): string {
  return error.kind === 'too_deep'
    ? `The body is nested deeper than the ${maxJsonDepth} levels that are accepted.`
    : `The body is not JSON: ${error.what} at line ${error.line}, column ${error.column}.`;
}

const codes: Readonly<Record<JsonFlaw, IssueCode>> = {
  duplicate_name: 'duplicate_name',
  forbidden_name: 'unknown_member',
  lone_surrogate: 'not_unicode',
  not_exact: 'out_of_range',
  not_finite: 'out_of_range',
  too_many_digits: 'out_of_range',
};

function toIssue({ flaw, pointer, line, column }: JsonFinding): Issue {
  const message = `${flawMessages[flaw]} (line ${line}, column ${column})`;
  return { in: 'body', pointer, code: codes[flaw], message };
}
