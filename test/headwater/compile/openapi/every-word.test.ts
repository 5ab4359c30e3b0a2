/** Each keyword of a version of OpenAPI is supported, reported, or an annotation by rule: the build drops none silently. */

import { describe, expect, test } from 'vitest';
import {
  caseOf,
  document3,
  jsonSchemaWords,
  publishedWords,
  type Row,
  type Verdict,
} from '../../../support/oas-words.ts';
import { planDocument } from '../../../support/plan-document.ts';

type Entry = readonly [word: string, verdict: Verdict, value: unknown, beside?: object, version?: string];

const text = { type: 'string' };
const number = { type: 'number' };
const list = { type: 'array', items: text };
const open = { type: 'object' };
const docs = { url: 'https://example.com' };
const done = { responses: { 204: { description: 'Done' } } };
const example = { value: 'a' };
const id = { name: 'id', in: 'path', required: true };
const media = (schema: object) => ({ 'application/json': { schema } });

/** `x-` members are kept where handlers, clients and served descriptors have a place for them. */
const foreign = (verdict: Verdict): Entry[] => [
  ['x-mine', verdict, 1],
  ['mine', 'W-KEY', 1],
];

const schema: Entry[] = [
  ['type', 'held', 'string'],
  ['enum', 'held', ['a'], text],
  ['const', 'held', 'a', text],
  ['multipleOf', 'held', 2, number],
  ['maximum', 'held', 2, number],
  ['minimum', 'held', 2, number],
  ['exclusiveMaximum', 'held', 2, number],
  ['exclusiveMinimum', 'held', 2, number],
  ['maxLength', 'held', 2, text],
  ['minLength', 'held', 2, text],
  ['pattern', 'held', '^a$', text],
  ['format', 'held', 'date', text],
  ['format', 'W-TYPE', 'dateTime', text],
  ['format', 'held', 'email', text],
  ['items', 'held', { type: 'integer' }, list],
  ['maxItems', 'held', 2, list],
  ['minItems', 'held', 2, list],
  ['uniqueItems', 'held', true, list],
  ['properties', 'held', { a: text }, open],
  ['required', 'held', ['a'], { ...open, properties: { a: text } }],
  ['additionalProperties', 'held', false, { ...open, properties: { a: text } }],
  ['maxProperties', 'held', 2, open],
  ['minProperties', 'held', 2, open],
  ['allOf', 'held', [text]],
  ['anyOf', 'held', [text, number]],
  ['oneOf', 'held', [text, number]],
  ['$ref', 'held', '#/components/schemas/A'],
  ['title', 'people', 'A'],
  ['description', 'held', 'A', text],
  ['default', 'held', 'a', text],
  ['deprecated', 'held', true, text],
  ['readOnly', 'held', true, text],
  ['writeOnly', 'held', true, text],
  ['examples', 'held', ['a'], text],
  ['examples', 'W-EXAMPLE', 'a', text],
  ['example', 'held', 'a', text],
  ['discriminator', 'people', { propertyName: 'a' }, open],
  ['xml', 'people', { name: 'a' }, text],
  ['externalDocs', 'people', docs, text],
  ['nullable', 'held', true, text, '3.0.3'],
  ['nullable', 'W-UNSUPPORTED', true, { enum: ['a'] }, '3.0.3'],
  ['nullable', 'W-UNSUPPORTED', true, text],
  ['contentEncoding', 'held', 'base64', text],
  ['contentEncoding', 'people', 'quoted-printable', text],
  ['contentMediaType', 'held', 'application/octet-stream', text],
  ['contentMediaType', 'people', 'text/html', text],
  ['$schema', 'people', 'https://json-schema.org/draft/2020-12/schema', text],
  ['$schema', 'W-UNSUPPORTED', 'http://json-schema.org/draft-04/schema#', text],
  ['$comment', 'people', 'a', text],
  ['$defs', 'people', { a: text }, text],
  ['definitions', 'people', { a: text }, text],
  ...['not', 'if', 'then', 'else'].map((word): Entry => [word, 'held', text, text]),
  ...['dependentSchemas', 'patternProperties'].map((word): Entry => [word, 'held', { a: open }, open]),
  ['propertyNames', 'held', text, open],
  ['dependentRequired', 'held', { a: ['b'] }, open],
  ...['contains', 'unevaluatedItems'].map((word): Entry => [word, 'held', text, list]),
  ...['minContains', 'maxContains'].map((word): Entry => [word, 'held', 1, list]),
  ['prefixItems', 'held', [text], list],
  ['contentSchema', 'people', open, text],
  ['$vocabulary', 'E-UNSUPPORTED', {}, text],
  ...['$id', '$anchor', '$dynamicRef', '$dynamicAnchor', '$recursiveRef', '$recursiveAnchor'].map(
    (word): Entry => [word, 'E-UNSUPPORTED', 'a', text],
  ),
  ['unevaluatedProperties', 'held', false, open],
  ['unevaluatedProperties', 'held', false, { allOf: [open] }],
  ['dependencies', 'W-KEY', {}, open],
  ['additionalItems', 'W-KEY', text, list],
  ['minLenght', 'E-KEY', 1, text],
  ['minLenght', 'W-KEY', 1, { ...text, minLength: 1 }],
  ['titel', 'W-KEY', 'A', text],
  ['x-read-only', 'held', true, text],
  ['x-message', 'held', 'must be a', { ...text, pattern: '^a$' }],
  ['x-example', 'held', 'a', text],
  ['x-items', 'W-UNSUPPORTED', { maxLength: 1 }, list],
  ...foreign('held'),
];

