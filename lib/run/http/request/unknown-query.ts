/** Parameters of a query that the operation does not declare: a misspelt one would change nothing, and nobody would notice. */

import { nearSpelling } from '../../../shared/json/near-spelling.ts';
import type { InputParameter } from '../../../shared/plan/operation-plan.ts';
import { type Issue, issueOf } from './issue.ts';
import type { QueryString } from './query-string.ts';

/** @param known the declared parameters of the query. */
export function unknownQueryIssues({ values }: QueryString, known: readonly InputParameter[]): Issue[] {
  const names = known.map(({ name }) => name);
  const unknown = [...values.keys()].filter((name) => !names.includes(name));
  return unknown.map((name) =>
    issueOf({ place: 'query', name }, 'unknown_parameter', `is not known; ${acceptedFor(name, known)}`),
  );
}

function acceptedFor(name: string, known: readonly InputParameter[]): string {
  if (known.length === 0) return 'there are no parameters of the query';
  const names = known.map((parameter) => parameter.name);
  const meant = synonymOf(name, known) ?? nearSpelling(name, names);
  return `the parameters are ${names.join(', ')}${meant === undefined ? '' : `; did you mean ${meant}?`}`;
}

/** Clients write per_page and perPage. */
function synonymOf(name: string, known: readonly InputParameter[]): string | undefined {
  const lettersOf = (word: string) => word.replaceAll(/[^a-z]/gi, '').toLowerCase();
  return known.find(({ synonyms }) => synonyms?.some((word) => lettersOf(word) === lettersOf(name)))?.name;
}
