/** The headers of every response: what functions send, documents describe and browsers may read follows from this table. */

type StandardHeader = {
  /** Documents describe it (lib/headwater/compile/emit/openapi/response-headers.ts), and pages of other origins may read it. */
  readonly isForClients?: true;
} & (
  | { readonly value: string }
  // The name of the request that is the value.
  | { readonly source: 'requestId' | 'traceparent' }
);

/**
 * Values are those for responses that are not pages, from
 * cheatsheetseries.owasp.org/cheatsheets/REST_Security_Cheat_Sheet.html.
 */
export const standardHeaders = {
  // For a year, only HTTPS for this host. Other hosts of its domain do not belong to the service.
  'Strict-Transport-Security': { value: 'max-age=31536000' },
  // Browsers must not guess another type than Content-Type.
  'X-Content-Type-Options': { value: 'nosniff' },
  // A response opened as a page loads nothing and cannot be framed.
  'Content-Security-Policy': { value: "default-src 'none'; frame-ancestors 'none'" },
  // Pages of other origins cannot embed a response as a script or image. CORS still lets them read it.
  'Cross-Origin-Resource-Policy': { value: 'same-origin' },
  'X-Request-Id': { source: 'requestId', isForClients: true },
  traceparent: { source: 'traceparent', isForClients: true },
} as const satisfies Readonly<Record<string, StandardHeader>>;

type Table = typeof standardHeaders;

/** The names of those that clients read. */
export type ClientHeader = {
  [Name in keyof Table]: Table[Name] extends { readonly isForClients: true } ? Name : never;
}[keyof Table];

export const standardHeaderRows: readonly (readonly [name: string, header: StandardHeader])[] =
  Object.entries(standardHeaders);

/** The headers with a value of their own, by their names in lower case. */
export const constantHeaders: Readonly<Record<string, string>> = Object.fromEntries(
  standardHeaderRows.flatMap(([name, header]) =>
    'value' in header ? [[name.toLowerCase(), header.value]] : [],
  ),
);

/** The headers that name the request, in lower case, and what they take of it. */
export const namingHeaders = standardHeaderRows.flatMap(([name, header]) =>
  'source' in header ? [[name.toLowerCase(), header.source] as const] : [],
);
