/** `npx headwater init --skip-unsupported`, run as a process: what is left is a valid document that builds and is served. */

import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Validator } from '@seriousme/openapi-schema-validator';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { build } from '../../../../lib/headwater/compile/pipeline.ts';
import { headwater } from '../../../support/command.ts';
import { makeProject } from '../../../support/project.ts';

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const answer = (schema: object) => ({
  responses: { 200: { description: 'Done', content: { 'application/json': { schema } } } },
});
const no = { $anchor: 'a' };

const document = {
  openapi: '3.0.3',
  info: { title: 'Pets', version: '1' },
  paths: {
    '/pet': {
      get: { operationId: 'list', ...answer({ type: 'array', items: ref('Pet') }) },
      post: { operationId: 'feed', callbacks: {}, ...answer(ref('Food')) },
    },
    '/owner/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      get: { operationId: 'owner', ...answer(ref('Owner')) },
    },
    '/owner {id}': { get: { operationId: 'other', ...answer({ type: 'string' }) } },
    '/shop': { get: { operationId: 'shop', ...answer(ref('Shop')) } },
    '/town': {
      get: { operationId: 'town', ...answer({ type: 'string' }) },
      put: { operationId: 'setTown', callbacks: { moved: { url: {} } }, ...answer({ type: 'string' }) },
    },
  },
  components: {
    schemas: {
      Pet: {
        type: 'object',
        required: ['kind'],
        properties: { kind: { type: 'string' } },
        discriminator: { propertyName: 'kind' },
      },
      Food: { type: 'object', properties: { name: { type: 'string' } } },
      Owner: { type: 'object', properties: { home: ref('Home') } },
      Home: { type: 'object', properties: { key: no } },
      Shop: { type: 'object', properties: { owners: { type: 'array', items: ref('Owner') } } },
    },
  },
};

/** A sub type of what an operation returns: the operation needs it, though nothing refers to it. */
const withSubType = (properties: object) => ({
  ...document,
  components: {
    schemas: {
      ...document.components.schemas,
      Cat: { allOf: [ref('Pet'), { type: 'object', properties }] },
    },
  },
});

const files = { json: (value: object) => JSON.stringify(value), yaml: (value: object) => stringify(value) };

