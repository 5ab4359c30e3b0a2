/**
 * Keywords of OpenAPI that Swagger 1.x lacks: their effect in emitted functions, and in the served documents.
 *
 * @module-tag descriptors
 */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { build } from '../../../../lib/headwater/compile/pipeline.ts';
import { describeDiagnostic } from '../../../../lib/headwater/compile/source/diagnostic.ts';
import { type CallFunction, loadFunction } from '../../../support/emitted-function.ts';
import { listing, makeProject } from '../../../support/project.ts';

const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: object) => ({ 'application/json': { schema } });
const answer = (schema: object) => ({ description: 'Done', content: json(schema) });
const list = (items: object) => ({ type: 'array', items });

const pet = (properties: object, others: object = {}) => ({
  type: 'object',
  required: ['kind', 'name'],
  properties: { kind: { type: 'string' }, name: { type: 'string' }, ...properties },
  ...others,
});

const schemas = {
  Cat: pet({
    lives: { type: 'integer', exclusiveMinimum: 0, exclusiveMaximum: 10 },
    height: { type: 'number', format: 'float' },
  }),
  Dog: pet({ weight: { type: 'number', multipleOf: 0.1 } }),
  Pet: {
    oneOf: [reference('Cat'), reference('Dog')],
    discriminator: { propertyName: 'kind', mapping: { cat: 'Cat', kitten: 'Cat', dog: 'Dog' } },
  },
  User: {
    type: 'object',
    required: ['name', 'password'],
    properties: {
      name: { type: 'string' },
      password: { type: 'string', writeOnly: true },
      friends: list(reference('User')),
      notes: { type: 'object', additionalProperties: reference('User') },
    },
  },
  Job: { type: 'object', required: ['job'], properties: { job: { type: 'integer' } } },
  Labels: { type: 'object', additionalProperties: { type: 'string' }, minProperties: 1, maxProperties: 2 },
};

const body = (schema: object) => ({ requestBody: { required: true, content: json(schema) } });
const done = { 204: { description: 'Done' } };

const document = {
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1' },
  paths: {
    '/pet': {
      post: { operationId: 'addPet', tags: ['pet'], ...body(reference('Pet')), responses: done },
      put: {
        operationId: 'choose',
        tags: ['pet'],
        ...body({
          oneOf: [
            { type: 'integer', maximum: 10 },
            { type: 'integer', minimum: 5 },
          ],
        }),
        responses: done,
      },
      patch: { operationId: 'label', tags: ['pet'], ...body(reference('Labels')), responses: done },
      get: {
        operationId: 'find',
        tags: ['pet'],
        parameters: [
          { name: 'each', in: 'query', schema: list({ type: 'string' }) },
          { name: 'commas', in: 'query', explode: false, schema: list({ type: 'string' }) },
          {
            name: 'pipes',
            in: 'query',
            style: 'pipeDelimited',
            explode: false,
            schema: list({ type: 'integer' }),
          },
          { name: 'spaces', in: 'query', style: 'spaceDelimited', schema: list({ type: 'number' }) },
          { name: 'price', in: 'query', schema: { type: 'number', multipleOf: 0.01, exclusiveMinimum: 0 } },
          { name: 'X-Sizes', in: 'header', schema: list({ type: 'integer' }) },
        ],
        responses: { 200: answer({ type: 'object' }) },
      },
    },
    '/user': {
      post: {
        operationId: 'addUser',
        tags: ['pet'],
        ...body(reference('User')),
        responses: {
          201: answer(reference('User')),
          202: answer(reference('Job')),
          409: answer({ type: 'object', properties: { owner: { type: 'string' } } }),
        },
      },
    },
  },
  components: { schemas },
};

/** The handlers compile with the types of the document: a result may omit `password`. */
const handlers = {
  addPet:
    'export const handle: Handle = (_input, body) => { if (body.kind === "dog") body.weight?.toFixed(); };',
  choose: 'export const handle: Handle = () => undefined;',
  label: 'export const handle: Handle = () => undefined;',
  find: 'export const handle: Handle = (input) => ({ ...input });',
  addUser: `export const handle: Handle = (_input, body, { response }) => {
    const { name, password } = body;
    if (name !== 'later') return name === 'bare' ? { name } : { ...body, notes: { a: body }, name: name + password.length };
    response.status = 202;
    return { job: 7 };
  };`,
};

