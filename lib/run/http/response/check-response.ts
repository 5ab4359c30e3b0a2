/** What a gateway refuses in a response: it would answer with an error of its own that says nothing. */

import type { ResponseHead } from './http-response.ts';

/** RFC 9110 section 5.6.2. */
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** RFC 9110 section 5.5, without characters that HTTP does not define: gateways encode or refuse them. */
const fieldValue = /^(?:[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?)?$/;

/**
 * @throws Error when the status is not that of a final response, or a header cannot be sent: a mistake of the handler or the
 *   formatter, so it becomes a 500.
 */
export function checkHead({ status, headers = {} }: ResponseHead): void {
  if (!Number.isInteger(status) || status < 200 || status > 599)
    throw new Error(`The status ${String(status)} is not an integer from 200 to 599.`);
  for (const [name, value] of Object.entries(headers)) {
    if (!token.test(name)) throw new Error(`${JSON.stringify(name)} cannot be the name of a header.`);
    if (typeof value !== 'string' || !fieldValue.test(value))
      throw new Error(
        `The header ${name} has the value ${JSON.stringify(value)}, which is not visible ASCII.`,
      );
  }
}
