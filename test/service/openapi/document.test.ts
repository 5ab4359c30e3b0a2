/** The OpenAPI document of this project: valid, complete, and with examples that fit their schemas. */

import { Validator } from '@seriousme/openapi-schema-validator';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Documentation, type MediaTypeObject, ownDocumentation } from '../../support/documented.ts';
import { type CallFunction, loadFunction } from '../../support/emitted-function.ts';
import { readOwnOperations } from '../../support/own-operations.ts';
import { repository } from '../../support/repository.ts';

const documentation: Documentation = ownDocumentation();
const { document } = documentation;
const operations = documentation.operations();
const byId = (id: string) => {
  const found = documentation.byId(id);
  if (!found) throw new Error(`There is no operation ${id}.`);
  return found;
};

test('is valid OpenAPI 3.1', async () => {
  const validator = new Validator();
  const { valid, errors } = await validator.validate(structuredClone({ ...document }));
  expect({ valid, errors, version: validator.version }).toEqual({ valid: true, version: '3.1' });
});

test('has every operation of the descriptors, and no other', async () => {
  const own = await readOwnOperations();
  expect(
    operations.map(({ path, method, operation }) => [method, path, operation.operationId]).toSorted(),
  ).toEqual(own.map(({ method, path, id }) => [method, path, id]).toSorted());
});

test('refers only to what is there', () => {
  const references = [...JSON.stringify(document).matchAll(/"(#\/components\/[^"]+)"/g)];
  const missing = references.filter(([, reference = '']) => {
    const [, , kind = '', name = ''] = reference.split('/');
    return document.components[kind]?.[name] === undefined;
  });
  expect(references.length).toBeGreaterThan(100);
  expect(missing).toEqual([]);
});

test('a body that must be there has at least one character, also where it is a text', () => {
  const texts = operations.flatMap(({ operation: { requestBody } }) =>
    Object.entries(requestBody?.required ? requestBody.content : {}).filter(([type]) =>
      type.startsWith('text/'),
    ),
  );
  expect(texts.length).toBeGreaterThan(2);
  expect(new Set(texts.map(([, { schema }]) => JSON.stringify(schema)))).toEqual(
    new Set([JSON.stringify({ type: 'string', minLength: 1 })]),
  );
});

test('an Idempotency-Key has no comma, as the step says', () => {
  const parameters = byId('source-create').parameters as readonly {
    name: string;
    schema: { pattern: string };
  }[];
  const { schema } = parameters.find(({ name }) => name === 'Idempotency-Key') ?? {};
  const fits = ['!', '+', '-', '~', ',', ' '].filter((text) =>
    new RegExp(schema?.pattern ?? '^$').test(text),
  );
  expect(fits).toEqual(['!', '+', '-', '~']);
});

describe('examples', () => {
  const contents = operations.flatMap(({ operation }) => {
    const { operationId, requestBody, responses } = operation;
    const answers = Object.entries(responses).flatMap(([status, { content = {} }]) =>
      Object.entries(content).map(([type, media]) => [`${operationId} ${status} ${type}`, media] as const),
    );
    const sent = Object.entries(requestBody?.content ?? {});
    return [...answers, ...sent.map(([type, media]) => [`${operationId} ${type}`, media] as const)];
  });

  test('satisfy their schemas', () => {
    const shown = contents.filter(([, media]) => 'example' in media);
    for (const [what, { schema, example }] of shown) documentation.checkValue(schema, example, what);
    expect(shown.length).toBeGreaterThan(operations.length);
  });

  test('of problems are of their status', { tags: ['functions'] }, () => {
    const problems = contents.flatMap(([what, { schema, examples = {} }]) =>
      Object.keys(examples).map((code) => [what, schema, code] as const),
    );
    for (const [what, schema, code] of problems) {
      const example = document.components['examples']?.[code] as {
        readonly value: { readonly status: number };
      };
      documentation.checkValue(schema, example.value, `${what} ${code}`);
      const [, status = ''] = what.split(' ');
      expect(String(example.value.status)).toMatch(new RegExp(`^${status.replaceAll('X', '\\d')}$`));
    }
    expect(problems.length).toBeGreaterThan(100);
  });

  test('of bodies have no member that the service sets', () => {
    const body = byId('source-create').requestBody?.content['application/json'] as MediaTypeObject;
    expect(body.example).not.toHaveProperty('_id');
  });
});

test('parameters have their casts, limits, defaults and kinds', () => {
  expect(byId('source-list').parameters?.find(({ name }) => name === 'size')).toEqual({
    name: 'size',
    in: 'query',
    description: 'How many sources to return at most; 0 returns the total alone',
    schema: { type: 'integer', format: 'int32', minimum: 0, maximum: 1000, default: 10 },
    'x-synonyms': ['limit', 'count', 'per_page', 'page_size'],
  });
  expect(byId('source-create').parameters?.map(({ name, $ref }) => name ?? $ref)).toEqual([
    'Idempotency-Key',
    '#/components/parameters/X-Owner',
  ]);
  expect(byId('source-update').parameters?.map(({ name, $ref }) => name ?? $ref)).toEqual([
    'id',
    '#/components/parameters/If-Match',
    '#/components/parameters/If-None-Match',
    '#/components/parameters/X-Owner',
  ]);
});

test('a model with sub types is one of them, by its discriminator', () => {
  const schemas = document.components['schemas'];
  expect(schemas?.['SourcePreProcessor']).toMatchObject({
    discriminator: { propertyName: 'type', mapping: { grok: '#/components/schemas/GrokPreProcessor' } },
  });
  expect(schemas?.['GrokPreProcessor']).toMatchObject({ properties: { type: { const: 'grok' } } });
});

test('an operation that everybody may call says so; others name their scopes', () => {
  expect(byId('preprocessor-list').security).toEqual([]);
  expect(byId('source-remove').security).toEqual([
    { oauth2: ['source:write'] },
    { apiKey: ['source:write'] },
  ]);
});

describe('served', () => {
  let call: CallFunction;
  beforeAll(async () => {
    call = await loadFunction(repository, 'api-docs');
  });
  const target = { url: '/v1/openapi.json' };

  test('it has the address of the request, an entity tag and a link', async () => {
    const { status, headers, body } = await call(target);
    expect({ status, body }).toEqual({
      status: 200,
      body: { ...document, servers: [{ url: 'https://api.example.com' }] },
    });
    expect(headers).toEqual({
      'content-type': 'application/json',
      'cache-control': 'public, max-age=300',
      vary: 'Accept',
      etag: expect.stringMatching(/^"[\w-]{22}"$/),
      link: '</v1/openapi.json>; rel="service-desc"; type="application/json"',
    });
  });

  test('a client that has it gets a 304, and HEAD its headers', async () => {
    const { headers } = await call(target);
    const etag = headers['etag'] ?? '';
    expect(await call({ ...target, headers: { 'if-none-match': etag } })).toMatchObject({ status: 304 });
    expect(await call({ ...target, method: 'HEAD' })).toMatchObject({ status: 200, headers: { etag } });
    const elsewhere = await call({
      ...target,
      headers: { host: 'other.example.org', 'if-none-match': etag },
    });
    expect(elsewhere).toMatchObject({
      status: 200,
      body: { servers: [{ url: 'https://other.example.org' }] },
    });
  });
});
