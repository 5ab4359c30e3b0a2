/** Every difference between serverless-offline and AWS with its reason, by suite and case. */

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
const readsType = 'It reads forms itself, and refuses one without a boundary with its own body.';
const inventsType = 'It treats a body without a type as JSON.';
const readsCookies = 'It reads cookies itself, and refuses those that break RFC 6265.';
const takesLastHeader = 'It passes on only the last of repeated headers.';
const takesLongHeaders = 'It accepts up to 16 KiB, as Node.js does, and refuses more with 400.';
const takesPreflights =
  'With CORS it treats every OPTIONS as a preflight, and returns 404 without an origin.';

/** Texts that are not UTF-8 in a query. */
const notUtf8 = [
  ...['%', '%%', '%2', 'a%', '%zz', '%0g', '%u0041', '%25%', '%ff', '%80', '%c3', '%c3%28', '%e2%82'],
  ...['%e2%28%a1', '%c0%af', '%c0%80', '%e0%80%af', '%ed%a0%80', '%ed%a0%bd%ed%b8%80', '%f0%28%8c%bc'],
  ...['%f4%90%80%80', '%f5%80%80%80', '%fe%ff', 'a%20b%ffc'],
];

const getAndDelete = (text: string) => [`GET ${text}`, `DELETE ${text}`];

const pathsAndNone = [
  ...['/v1/source', '/v1/source/0123456789abcdef01234567', '/v1/api-docs.json', '/v1/api-docs.json/source'],
  '/nope',
];

export const differences: Readonly<Record<string, Differences>> = {
  'hostile encodings in a query': because(rewritesQuery, {
    200: notUtf8.filter((text) => !text.includes('%28')).map((text) => `value ${text}`),
    400: [
      // The text has an unclosed parenthesis.
      ...notUtf8.filter((text) => text.includes('%28')).map((text) => `value ${text}`),
      // A valid name, which is not known.
      ...notUtf8.map((text) => `name ${text}`),
      'a valid and an invalid encoding',
      'two parameters with invalid encodings',
    ],
  }),
  'links between pages': because(rewritesQuery, {
    200: ['keep "?query=a%20b&size=10" unchanged', 'keep "?query=%22%3E;rel=next%22" unchanged'],
  }),
  'long queries': {
    ...because(takesLongHeaders, { 400: ['a URL of 10,300 bytes', 'a URL of 20,000 bytes'] }),
    ...because('It drops a fragment.', { 200: ['a fragment, which no client sends'] }),
  },
  'hostile variables of a path': {
    ...because(routesBySent, {
      400: ['0123456789abcdef01234567%3Fa=b', 'a%2Fb', '..%2F..%2Fetc%2Fpasswd'].flatMap(getAndDelete),
    }),
    ...because(resolvesDots, {
      200: ['GET .'],
      303: ['GET ..', 'GET %2e%2e'],
      405: ['DELETE .', 'DELETE ..', 'DELETE %2e%2e'],
    }),
    ...because(refusesPath, {
      400: ['%ff', '%c3%28', '%c0%ae%c0%ae', '%ed%a0%80', '%e2%82', '%f5%80%80%80'].flatMap(getAndDelete),
    }),
  },
  'hostile paths': {
    ...because(resolvesDots, {
      200: ['/v1/./source', '/v1/x/../source', '/v1/source/.', '/v1/source/%2e'],
    }),
    ...because(routesBySent, { 405: ['/v1%2Fsource'] }),
  },
  'media types of a body other than JSON': {
    ...because(readsType, { 400: ['multipart/form-data'] }),
    ...because(inventsType, { 201: ['none', 'an empty Content-Type'] }),
  },
  'compressed pushes': because('It makes every body text, so that compressed ones are broken.', {
    415: [
      'of NDJSON are stored as they were',
      'that unpack to more than 4 MiB are refused',
      'that are cut off are refused',
    ],
  }),
  'odd headers that the service ignores': because('It serves ranges of any response.', {
    206: ['a range'],
  }),
  'cookies, which the service ignores': because(readsCookies, {
    400: ['__proto__=1; constructor=2', 'a', '=a', ';;;', 'a=b, c=d', 'a={\\"b\\":1}'],
  }),
  'Accept for a list': because(takesLastHeader, { 200: ['two headers: the first one applies'] }),
  'media types of responses': because('It adds a charset to JSON.', {
    200: ['a list', 'a descriptor'],
    201: ['a source'],
  }),
  'conditional requests for a source': because(
    'It turns any response whose ETag If-None-Match names into a 304, even a 412.',
    { 304: ['GET', 'HEAD'].map((method) => `${method} {"If-Match":"\\"1\\"","If-None-Match":"\\"2\\""}`) },
  ),
  'a declared trailing slash': because(takesPreflights, {
    404: ['OPTIONS /v1/slash/', 'OPTIONS /v1/slash'],
  }),
  'OPTIONS other than a preflight, with CORS': because(takesPreflights, {
    204: pathsAndNone.map((path) => `${path} with Origin, without a requested method`),
    404: ['without Origin', 'without Origin, with a requested method'].flatMap((how) =>
      pathsAndNone.map((path) => `${path} ${how}`),
    ),
  }),
  'large requests': because(takesLongHeaders, {
    200: ['a header of 10,300 bytes', 'headers of 11,000 bytes', 'a name of 11,000 bytes'],
    400: ['a header of 20,000 bytes'],
  }),
};
