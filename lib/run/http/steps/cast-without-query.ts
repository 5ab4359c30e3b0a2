import type { RuntimeOperation } from '../../../shared/plan/operation-plan.ts';
import type { CastersFor } from '../request/caster.ts';
import { issueOf } from '../request/issue.ts';
import { castParameters } from '../request/parameters.ts';
import { parseQueryString } from '../request/query-string.ts';
import type { Cast, Received, Step, WithQuery } from './step.ts';

/**
 * `castInput` of a function that has no parameters of the query.
 *
 * @example .use(castWithoutQuery(operation, {})) // ?size=5 -> 400, 'is not known; there are no parameters of the query'
 */
export function castWithoutQuery<Operation extends RuntimeOperation>(
  operation: Operation,
  casters: CastersFor<Operation['parameters'][number]>,
): Step<Received, Cast & WithQuery> {
  const message = 'is not known; there are no parameters of the query';
  return {
    before: ({ event }) => {
      const query = parseQueryString(event.rawQueryString);
      const { input, issues } = castParameters(operation, { ...event, query }, casters);
      const names = [...query.values.keys()];
      const unknown = names.map((name) => issueOf({ place: 'query', name }, 'unknown_parameter', message));
      return { query, input, issues: [...issues, ...unknown] };
    },
  };
}