describe.each(['json', 'yaml'] as const)('%s', (ending) => {
  let project: string;
  let run: Awaited<ReturnType<typeof headwater>>;

  beforeAll(async () => {
    const text = files[ending](withSubType({ lives: { type: 'integer' } }));
    project = await makeProject({ [`foreign/pets.${ending}`]: text });
    run = await headwater(project, ['init', 'foreign', '--skip-unsupported', '--mock']);
  });

  test('each operation that cannot be served is named once, by cause, and counted', () => {
    expect(run.exitCode).toBe(0);
    expect(run.complaint.match(/left out {2}.*(?= \()/g)).toEqual([
      'left out  GET /owner/{id}',
      'left out  GET /shop',
      'left out  #/components/schemas/Home',
      'left out  #/components/schemas/Owner',
      'left out  #/components/schemas/Shop',
      'left out  GET /owner {id}',
      'left out  #/paths/~1owner {id}',
    ]);
    // Owner has the reason of Home: its author did not misspell the reference.
    expect(run.complaint).not.toContain('E-REF');
    expect(run.output).toContain('3 of 7 operations left out of the copies.');
  });

  test('the rest is a valid document, with what it needs', async () => {
    const [name = ''] = readdirSync(join(project, 'descriptors')).filter((each) => each.startsWith('pets'));
    const copy = parse(await readFile(join(project, 'descriptors', name), 'utf8'));
    expect(await new Validator().validate(structuredClone(copy))).toMatchObject({ valid: true });
    expect(Object.keys(copy.components.schemas)).toEqual(['Pet', 'Food', 'Cat']);
    expect(Object.keys(copy.paths)).toEqual(['/pet', '/owner/{id}', '/shop', '/town']);
    expect(copy.paths['/pet']).toEqual(withSubType({}).paths['/pet']);
  });

  test('it builds', { tags: ['descriptors'] }, async () => {
    const { diagnostics, service } = await build(project);
    expect(diagnostics.filter(({ code }) => code.startsWith('E-'))).toEqual([]);
    const names = service?.functions.flatMap((each) =>
      each.kind === 'operation' ? [each.operation.nickname] : [],
    );
    expect(names?.toSorted()).toEqual(['feed', 'list', 'setTown', 'town']);
  });
});

test('a sub type that cannot be served takes the operation with it', { tags: ['descriptors'] }, async () => {
  const project = await makeProject({ 'foreign/pets.json': files.json(withSubType({ lives: no })) });
  const { complaint } = await headwater(project, ['init', 'foreign', '--skip-unsupported']);
  expect(complaint).toContain('left out  GET /pet (');
});

test('nothing is written if no operation is left', { tags: ['descriptors'] }, async () => {
  const only = { ...document, paths: { '/shop': document.paths['/shop'] } };
  const project = await makeProject({ 'foreign/pets.json': files.json(only) });
  const { exitCode, complaint } = await headwater(project, ['init', 'foreign', '--skip-unsupported']);
  expect(exitCode).toBe(2);
  expect(complaint).toContain('No operation is left; nothing was written.');
  expect(existsSync(join(project, 'descriptors'))).toBe(false);
});

test('check counts the operations, by cause', async () => {
  const project = await makeProject({ 'foreign/pets.json': files.json(withSubType({ lives: no })) });
  const { output, exitCode } = await headwater(project, ['check', 'foreign']);
  expect(exitCode).toBe(2);
  expect(
    output,
  ).toContain(`4 of 7 operations cannot be served as they are; init --skip-unsupported does without them:
  3  E-UNSUPPORTED $anchor
  1  E-SEGMENT "owner {id}"
`);
  const report = JSON.parse((await headwater(project, ['check', '--json', 'foreign'])).output);
  expect(report.affected).toMatchObject({ operations: 7, affected: 4 });
  expect(report.affected.causes[0].operations.toSorted()).toEqual([
    'GET /owner/{id}',
    'GET /pet',
    'GET /shop',
  ]);
});

test('check says what many places have in common once', async () => {
  const names = Array.from({ length: 14 }, (_, index) => `p${index}`);
  const properties = Object.fromEntries(names.map((name) => [name, no]));
  const schemas = { ...document.components.schemas, Home: { type: 'object', properties } };
  const text = JSON.stringify({ ...document, components: { schemas } }, null, 1);
  const project = await makeProject({ 'foreign/pets.json': text });
  const { output } = await headwater(project, ['check', 'foreign']);
  expect(output.match(/found {5}\$anchor\n/g)).toHaveLength(1);
  expect(output).toMatch(/also {6}in lines (?:\d+, ){9}\d+ and 3 more/);
});

test.each(['json', 'yaml'] as const)(
  'of several credentials, those that can be checked stay (%s)',
  { tags: ['descriptors'] },
  async (ending) => {
    const operation = (operationId: string, ...security: object[]) => ({
      operationId,
      security,
      ...answer({ type: 'string' }),
    });
    const [password, key, token] = [{ password: [] }, { key: [] }, { token: [] }];
    const text = files[ending]({
      ...document,
      security: [password, token],
      paths: {
        '/a': { get: operation('a', password, key, token), put: operation('b', token, { ...key, ...token }) },
        '/b': {
          get: operation('c', password, key),
          put: { operationId: 'd', ...answer({ type: 'string' }) },
        },
      },
      components: {
        securitySchemes: {
          password: { type: 'http', scheme: 'basic' },
          key: { type: 'apiKey', in: 'query', name: 'key' },
          token: { type: 'http', scheme: 'bearer' },
        },
      },
    });
    const project = await makeProject({ [`foreign/pets.${ending}`]: text });
    const { exitCode, complaint } = await headwater(project, [
      'init',
      'foreign',
      '--skip-unsupported',
      '--mock',
    ]);
    expect(exitCode, complaint).toBe(0);
    const copy = parse(await readFile(join(project, `descriptors/pets.${ending}`), 'utf8'));
    expect(copy.security).toEqual([token]);
    expect([copy.paths['/a'].get.security, copy.paths['/a'].put.security]).toEqual([[token], [token]]);
    expect(Object.keys(copy.paths['/b'])).toEqual(['put']);
    const { diagnostics, service } = await build(project);
    expect(diagnostics.filter(({ code }) => code.startsWith('E-'))).toEqual([]);
    const access = service?.functions.flatMap((each) =>
      each.kind === 'operation' ? [each.operation.runtime.access] : [],
    );
    expect(access).toEqual([1, 2, 3].map(() => [[{ scheme: 'bearer', name: 'authorization', scopes: [] }]]));
  },
);

test('credentials whose risk the listing of the project accepts are served', {
  tags: ['descriptors'],
}, async () => {
  const key = { type: 'apiKey', in: 'query', name: 'key' };
  const text = files.json({
    ...document,
    security: [{ key: [] }],
    paths: { '/town': document.paths['/town'] },
    components: { securitySchemes: { key } },
  });
  const listing = { apiVersion: '1', swaggerVersion: '1.1', 'x-accepted-risks': ['key-in-query'] };
  for (const [options, accepts] of [
    [[], true],
    [['--skip-unsupported'], true],
    [[], false],
  ] as const) {
    const project = await makeProject({
      'foreign/pets.json': text,
      'descriptors/api-docs.json': JSON.stringify(accepts ? listing : { ...listing, 'x-accepted-risks': [] }),
    });
    const { exitCode, complaint } = await headwater(project, ['init', 'foreign', '--mock', ...options]);
    expect(exitCode, complaint).toBe(accepts ? 0 : 2);
    expect(complaint).not.toContain('left out');
    if (!accepts) expect(complaint).toContain('E-AUTHORIZATION');
  }
});
