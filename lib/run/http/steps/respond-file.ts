import { readPreconditions } from '../request/preconditions.ts';
import type { Checked, Received, Step, WithPreconditions } from './step.ts';

/**
 * In place of `respond` in a function that serves files: the handler itself makes the response.
 *
 * @example .use(respondFile()) // { statusCode: 200, headers: { 'content-type': 'text/css' }, body: 'a{}' }
 */
export function respondFile(): Step<Received & Checked, WithPreconditions> {
  return { before: ({ event }) => ({ preconditions: readPreconditions(event) }) };
}