const parameterRest: Entry[] = [
  ['description', 'held', 'A'],
  ['required', 'held', true],
  ['deprecated', 'held', true],
  ['x-synonyms', 'held', ['r2']],
  ['x-example', 'held', 'a'],
  ['example', 'held', 'a'],
];

const table: Readonly<Record<string, readonly Entry[]>> = {
  root: [
    ['openapi', 'held', '3.0.3'],
    ['info', 'people', { title: 'Another', version: '2' }],
    ['jsonSchemaDialect', 'people', 'https://spec.openapis.org/oas/3.1/dialect/base'],
    ['jsonSchemaDialect', 'W-UNSUPPORTED', 'https://example.com/dialect'],
    ['servers', 'held', [{ url: '/v5' }]],
    ['paths', 'held', {}],
    ['webhooks', 'W-UNSUPPORTED', { on: {} }],
    ['webhooks', 'people', {}],
    ['x-webhooks', 'held', { on: {} }],
    ['x-webhooks', 'held', { on: {} }, {}, '3.0.3'],
    ['components', 'held', document3.components],
    ['security', 'held', [{ s: [] }]],
    ['tags', 'held', [{ name: 'thing', description: 'A' }]],
    ['externalDocs', 'people', docs],
    ['x-schedules', 'E-UNSUPPORTED', {}],
    ['x-consumers', 'E-UNSUPPORTED', {}],
    ...foreign('held'),
  ],
  info: [
    ['title', 'people', 'A'],
    ['summary', 'people', 'A'],
    ['description', 'people', 'A'],
    ['termsOfService', 'people', 'A'],
    ['version', 'people', '2'],
    ['contact', 'people', { name: 'A' }],
    ['license', 'people', { name: 'A' }],
    ...foreign('people'),
  ],
  contact: [['name', 'people', 'A'], ['url', 'people', 'A'], ['email', 'people', 'A'], ...foreign('people')],
  license: [
    ['name', 'people', 'A'],
    ['identifier', 'people', 'A'],
    ['url', 'people', 'A'],
    ...foreign('people'),
  ],
  server: [
    ['url', 'held', 'https://example.com/v7'],
    ['description', 'people', 'A'],
    ['variables', 'held', { v: { default: 'v6' } }],
    ...foreign('people'),
  ],
  'server-variable': [
    ['default', 'held', 'v6'],
    ['enum', 'people', ['v2']],
    ['description', 'people', 'A'],
    ...foreign('people'),
  ],
  components: [
    ['schemas', 'held', document3.components.schemas],
    ['responses', 'people', { R: { description: 'A' } }],
    ['parameters', 'held', document3.components.parameters],
    ['examples', 'people', { E: example }],
    ['requestBodies', 'people', { B: { content: media(text) } }],
    ['headers', 'people', { H: { schema: text } }],
    ['securitySchemes', 'held', { s: { type: 'apiKey', in: 'header', name: 'X-Key' } }],
    ['links', 'people', { L: { operationId: 'make' } }],
    ['callbacks', 'people', {}],
    ['pathItems', 'people', {}],
    ...foreign('people'),
  ],
  'path-item': [
    ['$ref', 'E-UNSUPPORTED', '#/components/pathItems/A'],
    ['summary', 'people', 'A'],
    ['description', 'people', 'A'],
    ...['get', 'put', 'post', 'delete', 'options', 'head', 'patch'].map(
      (word): Entry => [word, 'held', { operationId: 'another', ...done }],
    ),
    ['trace', 'E-UNSUPPORTED', done],
    ['servers', 'W-BASE-PATH', [{ url: '/v5' }]],
    ['parameters', 'held', [{ name: 'z', in: 'query', schema: text }]],
    ...foreign('people'),
  ],
  operation: [
    ['tags', 'held', ['third']],
    ['summary', 'held', 'A'],
    ['description', 'held', 'A'],
    ['externalDocs', 'people', docs],
    ['operationId', 'held', 'create'],
    [
      'parameters',
      'held',
      [
        { ...id, schema: text },
        { name: 'z', in: 'query' },
      ],
    ],
    ['requestBody', 'held', { content: media(number) }],
    ['responses', 'held', { 202: { description: 'Later' } }],
    ['callbacks', 'W-UNSUPPORTED', { on: {} }],
    ['callbacks', 'people', {}],
    ['deprecated', 'held', true],
    ['security', 'held', [{ s: [] }]],
    ['servers', 'W-BASE-PATH', [{ url: '/v5' }]],
    ...['x-require-precondition', 'x-gzip', 'x-idempotent'].map((word): Entry => [word, 'held', true]),
    ['x-cache', 'held', 'no-store'],
    ['x-headers', 'held', ['ETag']],
    ['x-memory', 'held', 512],
    ['x-timeout', 'held', 5],
    ['x-max-bytes', 'held', 1000],
    ['x-exact-integers', 'held', []],
    ['x-deprecation', 'held', '2026-01-01', { deprecated: true }],
    ['x-sunset', 'held', '2036-01-01', { deprecated: true }],
    ['x-status', 'E-UNSUPPORTED', 200],
    ['x-media-versions', 'E-UNSUPPORTED', []],
    ['x-media-types', 'E-UNSUPPORTED', []],
    ['x-text-types', 'E-UNSUPPORTED', []],
    ...foreign('held'),
  ],
  'external-documentation': [
    ['description', 'people', 'A'],
    ['url', 'people', 'https://example.com'],
    ...foreign('people'),
  ],
  parameter: [
    ['name', 'held', 'p'],
    ['in', 'held', 'header'],
    ['in', 'E-UNSUPPORTED', 'cookie'],
    ['schema', 'held', { type: 'integer' }],
    ['content', 'held', media(open), { schema: undefined }],
    ['style', 'held', 'pipeDelimited', { schema: list, explode: false }],
    ['style', 'E-UNSUPPORTED', 'deepObject'],
    ['explode', 'held', false, { schema: list }],
    ['allowReserved', 'people', true],
    ['allowEmptyValue', 'people', true],
    ['allowEmptyValue', 'W-UNSUPPORTED', true, { schema: number }],
    ['examples', 'held', { a: example }],
    ...parameterRest,
    ...foreign('held'),
  ],
  'request-body': [
    ['description', 'held', 'A'],
    ['content', 'held', media(number)],
    ['required', 'held', true],
    ...foreign('people'),
  ],
  'media-type': [
    ['schema', 'held', text],
    ['example', 'held', {}],
    ['examples', 'held', { a: { value: {} } }],
    ['x-example', 'held', {}],
    ['encoding', 'people', { p: { contentType: 'text/plain' } }],
    ...foreign('people'),
  ],
  encoding: [
    ['contentType', 'W-MEDIA-TYPE', 'text/plain'],
    ['headers', 'W-UNSUPPORTED', { 'X-A': { schema: text } }],
    ['style', 'people', 'form'],
    ['style', 'E-UNSUPPORTED', 'spaceDelimited'],
    ['explode', 'people', true],
    ['explode', 'E-UNSUPPORTED', false],
    ['allowReserved', 'people', true],
    ...foreign('people'),
  ],
  response: [
    ['description', 'held', 'A'],
    ['headers', 'held', { 'X-A': { schema: text } }],
    ['content', 'held', media(number)],
    ['links', 'people', { l: { operationId: 'find' } }],
    ['x-problems', 'held', ['not_found']],
    ...foreign('people'),
  ],
  header: [
    ...['required', 'deprecated', 'allowEmptyValue', 'explode', 'allowReserved'].map(
      (word): Entry => [word, 'people', true],
    ),
    ...['description', 'style', 'example'].map((word): Entry => [word, 'people', 'A']),
    ['schema', 'people', text],
    ['content', 'people', media(text)],
    ['examples', 'people', { a: example }],
    ...foreign('people'),
  ],
  example: [
    ['summary', 'held', 'A', { value: {} }],
    ['description', 'held', 'A', { value: {} }],
    ['value', 'held', {}],
    ['externalValue', 'W-EXAMPLE', 'https://example.com'],
    ...foreign('people'),
  ],
  link: [
    ...['operationRef', 'operationId', 'description'].map((word): Entry => [word, 'people', 'a']),
    ...['parameters', 'requestBody', 'server'].map((word): Entry => [word, 'people', {}]),
    ...foreign('people'),
  ],
  tag: [
    ['name', 'held', 'other', { description: 'A' }],
    ['description', 'held', 'A'],
    ['externalDocs', 'people', docs],
    ...foreign('people'),
  ],
  reference: [
    ['$ref', 'held', '#/components/parameters/P'],
    ['summary', 'people', 'A'],
    ['description', 'people', 'A'],
    ['required', 'W-KEY', true],
    ...foreign('people'),
  ],
  'security-scheme': [
    ['type', 'held', 'openIdConnect'],
    ['name', 'held', 'X-Other', { type: 'apiKey', in: 'header', flows: undefined }],
    // Refused where it is used.
    ['in', 'held', 'query', { type: 'apiKey', name: 'k', flows: undefined }],
    ['scheme', 'held', 'bearer', { type: 'http', flows: undefined }],
    ['flows', 'people', {}],
    ['description', 'people', 'A'],
    ['bearerFormat', 'people', 'JWT'],
    ['openIdConnectUrl', 'people', 'https://example.com'],
    ...foreign('people'),
  ],
  'oauth-flows': [
    ...['implicit', 'password', 'authorizationCode', 'clientCredentials'].map(
      (word): Entry => [word, 'held', { scopes: { read: 'To read' } }],
    ),
    ...foreign('people'),
  ],
  'oauth-flow': [
    ...['authorizationUrl', 'tokenUrl', 'refreshUrl'].map((word): Entry => [word, 'people', docs.url]),
    ['scopes', 'held', { read: 'A' }],
    ...foreign('people'),
  ],
  schema,
  discriminator: [
    ['propertyName', 'held', 'kind'],
    ['mapping', 'held', { A: 'A', b: 'B' }],
    ...foreign('people'),
  ],
  xml: [
    ...['name', 'namespace', 'prefix'].map((word): Entry => [word, 'people', 'a']),
    ...['attribute', 'wrapped'].map((word): Entry => [word, 'people', true]),
    ...foreign('people'),
  ],
};

