import type { Checked, Received, Step, WithQuery } from './step.ts';

/**
 * In place of `castInput` and `checkRequest` in a function of the service itself, which declares no parameters and reads no query.
 *
 * @example .use(emptyInput()) // state.input is {}
 */
export function emptyInput(): Step<Received, Checked & WithQuery> {
  const query = { pairs: [], values: new Map(), malformed: [] };
  return { before: () => ({ query, input: Object.create(null), issues: [] }) };
}
