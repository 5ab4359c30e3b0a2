import type { RuntimeOperation } from '../../../shared/plan/operation-plan.ts';
import type { CastersFor } from '../request/caster.ts';
import { castParameters } from '../request/parameters.ts';
import { parseQueryString } from '../request/query-string.ts';
import type { Cast, Received, Step, WithQuery } from './step.ts';

/**
 * `castInput` with the setting `ignoreUnknownQuery`.
 *
 * @example .use(castKnownInput(operation, { int32: int32Caster })) // ?size=10&x=1 -> state.input is { size: 10 }
 */
export function castKnownInput<Operation extends RuntimeOperation>(
  operation: Operation,
  casters: CastersFor<Operation['parameters'][number]>,
): Step<Received, Cast & WithQuery> {
  return {
    before: ({ event }) => {
      const query = parseQueryString(event.rawQueryString);
      return { query, ...castParameters(operation, { ...event, query }, casters) };
    },
  };
}
