import type { RuntimeOperation } from '../../plan/operation-plan.ts';
import type { CastersFor } from '../request/caster.ts';
import { castParameters } from '../request/parameters.ts';
import type { Cast, Received, Step } from './step.ts';

/**
 * Casts the texts of path, query and headers to the values that the handler gets. It keeps the issues for
 * `checkRequest`, which reports all issues of a request together.
 *
 * @param casters one for each type of the parameters, except texts.
 * @example .use(castInput(operation, { int32: int32Caster })) // ?size=10 -> state.input is { size: 10 }
 */
export function castInput<Operation extends RuntimeOperation>(
  operation: Operation,
  casters: CastersFor<Operation['parameters'][number]>,
): Step<Received, Cast> {
  return { before: ({ event }) => castParameters(operation, event, casters) };
}
