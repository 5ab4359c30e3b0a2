import type { RuntimeOperation } from '../../../shared/plan/operation-plan.ts';
import type { CastersFor } from '../request/caster.ts';
import { castParameters } from '../request/parameters.ts';
import type { Cast, Received, Step } from './step.ts';

/**
 * `castInput` with the setting `ignoreUnknownQuery`.
 *
 * @example .use(castKnownInput(operation, { int32: int32Caster })) // ?size=10&x=1 -> state.input is { size: 10 }
 */
export function castKnownInput<Operation extends RuntimeOperation>(
  operation: Operation,
  casters: CastersFor<Operation['parameters'][number]>,
): Step<Received, Cast> {
  return { before: ({ event }) => castParameters(operation, event, casters) };
}
