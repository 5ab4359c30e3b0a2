/** Every keyword of OpenAPI 3.0, 3.1 and Swagger 2.0, and its effect. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from './repository.ts';

/**
 * `held`: the keyword changes the plan. `people`: the plan is the same, and nothing is reported, as
 * docs/headwater/openapi-descriptors.md promises. Otherwise the code of the problem at the place of the keyword.
 */
export type Verdict = 'held' | 'people' | `${'E' | 'W'}-${string}`;

export interface Row {
  readonly word: string;
  readonly verdict: Verdict;
  readonly value: unknown;
  /** The members beside it, with and without the keyword. */
  readonly beside?: object;
  readonly version?: string;
}

type Path = readonly (string | number)[];

const operation: Path = ['paths', '/a/{id}', 'post'];
const response: Path = [...operation, 'responses', '201'];
const media: Path = [...operation, 'requestBody', 'content', 'application/json'];
const form: Path = ['paths', '/form', 'post', 'requestBody', 'content', 'multipart/form-data'];
const scheme: Path = ['components', 'securitySchemes', 's'];
const property: Path = ['components', 'schemas', 'S', 'properties', 'p'];

/** The place of each object in `document`. */
const places3: Readonly<Record<string, Path>> = {
  root: [],
  info: ['info'],
  contact: ['info', 'contact'],
  license: ['info', 'license'],
  server: ['servers', 0],
  'server-variable': ['servers', 0, 'variables', 'v'],
  components: ['components'],
  'path-item': ['paths', '/a/{id}'],
  operation,
  'external-documentation': [...operation, 'externalDocs'],
  parameter: [...operation, 'parameters', 1],
  'request-body': [...operation, 'requestBody'],
  'media-type': media,
  encoding: [...form, 'encoding', 'f'],
  response,
  header: [...response, 'headers', 'X-A'],
  example: [...media, 'examples', 'e'],
  link: [...response, 'links', 'l'],
  tag: ['tags', 0],
  reference: [...operation, 'parameters', 2],
  'security-scheme': scheme,
  'oauth-flows': [...scheme, 'flows'],
  'oauth-flow': [...scheme, 'flows', 'clientCredentials'],
  schema: property,
  discriminator: ['components', 'schemas', 'U', 'discriminator'],
  xml: [...property, 'xml'],
};

const places2: Readonly<Record<string, Path>> = {
  root: [],
  'path-item': ['paths', '/a/{id}'],
  operation,
  parameter: [...operation, 'parameters', 1],
  'body-parameter': [...operation, 'parameters', 2],
  items: [...operation, 'parameters', 3, 'items'],
  response,
  header: [...response, 'headers', 'X-A'],
  'security-scheme': ['securityDefinitions', 's'],
  schema: ['definitions', 'S', 'properties', 'p'],
};

const text = { type: 'string' };
const id = { name: 'id', in: 'path', required: true };
const info = { title: 'Things', version: '1' };
const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const object = (properties: object) => ({ type: 'object', properties });
const json = (schema: object) => ({ 'application/json': { schema } });
const tagged = (kind: string) => ({ required: ['kind'], ...object({ kind: { enum: [kind] } }) });

export const document3 = {
  openapi: '3.1.0',
  info,
  servers: [{ url: 'https://example.com/{v}', variables: { v: { default: 'v2' } } }],
  tags: [{ name: 'thing' }],
  paths: {
    '/a/{id}': {
      post: {
        operationId: 'make',
        tags: ['thing'],
        parameters: [
          { ...id, schema: text },
          { name: 'q', in: 'query', schema: text },
          { $ref: '#/components/parameters/P' },
        ],
        requestBody: { content: json(reference('S')) },
        responses: { 201: { description: 'Made', content: json(text) } },
      },
      get: {
        operationId: 'find',
        tags: ['other'],
        security: [{ s: ['read'] }],
        parameters: [{ ...id, schema: text }],
        responses: { 200: { description: 'Found', content: json(reference('U')) } },
      },
    },
    '/form': {
      post: {
        operationId: 'send',
        tags: ['thing'],
        requestBody: {
          content: {
            'multipart/form-data': { schema: object({ f: { type: 'array', items: text } }), encoding: {} },
          },
        },
        responses: { 204: { description: 'Sent' } },
      },
    },
  },
  components: {
    parameters: { P: { name: 'r', in: 'query', schema: text } },
    schemas: {
      S: object({ p: {} }),
      A: tagged('A'),
      B: tagged('B'),
      U: { oneOf: [reference('A'), reference('B')], discriminator: { propertyName: 'kind' } },
    },
    securitySchemes: { s: { type: 'oauth2', flows: { clientCredentials: { scopes: { read: 'To read' } } } } },
  },
};