let folder: string;
const calls = new Map<string, CallFunction>();

beforeAll(async () => {
  const files = Object.entries(handlers).map(([name, source]) => [
    `handlers/pet/${name}.ts`,
    `import type { Handle } from '#generated/types/pet/${name}.ts';\n${source}\n`,
  ]);
  folder = await makeProject({
    'descriptors/api-docs.json': listing,
    'descriptors/pet.json': document,
    ...Object.fromEntries(files),
  });
  const { diagnostics } = await build(folder);
  expect(diagnostics.map(describeDiagnostic)).toEqual([]);
  for (const name of Object.keys(handlers)) calls.set(name, await loadFunction(folder, `pet-${name}`));
});

async function send(name: string, sent: unknown) {
  const call = calls.get(name);
  if (!call) throw new Error(`no function ${name}`);
  const headers = { 'content-type': 'application/json' };
  const { status, body: got } = await call({
    method: 'POST',
    url: '/v1/x',
    headers,
    body: JSON.stringify(sent),
  });
  return { status, body: got, issues: issuesIn(got) };
}

function issuesIn(got: unknown) {
  const { errors = [] } = Object(got) as { errors?: { pointer?: string; code: string; message: string }[] };
  return errors.map(({ pointer, code, message }) => [pointer, code, message]);
}

describe('a body', () => {
  test.each<[name: string, sent: unknown, issues: unknown[]]>([
    ['addPet', { kind: 'cat', name: 'a', lives: 9 }, []],
    ['addPet', { kind: 'kitten', name: 'a' }, []],
    ['addPet', { kind: 'dog', name: 'a', weight: 0.3 }, []],
    [
      'addPet',
      { kind: 'dog', name: 'a', weight: 0.35 },
      [['/weight', 'multiple_of', 'must be a multiple of 0.1']],
    ],
    ['addPet', { kind: 'cat', name: 'a', height: -3.4e38 }, []],
    [
      'addPet',
      { kind: 'cat', name: 'a', height: 1e39 },
      [['/height', 'maximum', 'must be at most 3.4028234663852886e+38']],
    ],
    ['addPet', { kind: 'cat', name: 'a', lives: 0 }, [['/lives', 'minimum', 'must be greater than 0']]],
    ['addPet', { kind: 'cat', name: 'a', lives: 10 }, [['/lives', 'maximum', 'must be less than 10']]],
    [
      'addPet',
      { kind: 'Cat', name: 'a' },
      [['/kind', 'not_allowed', 'must be one of "cat", "kitten", "dog" (did you mean cat?)']],
    ],
    ['addPet', { kind: 'dog' }, [['/name', 'required', 'is required']]],
    ['addPet', {}, [['/kind', 'required', 'is required']]],
    ['addPet', 1, [['', 'type', 'must be an object']]],
    ['choose', 4, []],
    ['choose', 11, []],
    ['choose', 7, [['', 'no_match', 'must be only one of these: an integer, an integer']]],
    ['choose', 'a', [['', 'no_match', 'must be an integer, or an integer']]],
    ['label', { a: 'b' }, []],
    ['label', {}, [['', 'min_members', 'must have at least 1 member']]],
    ['label', { a: 'b', c: 'd', e: 'f' }, [['', 'max_members', 'must have at most 2 members']]],
  ])('of %s: %j', async (name, sent, issues) => {
    const got = await send(name, sent);
    expect({ status: got.status, issues: got.issues }).toEqual({
      status: issues.length > 0 ? 400 : 204,
      issues,
    });
  });
});

