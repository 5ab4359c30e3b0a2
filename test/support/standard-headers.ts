/** The headers that every answer has. */

export const securityHeaders = {
  'strict-transport-security': 'max-age=31536000',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
} as const;

/**
 * What an answer has beside them, and beside the `no-store` of all that says nothing else of caches.
 *
 * @throws Error when one is missing.
 */
export function otherHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const standard: Readonly<Record<string, string>> = { ...securityHeaders, 'cache-control': 'no-store' };
  const missing = Object.entries(securityHeaders).find(([name, value]) => headers[name] !== value)?.[0];
  if (missing !== undefined) throw new Error(`An answer has ${missing}: ${headers[missing]}.`);
  if (headers['cache-control'] === undefined) throw new Error('An answer says nothing of caches.');
  return Object.fromEntries(Object.entries(headers).filter(([name, value]) => standard[name] !== value));
}
