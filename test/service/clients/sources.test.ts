/** The life of a source, through the operations that clients generate from the served descriptors. */

import { beforeAll, describe, expect, test } from 'vitest';
import { copyBuiltProject, type LocalService, startLocal } from '../../support/local-service.ts';
import { clients, type LoadedClient } from './swagger-clients.ts';

const json = 'application/json; charset=utf-8';
const problem = 'application/problem+json';

let service: LocalService;
beforeAll(async () => {
  service = await startLocal(await copyBuiltProject());
});

describe.each(clients)('swagger-client %s', (version, load) => {
  let client: LoadedClient;
  const call = (nickname: string, values: object) => client.call('source', nickname, { ...values });
  beforeAll(async () => {
    client = await load(`${service.origin}/v1/api-docs.json`);
  });

  test('creates, lists, gets, updates and removes a source', async () => {
    const tag = `ä&/ ${version}`;
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