const limits: Entry[] = [
  ['format', 'held', 'date'],
  ['default', 'held', 'a'],
  ['enum', 'held', ['a']],
  ['maxLength', 'held', 2],
  ['minLength', 'held', 2],
  ['pattern', 'held', '^a$'],
  ...['multipleOf', 'maximum', 'minimum'].map((word): Entry => [word, 'held', 2, number]),
  ...['exclusiveMaximum', 'exclusiveMinimum'].map(
    (word): Entry => [word, 'held', true, { ...number, maximum: 3, minimum: 1 }],
  ),
];

const listLimits: Entry[] = [
  ['items', 'held', { type: 'integer' }, list],
  ['maxItems', 'held', 2, list],
  ['minItems', 'held', 2, list],
  ['uniqueItems', 'held', true, list],
];

const swagger2: Readonly<Record<string, readonly Entry[]>> = {
  root: [
    ['swagger', 'held', '2.0'],
    ['info', 'held', { title: 'Another', version: '2' }],
    ['host', 'held', 'example.com'],
    ['basePath', 'held', '/v5'],
    ['schemes', 'people', ['https']],
    ['consumes', 'held', ['application/merge-patch+json']],
    ['produces', 'held', ['application/hal+json']],
    ['paths', 'held', {}],
    ['definitions', 'held', { S: text }],
    ['parameters', 'people', { P: { name: 'a', in: 'query', type: 'string' } }],
    ['responses', 'people', { R: { description: 'A' } }],
    ['securityDefinitions', 'held', { s: { type: 'apiKey', in: 'header', name: 'X-Key' } }],
    ['security', 'people', []],
    ['tags', 'people', [{ name: 'a' }]],
    ['externalDocs', 'people', docs],
    ...foreign('held'),
  ],
  'path-item': [
    ['$ref', 'E-UNSUPPORTED', '#/paths/~1b'],
    ...['get', 'put', 'post', 'delete', 'options', 'head', 'patch'].map(
      (word): Entry => [word, 'held', { operationId: 'another', ...done }],
    ),
    ['parameters', 'held', [{ name: 'z', in: 'query', type: 'string' }]],
    ...foreign('people'),
  ],
  operation: [
    ['tags', 'people', ['a']],
    ['summary', 'held', 'A'],
    ['description', 'held', 'A'],
    ['externalDocs', 'people', docs],
    ['operationId', 'held', 'create'],
    ['consumes', 'held', ['application/merge-patch+json']],
    ['produces', 'held', ['application/hal+json']],
    [
      'parameters',
      'held',
      [
        { ...id, type: 'string' },
        { name: 'z', in: 'query', type: 'string' },
      ],
    ],
    ['responses', 'held', { 202: { description: 'Later' } }],
    ['schemes', 'people', ['https']],
    ['deprecated', 'held', true],
    ['security', 'held', []],
    ...foreign('held'),
  ],
  parameter: [
    ['name', 'held', 'p'],
    ['in', 'held', 'header'],
    ['type', 'held', 'integer'],
    ['description', 'held', 'A'],
    ['required', 'held', true],
    ['allowEmptyValue', 'people', true],
    ['collectionFormat', 'held', 'pipes', list],
    ['collectionFormat', 'E-UNSUPPORTED', 'tsv', list],
    ['x-example', 'W-EXAMPLE', 'a'],
    ...limits,
    ...listLimits,
    ...foreign('held'),
  ],
  'body-parameter': [
    ['name', 'people', 'c'],
    ['in', 'held', 'body'],
    ['description', 'held', 'A'],
    ['required', 'held', true],
    ['schema', 'held', number],
    ...foreign('people'),
  ],
  items: [
    ['type', 'held', 'integer'],
    ['collectionFormat', 'people', 'csv'],
    ...limits.filter(([word]) => word !== 'default'),
    ['default', 'people', 'a'],
    ...['items', 'maxItems', 'minItems', 'uniqueItems'].map((word): Entry => [word, 'people', undefined]),
    ...foreign('people'),
  ],
  response: [
    ['description', 'held', 'A'],
    ['schema', 'held', number],
    ['headers', 'held', { 'X-A': text }],
    ['examples', 'held', { 'application/json': 'a' }],
    ...foreign('people'),
  ],
  header: [
    ['type', 'people', 'string'],
    ['description', 'people', 'A'],
    ['collectionFormat', 'people', 'csv'],
    ...[...limits, ...listLimits].map(([word, , value]): Entry => [word, 'people', value]),
    ...foreign('people'),
  ],
  'security-scheme': [
    ['type', 'held', 'apiKey', { in: 'header', name: 'X-Key' }],
    ['description', 'people', 'A'],
    ['name', 'held', 'X-Other', { type: 'apiKey', in: 'header' }],
    ['in', 'held', 'query', { type: 'apiKey', name: 'k' }],
    ...['flow', 'authorizationUrl', 'tokenUrl'].map((word): Entry => [word, 'people', 'implicit']),
    ['scopes', 'held', { read: 'A' }],
    ...foreign('people'),
  ],
  schema: [
    ['type', 'held', 'string'],
    ...limits
      .filter(([word]) => word !== 'default')
      .map(([word, verdict, value, beside = text]): Entry => [word, verdict, value, beside]),
    ...listLimits,
    ['default', 'held', 'a', text],
    ['title', 'people', 'A'],
    ['description', 'held', 'A', text],
    ['properties', 'held', { a: text }, open],
    ['required', 'held', ['a'], { ...open, properties: { a: text } }],
    ['additionalProperties', 'held', false, { ...open, properties: { a: text } }],
    ['maxProperties', 'held', 2, open],
    ['minProperties', 'held', 2, open],
    ['allOf', 'held', [text]],
    ['$ref', 'held', '#/definitions/S'],
    ['readOnly', 'held', true, text],
    ['example', 'held', 'a', text],
    ['discriminator', 'people', 'a', { ...open, properties: { a: text }, required: ['a'] }],
    ['xml', 'people', { name: 'a' }, text],
    ['externalDocs', 'people', docs, text],
    ...foreign('held'),
  ],
};

