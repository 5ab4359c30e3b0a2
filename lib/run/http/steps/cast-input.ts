import type { RuntimeOperation } from '../../../shared/plan/operation-plan.ts';
import type { CastersFor } from '../request/caster.ts';
import { castParameters } from '../request/parameters.ts';
import { parseQueryString } from '../request/query-string.ts';
import { unknownQueryIssues } from '../request/unknown-query.ts';
import type { Cast, Received, Step, WithQuery } from './step.ts';

/**
 * Casts the texts of path, query and headers to the values that the handler gets. It keeps the issues for
 * `checkRequest`, which reports all issues of a request together. A parameter of the query that is not declared is one,
 * too.
 *
 * @param casters one for each type of the parameters, except texts.
 * @example .use(castInput(operation, { int32: int32Caster })) // ?size=10 -> state.input is { size: 10 }
 */
export function castInput<Operation extends RuntimeOperation>(
  operation: Operation,
  casters: CastersFor<Operation['parameters'][number]>,
): Step<Received, Cast & WithQuery> {
  const known = operation.parameters.filter(({ place }) => place === 'query');
  return {
    before: ({ event }) => {
      const query = parseQueryString(event.rawQueryString);
      const { input, issues } = castParameters(operation, { ...event, query }, casters);
      return { query, input, issues: [...issues, ...unknownQueryIssues(query, known)] };
    },
  };
}
