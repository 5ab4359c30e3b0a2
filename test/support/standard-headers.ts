/** The headers of every response. */

export const securityHeaders = {
  'strict-transport-security': 'max-age=31536000',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
} as const;

/**
 * The headers of a response without the security headers and the default `Cache-Control: no-store`.
 *
 * @throws Error if a security header or Cache-Control is missing.
 */
export function otherHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const standard: Readonly<Record<string, string>> = { ...securityHeaders, 'cache-control': 'no-store' };
  const missing = Object.entries(securityHeaders).find(([name, value]) => headers[name] !== value)?.[0];
  if (missing !== undefined) throw new Error(`A response has the header ${missing}: ${headers[missing]}.`);
  if (headers['cache-control'] === undefined) throw new Error('A response has no Cache-Control.');
  return Object.fromEntries(Object.entries(headers).filter(([name, value]) => standard[name] !== value));
}
