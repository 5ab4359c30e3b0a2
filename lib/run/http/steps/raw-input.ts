import type { RuntimeOperation } from '../../../shared/plan/operation-plan.ts';
import { rawParameters } from '../request/parameters.ts';
import { parseQueryString } from '../request/query-string.ts';
import type { Checked, Received, Step, WithQuery } from './step.ts';

/**
 * In place of `castInput` and `checkRequest` in a function without validation: the texts of path, query and headers as
 * they were sent.
 *
 * @example .use(rawInput(operation)) // ?size=0x10 -> state.input is { size: '0x10' }
 */
export function rawInput(operation: RuntimeOperation): Step<Received, Checked & WithQuery> {
  return {
    before: ({ event }) => {
      const query = parseQueryString(event.rawQueryString);
      return { query, input: rawParameters(operation, { ...event, query }), issues: [] };
    },
  };
}
