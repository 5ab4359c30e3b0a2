/** What is wrong with a request. Most requests are sound, so functions load it with the first that is not. */

import { nearSpelling } from '../../../shared/json/near-spelling.ts';
import type { InputParameter } from '../../../shared/plan/operation-plan.ts';
import { type Issue, issueOf } from './issue.ts';
import { bodyIssues, type DeclaredInput, issuesFromSchema } from './schema-issues.ts';
import type { SchemaError } from './schema-rules.ts';

export interface FoundFlaws {
  /** What the cast has found. */
  readonly issues: readonly Issue[];
  /** The names of parameters that are not declared. */
  readonly unknown: readonly string[];
  /** Undefined when the request has none. */
  readonly body: unknown;
  readonly errors: readonly SchemaError[];
}

export function explainRequest(
  operation: DeclaredInput,
  { issues, unknown, body, errors }: FoundFlaws,
): readonly Issue[] {
  return issues.concat(
    unknownQueryIssues(unknown, operation.parameters),
    bodyIssues(operation, body),
    issuesFromSchema(operation, errors),
  );
}

type KnownParameter = Pick<InputParameter, 'name' | 'place' | 'synonyms'>;

/** @param known parameters, also those that are not of the query. */
export function unknownQueryIssues(unknown: readonly string[], known: readonly KnownParameter[]): Issue[] {
  if (unknown.length === 0) return [];
  const declared = known.filter(({ place }) => place === 'query');
  const names = declared.map(({ name }) => name);
  const expected = names.length > 0 ? `expected ${names.join(', ')}` : 'the query takes none';
  return unknown.map((name) => {
    const meant = synonymOf(name, declared) ?? nearSpelling(name, names);
    const suggestion = meant === undefined ? '' : ` (did you mean ${meant}?)`;
    const message = `unknown parameter; ${expected}${suggestion}`;
    return issueOf({ place: 'query', name }, 'unknown_parameter', message);
  });
}

/** Clients write per_page and perPage. */
function synonymOf(name: string, known: readonly KnownParameter[]): string | undefined {
  const lettersOf = (word: string) => word.replaceAll(/[^a-z]/gi, '').toLowerCase();
  return known.find(({ synonyms }) => synonyms?.some((word) => lettersOf(word) === lettersOf(name)))?.name;
}
