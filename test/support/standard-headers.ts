/** The headers of every response. */

import { constantHeaders, namingHeaders } from '../../lib/headwater/shared/plan/response-headers.ts';

export const securityHeaders = constantHeaders;

/** The names of its request, in every response. */
const names = namingHeaders.map(([name]) => name);

/**
 * The headers of a response without the security headers, the names of the request and the default
 * `Cache-Control: no-store`.
 *
 * @throws Error if a security header, Cache-Control or a name is missing.
 */
export function otherHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const standard: Readonly<Record<string, string>> = { ...securityHeaders, 'cache-control': 'no-store' };
  const missing = Object.entries(securityHeaders).find(([name, value]) => headers[name] !== value)?.[0];
  if (missing !== undefined) throw new Error(`A response has the header ${missing}: ${headers[missing]}.`);
  const absent = ['cache-control', ...names].find((name) => headers[name] === undefined);
  if (absent !== undefined) throw new Error(`A response has no header ${absent}.`);
  return Object.fromEntries(
    Object.entries(headers).filter(([name, value]) => standard[name] !== value && !names.includes(name)),
  );
}