const rowOf = ([word, verdict, value, beside, version = '3.1.0']: Entry): Row => ({
  ...{ word, verdict, value, version },
  ...(beside ? { beside } : {}),
});

const all = Object.entries(table).flatMap(([kind, entries]) =>
  entries.map((entry) => [kind, rowOf(entry)] as const),
);
const older = Object.entries(swagger2).flatMap(([kind, entries]) =>
  entries.map((entry) => [kind, { ...rowOf(entry), version: '2.0' }] as const),
);

/** What handlers, clients and documents come from. */
const meaning = (document: object) => {
  const { service, diagnostics } = planDocument(document);
  // JSON has no maps.
  const plain = (_name: string, value: unknown) => (value instanceof Map ? [...value] : value);
  return { service: JSON.stringify(service, plain), diagnostics };
};

describe.each([
  ['OpenAPI 3', all],
  ['Swagger 2.0', older],
] as const)('%s:', (_, rows) => {
  test.each(rows.map(([kind, row]) => [`${kind}.${row.word}`, row.verdict, kind, row] as const))(
    '%s: %s',
    (_name, verdict, kind, row) => {
      const { without, pointer, ...given } = caseOf(kind, row);
      const before = meaning(without);
      const after = meaning(given.with);
      const isNew = ({ pointer: at }: { readonly pointer: string }) =>
        !before.diagnostics.some((diagnostic) => diagnostic.pointer === at);
      const found = after.diagnostics.filter(isNew);
      if (verdict === 'people') expect({ ...after, found }).toEqual({ ...before, found: [] });
      else if (verdict === 'held') expect(after.service).not.toBe(before.service);
      else expect(found).toContainEqual(expect.objectContaining({ code: verdict, pointer }));
      if (verdict === 'held') expect(found.filter(({ code }) => code === 'W-KEY')).toEqual([]);
    },
  );
});