const document2 = {
  swagger: '2.0',
  info,
  consumes: ['application/json'],
  produces: ['application/json'],
  paths: {
    '/a/{id}': {
      post: {
        operationId: 'make',
        parameters: [
          { ...id, type: 'string' },
          { name: 'q', in: 'query', type: 'string' },
          { name: 'b', in: 'body', schema: { $ref: '#/definitions/S' } },
          { name: 'l', in: 'query', type: 'array', items: text },
        ],
        security: [{ s: [] }],
        responses: { 201: { description: 'Made', schema: text } },
      },
    },
  },
  definitions: { S: object({ p: {} }) },
  securityDefinitions: {
    s: { type: 'oauth2', flow: 'application', tokenUrl: 'https://example.com', scopes: {} },
  },
};

/** The objects of which a document of the version has one. */
export function kindsOf(version: string): string[] {
  return Object.keys(version === '2.0' ? places2 : places3);
}

export interface Case {
  readonly without: object;
  readonly with: object;
  readonly pointer: string;
}

export function caseOf(kind: string, row: Row): Case {
  const { word, value, beside = {}, version = '3.1.0' } = row;
  const is2 = version === '2.0';
  const place = (is2 ? places2 : places3)[kind];
  if (!place) throw new Error(`There is no place for ${kind}.`);
  const document = is2 ? document2 : { ...document3, openapi: version };
  const without = changed(document, place, (at) => {
    const { [word]: _, ...others } = { ...at, ...beside } as Readonly<Record<string, unknown>>;
    return others;
  });
  const pointer = [...place, word].map((step) => `/${String(step).replaceAll('/', '~1')}`).join('');
  return { without, with: changed(without, place, (at) => ({ ...at, [word]: value })), pointer };
}

function changed(value: unknown, [step, ...rest]: Path, change: (at: object) => object): object {
  if (step === undefined) return change(Object(value));
  if (Array.isArray(value))
    return value.map((each, index) => (index === step ? changed(each, rest, change) : each));
  const holder = (value ?? {}) as Readonly<Record<string, unknown>>;
  return { ...holder, [step]: changed(holder[step], rest, change) };
}

type Schemas = Readonly<
  Record<
    string,
    { readonly properties?: object; readonly oneOf?: readonly { readonly properties?: object }[] }
  >
>;

/** The words of an object in the published schemas of the versions. */
export function publishedWords(version: 'v2.0' | 'v3.0' | 'v3.1', name: string): string[] {
  const path = 'node_modules/@seriousme/openapi-schema-validator/schemas';
  const schema = JSON.parse(readFileSync(join(repository, path, version, 'schema.json'), 'utf8'));
  const definitions: Schemas = { ...schema.definitions, ...schema.$defs, root: schema };
  const definition = definitions[name];
  if (!definition) throw new Error(`${version} has no ${name}.`);
  const parts = [definition, ...(definition.oneOf ?? [])];
  return parts.flatMap((part) => Object.keys(part.properties ?? {}));
}

/** The keywords of JSON Schema draft 2020-12. */
export function jsonSchemaWords(): string[] {
  const folder = join(repository, 'node_modules/ajv/dist/refs/json-schema-2020-12/meta');
  return readdirSync(folder).flatMap((name) =>
    Object.keys(JSON.parse(readFileSync(join(folder, name), 'utf8')).properties),
  );
}
