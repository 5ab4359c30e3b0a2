/** Parameters of a query that the operation does not declare: a misspelt one would change nothing, and nobody would notice. */

import { nearSpelling } from '../../../shared/json/near-spelling.ts';
import type { InputParameter } from '../../../shared/plan/operation-plan.ts';
import { type Issue, issueOf } from './issue.ts';
import type { QueryString } from './query-string.ts';

/** @param known the declared parameters of the query, at least one. */
export function unknownQueryIssues({ values }: QueryString, known: readonly InputParameter[]): Issue[] {
  const names = known.map(({ name }) => name);
  const unknown = [...values.keys()].filter((name) => !names.includes(name));
  return unknown.map((name) => {
    const meant = synonymOf(name, known) ?? nearSpelling(name, names);
    const suggestion = meant === undefined ? '' : ` (did you mean ${meant}?)`;
    return issueAt(name, `expected ${names.join(', ')}${suggestion}`);
  });
}

/** In place of `unknownQueryIssues` for an operation without query parameters: its function contains no suggestions. */
export function emptyQueryIssues({ values }: QueryString): Issue[] {
  return [...values.keys()].map((name) => issueAt(name, 'the query takes none'));
}

function issueAt(name: string, accepted: string): Issue {
  return issueOf({ place: 'query', name }, 'unknown_parameter', `unknown parameter; ${accepted}`);
}

/** Clients write per_page and perPage. */
function synonymOf(name: string, known: readonly InputParameter[]): string | undefined {
  const lettersOf = (word: string) => word.replaceAll(/[^a-z]/gi, '').toLowerCase();
  return known.find(({ synonyms }) => synonyms?.some((word) => lettersOf(word) === lettersOf(name)))?.name;
}
