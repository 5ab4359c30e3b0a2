/**
 * Arbitrary HTTP requests to the service, from well-formed to nonsensical. They
 * name existing sources by number; the caller replaces the numbers with ids.
 */

import fc from 'fast-check';

export interface RandomRequest {
  readonly method: string;
  /** `{3}` stands for the id of an existing source. */
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string | Uint8Array;
}

/** Characters that HTTP servers accept in a request line and a header. */
const visible = fc.stringMatching(/^[!-"$-~]{0,40}$/);
const fieldValue = fc.stringMatching(/^[ -~]{0,40}$/);

const sourceId = fc.oneof(
  { weight: 9, arbitrary: fc.nat(99).map((number) => `{${number}}`) },
  { weight: 1, arbitrary: fc.stringMatching(/^[0-9a-f]{24}$/) },
  { weight: 1, arbitrary: visible },
);
const sourcePath = sourceId.map((id) => `/v1/source/${id}`);
const typePath = fc
  .constantFrom('trim', 'set', 'grok', 'drop', 'gork', '__proto__', '%2F')
  .map((type) => `/v1/preprocessor/${type}`);
const anyPath = fc.oneof(
  sourcePath,
  fc.constantFrom('/v1/source', '/v1/source/', '/v1/api-docs.json', '/v1/api-docs.json/source'),
  fc.array(visible, { maxLength: 4 }).map((segments) => `/${segments.join('/')}`),
);
const anyMethod = fc.constantFrom(
  ...['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PURGE', 'get'],
);

const methodAndPath = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.tuple(fc.constantFrom('GET', 'HEAD', 'POST', 'POST'), fc.constant('/v1/source')),
  },
  { weight: 5, arbitrary: fc.tuple(fc.constantFrom('GET', 'HEAD', 'PUT', 'PATCH', 'DELETE'), sourcePath) },
  {
    weight: 1,
    arbitrary: fc.oneof(
      fc.tuple(fc.constantFrom('GET', 'HEAD'), fc.oneof(fc.constant('/v1/preprocessor'), typePath)),
      fc.tuple(
        fc.constant('POST'),
        typePath.map((path) => `${path}/preview`),
      ),
    ),
  },
  { weight: 1, arbitrary: fc.tuple(anyMethod, anyPath) },
);

const number = fc.oneof(
  { weight: 4, arbitrary: fc.nat(30).map(String) },
  fc.double().map(String),
  fc.bigInt().map(String),
  fc.constantFrom('', '+1', '0x1', '1e3', ' 1', '-0', '1.0', '10001'),
);

/** Tokens of the query language in any order: some of the texts are valid queries. */
const queryText = fc
  .array(
    fc.constantFrom(
      ...['web', 'tags:', 'name:', 'created:', '"', '(', ')', '[', ']', '{', '}', 'TO', 'AND', 'OR', 'NOT'],
      ...['-', '*', 'we*', '2024', '2024-02-30', 'now-7d', '>=', '\\', '&&', '||', ':', '~', 'Łódź'],
    ),
    { maxLength: 7 },
  )
  .chain((words) => fc.constantFrom(' ', '').map((space) => words.join(space)));

const queryPair = fc.oneof(
  { weight: 8, arbitrary: fc.tuple(fc.constantFrom('from', 'size'), number) },
  { weight: 8, arbitrary: fc.tuple(fc.constant('query'), queryText.map(encodeURIComponent)) },
  { weight: 8, arbitrary: fc.tuple(fc.constant('sort'), fc.constantFrom('created', '-created', 'name', '')) },
  { weight: 8, arbitrary: fc.tuple(fc.constantFrom('after', 'query'), visible) },
  // Refused, whatever the others are.
  { weight: 1, arbitrary: fc.tuple(fc.constantFrom('__proto__', 'x', 'from[]', 'limit'), visible) },
  {
    weight: 1,
    arbitrary: fc.tuple(visible, fc.constantFrom('%', '%ff', '%00', '%ed%a0%80', '%c3%28')),
  },
);

const query = fc
  .array(queryPair, { maxLength: 4 })
  .map((pairs) => pairs.map(([name, value]) => `${name}=${value}`).join('&'));

