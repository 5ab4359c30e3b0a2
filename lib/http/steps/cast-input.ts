import type { RuntimeOperation } from '../../plan/operation-plan.ts';
import type { ReadJsonObject } from '../request/cast.ts';
import { castParameters } from '../request/parameters.ts';
import type { Cast, Received, Step } from './step.ts';

/**
 * Casts the texts of path, query and headers to the values that the handler gets. It keeps the issues for
 * `checkRequest`, which reports all issues of a request together.
 *
 * @param readJsonObject needed when a parameter is sent as JSON.
 * @example .use(castInput(operation)) // ?size=10&size=11 -> issue 'repeated'; ?size=10 -> state.input is { size: 10 }
 */
export function castInput(
  operation: RuntimeOperation,
  readJsonObject?: ReadJsonObject,
): Step<Received, Cast> {
  return { before: ({ event }) => castParameters(operation, event, readJsonObject) };
}
