/** The headers of every response. */

export const securityHeaders = {
  'strict-transport-security': 'max-age=31536000',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
} as const;

/** The names of its request, in every response. */
const names = ['x-request-id', 'traceparent'];

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