describe('the table has every word of', () => {
  const missing = (rows: readonly Entry[] = [], words: readonly string[]) =>
    words.filter((word) => !rows.some(([each]) => each === word));

  test('JSON Schema', () => {
    // `$recursive…` and `dependencies` are of older drafts.
    expect(missing(schema, jsonSchemaWords())).toEqual([]);
  });

  test.each([
    ...[
      'root',
      'Info',
      'Contact',
      'License',
      'Server',
      'ServerVariable',
      'Components',
      'PathItem',
      'Operation',
    ],
    ...['ExternalDocumentation', 'Parameter', 'RequestBody', 'MediaType', 'Encoding', 'Response', 'Header'],
    ...['Example', 'Link', 'Tag', 'APIKeySecurityScheme', 'HTTPSecurityScheme', 'OAuth2SecurityScheme'],
    ...['OpenIdConnectSecurityScheme', 'OAuthFlows', 'ImplicitOAuthFlow', 'AuthorizationCodeOAuthFlow'],
    ...['Schema', 'Discriminator', 'XML'],
  ])('3.0: %s', (name) => {
    const kebab = name.replace(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase();
    const kinds: Readonly<Record<string, string>> = { 'external-documentation': kebab, XML: 'xml' };
    const kind = /SecurityScheme$/.test(name)
      ? 'security-scheme'
      : /OAuthFlows?$/.test(name)
        ? name === 'OAuthFlows'
          ? 'oauth-flows'
          : 'oauth-flow'
        : (kinds[name] ?? kebab);
    expect(missing(table[kind], publishedWords('v3.0', name))).toEqual([]);
  });

  test.each([
    ...[
      'root',
      'info',
      'contact',
      'license',
      'server',
      'server-variable',
      'components',
      'path-item',
      'operation',
    ],
    ...[
      'external-documentation',
      'parameter',
      'request-body',
      'media-type',
      'encoding',
      'response',
      'header',
    ],
    ...['example', 'link', 'tag', 'reference', 'security-scheme', 'oauth-flows'],
  ])('3.1: %s', (name) => {
    expect(missing(table[name], publishedWords('v3.1', name))).toEqual([]);
  });

  test.each([
    ['root', 'root'],
    ['pathItem', 'path-item'],
    ['operation', 'operation'],
    ...['query', 'header', 'path', 'formData'].map(
      (place) => [`${place}ParameterSubSchema`, 'parameter'] as const,
    ),
    ['bodyParameter', 'body-parameter'],
    ['primitivesItems', 'items'],
    ['response', 'response'],
    ['header', 'header'],
    ...['basicAuthentication', 'apiKey', 'oauth2Implicit', 'oauth2AccessCode'].map(
      (kind) => [`${kind}Security`, 'security-scheme'] as const,
    ),
    ['schema', 'schema'],
  ] as const)('2.0: %s', (name, kind) => {
    expect(missing(swagger2[kind], publishedWords('v2.0', name))).toEqual([]);
  });
});