const mediaType = fc.constantFrom(
  ...['application/json', 'application/json; charset=utf-8', 'application/json;charset=latin1', 'text/html'],
  ...[
    'application/merge-patch+json',
    'application/vnd.headwater-v1+json',
    'application/vnd.headwater-v2+json',
  ],
  ...['application/vnd.headwater-v9+json', '*/*', 'application/*;q=0.5', '*/*;q=0', 'x', ''],
);

const entityTag = fc.oneof(
  fc.nat(4).map((revision) => `"${revision}"`),
  fc.constantFrom('*', 'W/"1"', '"1", "2"', '""', '"', 'x', ''),
);

const header = fc.oneof(
  fc.tuple(fc.constant('Accept'), mediaType),
  { weight: 2, arbitrary: fc.tuple(fc.constantFrom('If-Match', 'If-None-Match'), entityTag) },
  fc.tuple(fc.constant('Idempotency-Key'), fc.oneof(fc.nat(50).map(String), fieldValue)),
  fc.tuple(fc.constantFrom('Origin', 'Access-Control-Request-Method'), fieldValue),
  fc.tuple(fc.constantFrom('Cookie', 'Content-Encoding', 'Range', 'Expect', 'Authorization'), fieldValue),
  fc.tuple(fc.stringMatching(/^[A-Za-z_-]{1,20}$/), fieldValue),
);

const tag = fc.oneof(
  fc.constantFrom('web', 'Łódź', 'a b'),
  fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme' }),
);

export const randomPreprocessor = fc.oneof(
  fc.record({
    type: fc.constant('set'),
    field: fc.stringMatching(/^[a-z]{1,9}$/),
    value: fc.jsonValue().filter((value) => value !== null),
  }),
  fc.record({ type: fc.constantFrom('trim', 'json'), field: fc.constantFrom('a', 'b.c') }),
);

/** Mostly valid bodies; a member sometimes has any other value. */
const source = fc.record(
  {
    name: mostly(fc.string({ minLength: 1, maxLength: 130, unit: 'grapheme' })),
    description: mostly(fc.string({ unit: 'binary' })),
    tags: mostly(fc.uniqueArray(tag, { maxLength: 5 })),
    format: mostly(fc.constantFrom('json', 'ndjson', 'csv', 'text')),
    preprocessors: mostly(fc.array(randomPreprocessor, { maxLength: 3 })),
  },
  { requiredKeys: [] },
);

function mostly<T>(declared: fc.Arbitrary<T>): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 30, arbitrary: declared }, { weight: 1, arbitrary: fc.jsonValue() });
}

const body = fc.oneof(
  { weight: 8, arbitrary: source.map((value) => JSON.stringify(value)) },
  {
    weight: 1,
    arbitrary: fc
      .record({
        configuration: mostly(randomPreprocessor),
        records: mostly(
          fc.array(fc.dictionary(fc.constantFrom('a', 'b'), fc.jsonValue()), { minLength: 1, maxLength: 3 }),
        ),
      })
      .map((preview) => JSON.stringify(preview)),
  },
  { weight: 1, arbitrary: fc.jsonValue().map((value) => JSON.stringify(value)) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
  { weight: 1, arbitrary: fc.uint8Array() },
  {
    weight: 1,
    arbitrary: fc.constantFrom('', '{"name":"a","name":"b"}', '[1e999]', '{"__proto__":1}', '['.repeat(99)),
  },
);

/**
 * The media type usually fits the method, and only lists usually have a query: otherwise nearly every body would end in a
 * 415, and nearly every request for one source in a 400.
 */
export const randomRequest: fc.Arbitrary<RandomRequest> = fc
  .record({
    methodAndPath,
    query: fc.oneof(fc.constant(''), query),
    headers: fc.oneof(fc.constant([]), fc.array(header, { maxLength: 2 })),
    content: body,
    contentType: fc.oneof({ weight: 6, arbitrary: fc.constant(undefined) }, mediaType),
    isStray: fc.nat(19).map((number) => number === 0),
  })
  .map(({ methodAndPath: [method, path], query: text, headers, content, contentType, isStray }) => {
    const isList = /^\/v1\/(?:source|preprocessor)$/.test(path) && method !== 'POST';
    const target = text === '' || !(isList || isStray) ? path : `${path}?${text}`;
    if (method === 'GET' || method === 'HEAD') return { method, target, headers, body: '' };
    const usual = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
    const typed = [['Content-Type', contentType ?? usual] as const, ...headers];
    return { method, target, headers: typed, body: content };
  });
