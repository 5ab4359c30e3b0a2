/** Why serverless-offline answers differently from AWS, each reason with a case per status, and what the project adapts for it. */

export interface Difference {
  readonly reason: string;
  /** The status of the last response in the case. */
  readonly status: number;
}

/** By case. */
export type Differences = Readonly<Record<string, Difference>>;

/** Cases that differ for one reason, by status. */
export function because(reason: string, cases: Readonly<Record<number, readonly string[]>>): Differences {
  const entries = Object.entries(cases).flatMap(([status, names]) =>
    names.map((name): [string, Difference] => [name, { reason, status: Number(status) }]),
  );
  return Object.fromEntries(entries);
}

const rewritesQuery = 'It parses and rewrites the query: invalid encodings arrive as valid text.';
const routesBySent = 'It routes by the undecoded path, and decodes the variables afterwards.';
const resolvesDots = 'It resolves dot segments before it routes.';
const refusesPath = 'It refuses a path that is not UTF-8 itself, with its own body.';
const inventsType = 'It treats a body without a type as JSON.';
const readsCookies = 'It reads cookies itself, and refuses those that break RFC 6265.';
const takesLastHeader = 'It passes on only the last of repeated headers.';
const takesLongHeaders = 'It accepts up to 16 KiB, as Node.js does, and refuses more with 400.';
const takesPreflights =
  'With CORS it treats every OPTIONS as a preflight, and returns 404 without an origin.';

/** Suites of what lib/headwater/tools/local/offline-*.ts does for requests of serverless-offline: routes, methods, types and CORS. */
export const adapted: readonly string[] = [
  ...[
    'OPTIONS',
    'an undeclared method',
    'a path with a trailing slash',
    'a declared trailing slash',
    'hostile paths',
  ],
  ...[
    'HEAD',
    'unusual JSON media types of a body',
    'media types of a body other than JSON',
    'compressed bodies',
  ],
  ...['preflights', 'with CORS', 'without CORS'],
];

export const differences: Readonly<Record<string, Differences>> = {
  'hostile encodings in a query': because(rewritesQuery, {
    // The other text has an unclosed parenthesis.
    200: ['value %'],
    // A valid name, which is not known.
    400: ['value %c3%28', 'name %'],
  }),
  'links between pages': because(rewritesQuery, { 200: ['keep "?query=a%20b&size=10" unchanged'] }),
  'long queries': {
    ...because(takesLongHeaders, { 400: ['a URL of 10,300 bytes'] }),
    ...because('It drops a fragment.', { 200: ['a fragment, which no client sends'] }),
  },
  'hostile variables of a path': {
    ...because(routesBySent, { 400: ['GET 0123456789abcdef01234567%3Fa=b'] }),
    ...because(resolvesDots, { 200: ['GET .'], 303: ['GET ..'], 405: ['DELETE .'] }),
    ...because(refusesPath, { 400: ['GET %ff'] }),
  },
  'hostile paths': {
    ...because(resolvesDots, {
      200: ['/v1/./source', '/v1/x/../source', '/v1/source/.', '/v1/source/%2e'],
    }),
    ...because(routesBySent, { 405: ['/v1%2Fsource'] }),
  },
  'media types of a body other than JSON': because(inventsType, { 201: ['none', 'an empty Content-Type'] }),
  'odd headers that the service ignores': because('It serves ranges of any response.', {
    206: ['a range'],
  }),
  'cookies, which the service ignores': because(readsCookies, { 400: ['__proto__=1; constructor=2'] }),
  'Accept for a list': because(takesLastHeader, { 200: ['two headers: the first one applies'] }),
  'media types of responses': because('It adds a charset to JSON.', {
    200: ['a list'],
    201: ['a source'],
  }),
  'conditional requests for a document': because(
    'It turns any response whose ETag If-None-Match names into a 304, even a 412.',
    { 304: ['GET {"If-Match":"\\"1\\"","If-None-Match":"\\"2\\""}'] },
  ),
  'a declared trailing slash': because(takesPreflights, {
    404: ['OPTIONS /v1/slash/', 'OPTIONS /v1/slash'],
  }),
  'OPTIONS other than a preflight, with CORS': because(takesPreflights, {
    204: ['/v1/source with Origin, without a requested method'],
    404: ['/v1/source without Origin'],
  }),
  'large requests': because(takesLongHeaders, {
    200: ['a header of 10,300 bytes'],
    400: ['a header of 20,000 bytes'],
  }),
};
