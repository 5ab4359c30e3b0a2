import type { RuntimeOperation } from '../../../shared/plan/operation-plan.ts';
import { rawParameters } from '../request/parameters.ts';
import type { Checked, Received, Step } from './step.ts';

/**
 * In place of `castInput` and `checkRequest` in a function without validation: the texts of path, query and headers as
 * they were sent.
 *
 * @example .use(rawInput(operation)) // ?size=0x10 -> state.input is { size: '0x10' }
 */
export function rawInput(operation: RuntimeOperation): Step<Received, Checked> {
  return { before: ({ event }) => ({ input: rawParameters(operation, event), issues: [] }) };
}
