import type { Checked, Received, Step } from './step.ts';

/**
 * In place of `castInput` and `checkRequest` in a function of the service itself, which declares no parameters.
 *
 * @example .use(emptyInput()) // state.input is {}
 */
export function emptyInput(): Step<Received, Checked> {
  return { before: () => ({ input: Object.create(null), issues: [] }) };
}
