/** A client of Swagger 1.x calls a running service by the functions that it makes of the served descriptors. */

import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { copyBuiltProject, copyProject, startLocal } from '../../support/local-service.ts';
import { repository } from '../../support/repository.ts';
import type { ServedDeclaration } from '../../support/swagger-judge.ts';
import { type LoadedClient, loadClient } from './swagger-client.ts';

interface Case {
  readonly name: string;
  readonly basePath: string;
  makeProject(): Promise<string>;
  /** An operation with many kinds of parameters, and its response. */
  readonly example: {
    readonly resource: string;
    readonly nickname: string;
    readonly values: object;
    readonly body: unknown;
  };
}

const cases: readonly Case[] = [
  {
    name: 'this project',
    basePath: '/v1',
    makeProject: copyBuiltProject,
    example: {
      resource: 'source',
      nickname: 'list',
      values: { from: 1, size: 2, query: 'ä&/ ' },
      body: { from: 1, size: 0, total: 0, total_relation: 'eq', hits: [] },
    },
  },
  {
    name: 'the golden case with all features',
    basePath: '/v2',
    makeProject: () => copyGolden('features'),
    example: {
      resource: 'thing',
      nickname: 'list',
      values: {
        ids: [1, 2, 3],
        kind: "it's",
        ratio: 0.25,
        'X-Since': '2026-01-01',
        'order by': ['size', 'name'],
        like: JSON.stringify({ all: 3 }),
        either: [1, 'x', true],
      },
      body: [{ name: "it's 0.25 size,name", size: 3, colour: 'red', place: {} }],
    },
  },
];

async function copyGolden(name: string): Promise<string> {
  const project = await copyProject();
  for (const part of ['descriptors', 'handlers']) {
    await rm(join(project, part), { recursive: true });
    await cp(join(repository, 'test/headwater/compile/golden', name, part), join(project, part), {
      recursive: true,
    });
  }
  return project;
}

async function read<T>(url: string): Promise<T> {
  const response = await fetch(url);
  expect(response.status, url).toBe(200);
  return (await response.json()) as T;
}

describe.each(cases)('$name', ({ basePath, makeProject, example }) => {
  let client: LoadedClient;
  /** Declarations by resource name. */
  const declarations = new Map<string, ServedDeclaration>();

  beforeAll(async () => {
    const { origin } = await startLocal(await makeProject());
    const url = `${origin}${basePath}/api-docs.json`;
    const { apis } = await read<{ readonly apis: readonly { readonly path: string }[] }>(url);
    for (const { path } of apis) {
      declarations.set(path.slice('/api-docs.json/'.length), await read(`${origin}${basePath}${path}`));
    }
    client = await loadClient(url);
  });

  test('finds each operation and model', () => {
    for (const [name, { apis }] of declarations) {
      const nicknames = apis.flatMap(({ operations }) => operations.map(({ nickname }) => nickname));
      expect(client.operationsOf(name).toSorted(), name).toEqual(nicknames.toSorted());
    }
    const models = [...declarations.values()].flatMap((declaration) => Object.keys(declaration.models));
    expect(client.models.toSorted()).toEqual([...new Set(models)].toSorted());
  });

  test('sends values as the parameters declare', async () => {
    const { resource, nickname, values, body } = example;
    expect(await client.call(resource, nickname, { ...values })).toMatchObject({ status: 200, body });
  });
});

const json = 'application/json; charset=utf-8';
const problem = 'application/problem+json';

describe('a source', () => {
  let client: LoadedClient;
  const call = (nickname: string, values: object) => client.call('source', nickname, { ...values });
  beforeAll(async () => {
    const { origin } = await startLocal(await copyBuiltProject());
    client = await loadClient(`${origin}/v1/api-docs.json`);
  });

  test('is created, listed, read, updated and removed', async () => {
    const tag = 'ä&/ 2.0';
    const input = { name: 'a', tags: [tag, 'b c'], preprocessors: [{ type: 'json', field: 'line' }] };
    const created = await call('create', { body: input });
    expect(created).toEqual({
      status: 201,
      contentType: json,
      body: {
        ...input,
        preprocessors: [
          {
            ...input.preprocessors[0],
            summary: 'Parses the JSON in line.',
            inputs: ['line'],
            outputs: ['line'],
          },
        ],
        _id: expect.stringMatching(/^[0-9a-f]{24}$/),
        created: expect.any(String),
        updated: expect.any(String),
        revision: 1,
        format: 'json',
      },
    });
    const source = created.body as { readonly _id: string; readonly created: string };
    const id = source._id;

    const list = { from: 0, size: 1, query: `"${tag}"` };
    const page = {
      from: 0,
      size: 1,
      total: 1,
      total_relation: 'eq',
      hits: [{ ...source, preprocessors: input.preprocessors }],
    };
    expect(await call('list', list)).toEqual({ status: 200, contentType: json, body: page });
    expect(await call('getById', { id })).toEqual({ status: 200, contentType: json, body: source });

    const updated = await call('update', { id, body: { name: 'b', format: 'csv' } });
    expect(updated).toEqual({
      status: 200,
      contentType: json,
      body: {
        _id: id,
        created: source.created,
        updated: expect.any(String),
        revision: 2,
        name: 'b',
        tags: [],
        format: 'csv',
        preprocessors: [],
      },
    });
    expect(await call('getById', { id })).toEqual(updated);
    expect(await call('list', list)).toMatchObject({ status: 200, body: { total: 0, hits: [] } });

    expect(await call('remove', { id })).toMatchObject({ status: 204, body: undefined });
    expect(await call('getById', { id })).toMatchObject({
      status: 404,
      contentType: problem,
      body: { type: 'urn:problem-type:headwater:not_found', status: 404 },
    });
  });

  const refusals: readonly [nickname: string, values: object, errors: readonly object[]][] = [
    [
      'list',
      { from: -1, size: 'abc', query: 'a' },
      [
        { in: 'query', name: 'size', code: 'not_an_integer' },
        { in: 'query', name: 'from', code: 'minimum' },
      ],
    ],
    ['getById', { id: 'x y' }, [{ in: 'path', name: 'id', code: 'pattern' }]],
    ['create', { body: { name: 3 } }, [{ in: 'body', pointer: '/name', code: 'type' }]],
  ];
  test.each(refusals)('gets the issues of %s with %j', async (nickname, values, errors) => {
    expect(await call(nickname, values)).toMatchObject({
      status: 400,
      contentType: problem,
      body: { type: 'urn:problem-type:headwater:invalid_request', status: 400, errors },
    });
  });
});
