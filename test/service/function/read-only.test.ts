/** Members that the service sets, sent back with a PUT or PATCH: emitted functions of the service, with a database. */

import { beforeAll, describe, expect, test } from 'vitest';
import { type CallFunction, loadFunction } from '../../support/emitted-function.ts';
import { startEngine } from '../../support/engine.ts';
import { repository } from '../../support/repository.ts';

type Source = Readonly<Record<string, unknown>> & { readonly _id: string };
const functions = new Map<string, CallFunction>();

beforeAll(async () => {
  const engine = await startEngine();
  Object.assign(process.env, engine.environment, { TABLE_NAME: await engine.makeTable() });
  for (const nickname of ['create', 'getById', 'update', 'patch', 'putSample', 'getSample'])
    functions.set(nickname, await loadFunction(repository, `source-${nickname}`));
});

const methods = {
  create: 'POST',
  getById: 'GET',
  update: 'PUT',
  patch: 'PATCH',
  putSample: 'PUT',
  getSample: 'GET',
};

async function call(
  nickname: keyof typeof methods,
  id: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
) {
  const type = nickname === 'patch' ? 'application/merge-patch+json' : 'application/json';
  const answer = await functions.get(nickname)?.({
    method: methods[nickname],
    url: `/v1/source/${id}`,
    pathParameters: { id },
    headers: { 'content-type': type, ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!answer) throw new Error(`There is no function ${nickname}.`);
  return answer;
}

const trim = { type: 'trim', field: 'a' };
const upper = { type: 'uppercase', field: 'b', on_failure: [{ type: 'set', field: 'c', value: 1 }] };

async function makeSource(content: object = { name: 'a', preprocessors: [trim, upper] }): Promise<Source> {
  const { body } = await call('create', '', content);
  const { _id } = body as Source;
  return (await call('getById', _id)).body as Source;
}

const refusal = (...pointers: readonly string[]) => ({
  status: 400,
  body: { errors: pointers.map((pointer) => ({ in: 'body', pointer, code: 'read_only' })) },
});

describe.each(['update', 'patch'] as const)('%s', (nickname) => {
  test('takes a source back as it was returned', async () => {
    const source = await makeSource();
    const answer = await call(nickname, source._id, { ...source, name: 'b' });
    expect(answer).toMatchObject({ status: 200, body: { name: 'b', revision: 2, _id: source._id } });
    const { updated: _then, ...kept } = source;
    expect((await call('getById', source._id)).body).toMatchObject({ ...kept, name: 'b', revision: 2 });
  });

  test('takes preprocessors back in another order, and fewer of them', async () => {
    const source = await makeSource();
    const [first, second] = source['preprocessors'] as readonly unknown[];
    const turned = { ...source, preprocessors: [second, first] };
    expect(await call(nickname, source._id, turned)).toMatchObject({
      status: 200,
      body: { preprocessors: [{ type: 'uppercase' }, { type: 'trim' }] },
    });
    expect((await call(nickname, source._id, { preprocessors: [first] })).status).toBe(200);
  });

  test('refuses changed ones, each with its place, and changes nothing', async () => {
    const source = await makeSource();
    const changed = { ...source, _id: '0'.repeat(24), revision: 7, name: 'b' };
    expect(await call(nickname, source._id, changed)).toMatchObject(refusal('/_id', '/revision'));
    const summary = { preprocessors: [{ ...trim, summary: 'Invents.' }] };
    expect(await call(nickname, source._id, summary)).toMatchObject(refusal('/preprocessors/0/summary'));
    const nested = {
      preprocessors: [{ ...upper, on_failure: [{ type: 'set', field: 'c', value: 1, inputs: ['x'] }] }],
    };
    expect(await call(nickname, source._id, nested)).toMatchObject(
      refusal('/preprocessors/0/on_failure/0/inputs'),
    );
    for (const value of [null, 1, '', {}, [], 'x'])
      expect(await call(nickname, source._id, { created: value })).toMatchObject(refusal('/created'));
    expect((await call('getById', source._id)).body).toEqual(source);
  });

  test('refuses what has become old', async () => {
    const source = await makeSource();
    await call('patch', source._id, { name: 'b' });
    expect(await call(nickname, source._id, { revision: 1 })).toMatchObject(refusal('/revision'));
  });

  test('reports other mistakes first, and a condition before a changed member', async () => {
    const source = await makeSource();
    expect(await call(nickname, source._id, { ...source, name: 7, other: 1 })).toMatchObject({
      status: 400,
      body: {
        errors: expect.arrayContaining([expect.objectContaining({ pointer: '/name', code: 'type' })]),
      },
    });
    const old = { 'if-match': '"9"' };
    expect((await call(nickname, source._id, { revision: 9 }, old)).status).toBe(412);
    expect((await call(nickname, source._id, source, { 'if-none-match': '*' })).status).toBe(412);
    expect((await call(nickname, source._id, source, { 'if-match': '"1"' })).status).toBe(200);
    expect((await call(nickname, '0'.repeat(24), { revision: 9 })).status).toBe(404);
  });
});

describe('PATCH {}', () => {
  test('changes nothing, nor does one with nothing but what the service sets', async () => {
    const source = await makeSource();
    const { _id, created, updated, revision } = source;
    for (const patch of [{}, { _id }, { created, updated, revision }])
      expect(await call('patch', _id, patch)).toMatchObject({
        status: 200,
        headers: { etag: '"1"' },
        body: source,
      });
    expect(await call('patch', _id, { tags: [] })).toMatchObject({ headers: { etag: '"2"' } });
  });

  test('is refused like any other', async () => {
    const { _id } = await makeSource();
    expect((await call('patch', _id, {}, { 'if-match': '"9"' })).status).toBe(412);
    expect((await call('patch', '0'.repeat(24), {})).status).toBe(404);
    expect((await call('patch', _id, {}, { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await call('patch', _id, { revision: 2 })).status).toBe(400);
  });
});

test('a sample may be sent back; the first one has nothing to send back', async () => {
  const { _id } = await makeSource();
  const records = [{ a: 1 }];
  expect(await call('putSample', _id, { records, revision: 1 })).toMatchObject(refusal('/revision'));
  await call('putSample', _id, { records });
  const sample = (await call('getSample', _id)).body as object;
  expect((await call('putSample', _id, { ...sample, records: [{ a: 2 }] })).status).toBe(200);
  expect(await call('putSample', _id, { records, updated: '2026-01-01T00:00:00.000Z' })).toMatchObject(
    refusal('/updated'),
  );
});

test('a POST must not have them', async () => {
  const { _id, created } = await makeSource();
  expect(await call('create', '', { _id, created })).toMatchObject({
    status: 400,
    body: {
      errors: [
        { in: 'body', pointer: '/_id', code: 'read_only', message: 'is read-only: leave it out' },
        { in: 'body', pointer: '/created', code: 'read_only', message: 'is read-only: leave it out' },
      ],
    },
  });
});
