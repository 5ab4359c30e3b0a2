/**
 * Where serverless-offline answers otherwise than AWS, and why: all of it, and
 * nothing that is not so. By suite and case.
 */

export interface Difference {
  readonly reason: string;
  /** Of its last answer in that case. */
  readonly status: number;
}

type Differences = Readonly<Record<string, Difference>>;

/** Cases that differ for one reason, by the status that each gets. */
function because(reason: string, cases: Readonly<Record<number, readonly string[]>>): Differences {
  const entries = Object.entries(cases).flatMap(([status, names]) =>
    names.map((name): [string, Difference] => [name, { reason, status: Number(status) }]),
  );
  return Object.fromEntries(entries);
}

const rewritesQuery =
  'It parses the query and writes it anew: what cannot be decoded arrives as text that can.';
const routesBySent = 'It routes by the path as it was sent, and decodes the variables afterwards.';
const resolvesDots = 'It resolves dot segments before it routes.';
const refusesPath = 'It refuses a path that is not UTF-8 by itself, with a body of its own.';
const readsType = 'It reads Content-Type itself, and refuses what it cannot read with a body of its own.';
const inventsType = 'It takes a body without a type for JSON.';
const readsCookies = 'It reads cookies itself, and refuses those that are not as RFC 6265 has them.';
const parsesJson = 'It parses JSON itself: the function gets no body for null, and the content of a text.';
const takesLastHeader = 'Of a repeated header it hands on the last alone.';
const takesLongHeaders = 'It takes what Node.js takes, 16 KiB, and refuses more as a request that is none.';

/** Not UTF-8, in a query. */
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
    200: notUtf8.flatMap((text) => [...(text.includes('%28') ? [] : [`value ${text}`]), `name ${text}`]),
    // Something opens there that is not closed.
    400: [
      ...notUtf8.filter((text) => text.includes('%28')).map((text) => `value ${text}`),
      'a value that cannot be decoded beside one that can',
      'two parameters that cannot be decoded',
    ],
  }),
  'links between pages': because(rewritesQuery, {
    200: ['keep "?query=a%20b&size=10" as it was sent', 'keep "?x=%3E;rel=next&x=2" as it was sent'],
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
      405: ['DELETE .'],
      404: ['..', '%2e%2e'].flatMap(getAndDelete),
    }),
    ...because(refusesPath, {
      400: ['%ff', '%c3%28', '%c0%ae%c0%ae', '%ed%a0%80', '%e2%82', '%f5%80%80%80'].flatMap(getAndDelete),
    }),
  },
  'hostile paths': {
    ...because(resolvesDots, {
      200: ['/v1/./source', '/v1/x/../source', '/v1/source/.', '/v1/source/%2e'],
    }),
    ...because(routesBySent, { 404: ['/v1%2Fsource'] }),
  },
  'media types of a body that are none of JSON': {
    ...because(readsType, {
      400: [
        ...['multipart/form-data', 'application/json/x', 'json', ';charset=utf-8', '__proto__'],
        ...['application/json, application/json', 'application/json,text/plain', '\\"application/json\\"'],
        ...['application / json', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa… (5000)'],
      ],
    }),
    ...because(inventsType, { 201: ['none', 'an empty one'] }),
  },
  'charsets of a body other than utf-8': because(readsType, { 400: ['one of two'] }),
  'odd headers that say nothing to the service': because('It serves ranges of any answer.', {
    206: ['a range'],
  }),
  'cookies, which the service does not read': because(readsCookies, {
    400: ['__proto__=1; constructor=2', 'a', '=a', ';;;', 'a=b, c=d', 'a={\\"b\\":1}'],
  }),
  'bodies of another shape': because(parsesJson, {
    201: ['POST: a text that is a source'],
    400: ['POST: null', 'PUT: null', 'POST: a text', 'PUT: a text'],
    404: ['PUT: a text that is a source'],
  }),
  'Accept of a list': because(takesLastHeader, { 200: ['two headers, of which the first counts'] }),
  'media types of answers': because('It adds a charset to JSON.', {
    200: ['a list', 'a descriptor'],
    201: ['a source'],
  }),
  'conditional requests of a source': because(
    'It makes a 304 of any answer with the tag that If-None-Match names, a 412 too.',
    { 304: ['GET', 'HEAD'].map((method) => `${method} {"If-Match":"\\"1\\"","If-None-Match":"\\"2\\""}`) },
  ),
  'OPTIONS that is no preflight, with CORS': because(
    'With CORS it takes every OPTIONS for a preflight, and those without an origin for none that it knows.',
    {
      204: pathsAndNone.map((path) => `${path} from a page, asking nothing`),
      404: ['from no page', 'from no page, asking for a method'].flatMap((how) =>
        pathsAndNone.map((path) => `${path} ${how}`),
      ),
    },
  ),
  'large requests': because(takesLongHeaders, {
    200: ['a header of 10,300 bytes', 'headers of 11,000 bytes', 'a name of 11,000 bytes'],
    400: ['a header of 20,000 bytes'],
  }),
};