describe('a query', () => {
  const call = (query: string, headers = {}) =>
    calls.get('find')?.({ method: 'GET', url: `/v1/pet?${query}`, headers });

  test.each<[query: string, input: unknown]>([
    ['each=a&each=b,c', { each: ['a', 'b,c'] }],
    ['each=', { each: [''] }],
    ['commas=a,b', { commas: ['a', 'b'] }],
    ['commas=a%7Cb', { commas: ['a|b'] }],
    ['pipes=1|2', { pipes: [1, 2] }],
    ['pipes=1%7C2', { pipes: [1, 2] }],
    ['spaces=1%202.5', { spaces: [1, 2.5] }],
    ['spaces=1+2', { spaces: [1, 2] }],
    ['price=0.29', { price: 0.29 }],
  ])('%s', async (query, input) => {
    expect(await call(query)).toMatchObject({ status: 200, body: input });
  });

  test.each([
    ['commas=a&commas=b', ['repeated', 'must be given only once, with commas between its values']],
    [
      'pipes=1,2',
      ['not_an_integer', 'must be an integer from -9007199254740991 to 9007199254740991, in decimal digits'],
    ],
    ['price=0.295', ['multiple_of', 'must be a multiple of 0.01']],
    ['price=0', ['minimum', 'must be greater than 0']],
  ])('%s is refused', async (query, [code, message]) => {
    const got = await call(query);
    expect(got?.status).toBe(400);
    expect(got?.body).toMatchObject({ errors: [{ in: 'query', code, message }] });
  });

  test('a header is divided by commas', async () => {
    expect(await call('', { 'x-sizes': '1, 2,3' })).toMatchObject({ body: { 'X-Sizes': [1, 2, 3] } });
  });
});

describe('a result', () => {
  const friend = { name: 'b', password: 'bb' };

  test('has no member that only requests have, at any depth', async () => {
    const { status, body: got } = await send('addUser', { name: 'a', password: 'aaa', friends: [friend] });
    const shown = { name: 'a', friends: [{ name: 'b' }] };
    expect([status, got]).toEqual([201, { ...shown, name: 'a3', notes: { a: shown } }]);
  });

  test('such a member is required of a request, and of no result', async () => {
    expect((await send('addUser', { name: 'bare' })).issues).toEqual([
      ['/password', 'required', 'is required'],
    ]);
    expect((await send('addUser', { name: 'bare', password: '' })).body).toEqual({ name: 'bare' });
  });

  test('may have another status, with a type of its own', async () => {
    expect(await send('addUser', { name: 'later', password: '' })).toMatchObject({
      status: 202,
      body: { job: 7 },
    });
  });
});

describe('documents', () => {
  const read = async (path: string) => JSON.parse(await readFile(join(folder, '.generated', path), 'utf8'));

  test('OpenAPI says all of it', async () => {
    const { components, paths } = await read('openapi.json');
    expect(components.schemas.Cat.properties.lives).toMatchObject({
      exclusiveMinimum: 0,
      exclusiveMaximum: 10,
    });
    expect(components.schemas.Dog.properties.weight).toMatchObject({ multipleOf: 0.1 });
    expect(components.schemas.User.properties.password).toEqual({ type: 'string', writeOnly: true });
    expect(components.schemas.Labels).toMatchObject({ minProperties: 1, maxProperties: 2 });
    const pets = paths['/v1/pet'];
    const meant = ({ $ref, ...own }: { readonly $ref?: string; readonly [word: string]: unknown }) =>
      $ref === undefined ? own : components.schemas[$ref.split('/').at(-1) ?? ''];
    expect(meant(pets.post.requestBody.content['application/json'].schema).discriminator).toEqual({
      propertyName: 'kind',
      mapping: {
        cat: '#/components/schemas/Cat',
        kitten: '#/components/schemas/Cat',
        dog: '#/components/schemas/Dog',
      },
    });
    expect(meant(pets.put.requestBody.content['application/json'].schema).oneOf).toHaveLength(2);
    const styles = pets.get.parameters.map(({ name, style, explode }: Record<string, unknown>) => [
      name,
      style,
      explode,
    ]);
    expect(styles.slice(0, 4)).toEqual([
      ['each', undefined, undefined],
      ['commas', 'form', false],
      ['pipes', 'pipeDelimited', false],
      ['spaces', 'spaceDelimited', false],
    ]);
    const { responses } = paths['/v1/user'].post;
    expect(responses[201].content['application/json']).not.toHaveProperty('example');
    expect(responses[202].content['application/json'].schema).toEqual({ $ref: '#/components/schemas/Job' });
    expect(JSON.stringify(responses[409])).toContain('"owner"');
  });

  test('Swagger 1.x leaves out what it cannot say, and keeps the bounds of integers', async () => {
    const { models } = await read('served/pet.json');
    expect(models.Cat.properties.lives).toMatchObject({ minimum: '1', maximum: '9' });
    expect(models.Dog.properties.weight).toEqual({ type: 'number', format: 'double' });
  });
});
