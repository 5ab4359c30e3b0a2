/** What is wrong with a JSON body beyond its syntax. */

import { ServiceError } from '../../errors.ts';
import { maxJsonDepth } from '../../json/depth.ts';
import { type JsonFinding, type JsonFlaw, scanJson } from '../../json/scan.ts';
import { positionAt } from '../../json/syntax.ts';
import type { Issue, IssueCode } from './issue.ts';

const exact = 'an integer that a double holds, as all are up to 9007199254740991';

const rules: Readonly<Record<Exclude<JsonFlaw, 'too_deep'>, { code: IssueCode; message: string }>> = {
  duplicate_name: { code: 'duplicate_name', message: 'must not be given twice' },
  lone_surrogate: { code: 'not_unicode', message: 'must not have one half of a surrogate pair' },
  not_exact: { code: 'out_of_range', message: `must be ${exact}, or have a fraction or an exponent` },
  not_finite: { code: 'out_of_range', message: 'must be a number that a double holds' },
};

/**
 * To be asked before the text is parsed, and reported after: where it is not
 * JSON at all, that is what is wrong.
 *
 * @throws ServiceError malformed_json at once when it is nested too deep to be parsed.
 */
export function findFlaws(text: string): Issue[] {
  return scanJson(text).map((finding) => toIssue(text, finding));
}

function toIssue(text: string, { flaw, pointer, offset }: JsonFinding): Issue {
  const position = positionAt(text, offset);
  if (flaw === 'too_deep') {
    const detail = `The body is nested deeper than the ${maxJsonDepth} levels that are accepted.`;
    throw new ServiceError('malformed_json', detail, { members: { ...position } });
  }
  const { code, message } = rules[flaw];
  const place = `line ${position.line}, column ${position.column}`;
  return { in: 'body', pointer, code, message: `${message} (${place})` };
}
