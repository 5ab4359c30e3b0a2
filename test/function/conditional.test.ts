/** Conditional requests (RFC 9110 section 13) of a source at revision 2, and of the descriptors. */

import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { build } from '../../lib/build/pipeline.ts';
import { startEngine } from '../support/dynalite.ts';
import { type Answer, type CallFunction, loadFunction } from '../support/emitted-function.ts';
import { describedItem } from '../support/links.ts';
import { listing, makeProject, thing } from '../support/project.ts';
import { repository } from '../support/repository.ts';

const nicknames = ['create', 'getById', 'update', 'patch', 'remove'] as const;
let call: Record<(typeof nicknames)[number] | 'apiDocs', CallFunction>;
let id: string;

const json = { 'content-type': 'application/json' };
const mergePatch = { 'content-type': 'application/merge-patch+json' };

beforeAll(async () => {
  const engine = await startEngine();
  Object.assign(process.env, engine.environment, { TABLE_NAME: await engine.makeTable() });
  const loaded = await Promise.all(
    nicknames.map(
      async (nickname) => [nickname, await loadFunction(repository, `source-${nickname}`)] as const,
    ),
  );
  call = {
    ...Object.fromEntries(loaded),
    apiDocs: await loadFunction(repository, 'api-docs'),
  } as typeof call;
});

async function create(): Promise<string> {
  const { body } = await call.create({
    method: 'POST',
    url: '/v1/source',
    headers: json,
    body: '{"name":"one"}',
  });
  return (body as { _id: string })._id;
}

const on = (source: string) => ({ url: `/v1/source/${source}`, pathParameters: { id: source } });
const requests = {
  GET: (headers: object) => call.getById({ ...on(id), headers: { ...headers } }),
  HEAD: (headers: object) => call.getById({ ...on(id), method: 'HEAD', headers: { ...headers } }),
  PUT: (headers: object) =>
    call.update({ ...on(id), method: 'PUT', headers: { ...json, ...headers }, body: '{"name":"put"}' }),
  PATCH: (headers: object) =>
    call.patch({
      ...on(id),
      method: 'PATCH',
      headers: { ...mergePatch, ...headers },
      body: '{"name":"patched"}',
    }),
  DELETE: (headers: object) => call.remove({ ...on(id), method: 'DELETE', headers: { ...headers } }),
} as const;
type Method = keyof typeof requests;

async function stateOf(source: string): Promise<unknown> {
  const { status, body } = await call.getById(on(source));
  const { name, revision } = body as { name?: string; revision?: number };
  return status === 200 ? `${name} r${revision}` : status;
}

/** What is there afterwards when the request was performed. */
const performed = { GET: 'two r2', HEAD: 'two r2', PUT: 'put r3', PATCH: 'patched r3', DELETE: 404 } as const;
const writes = ['PUT', 'PATCH', 'DELETE'] as const;
const success = { GET: 200, HEAD: 200, PUT: 200, PATCH: 200, DELETE: 204 } as const;

const reads: readonly [headers: object, status: number][] = [
  [{}, 200],
  [{ 'if-none-match': '"2"' }, 304],
  [{ 'if-none-match': 'W/"2"' }, 304],
  [{ 'if-none-match': '"1", "2"' }, 304],
  [{ 'if-none-match': '*' }, 304],
  [{ 'if-none-match': '"1"' }, 200],
  [{ 'if-none-match': '"1", W/"3"' }, 200],
  [{ 'if-match': '"2"' }, 200],
  [{ 'if-match': '*' }, 200],
  [{ 'if-match': '"1"' }, 412],
  [{ 'if-match': 'W/"2"' }, 412],
  [{ 'if-match': '"2"', 'if-none-match': '"2"' }, 304],
  [{ 'if-match': '"1"', 'if-none-match': '"2"' }, 412],
  [{ 'if-none-match': '2' }, 400],
  [{ 'if-match': '"2' }, 400],
];
const changes: readonly [headers: object, status: number | undefined][] = [
  [{}, undefined],
  [{ 'if-match': '"2"' }, undefined],
  [{ 'if-match': '*' }, undefined],
  [{ 'if-match': '"1", "2"' }, undefined],
  [{ 'if-match': '"1"' }, 412],
  [{ 'if-match': '"3"' }, 412],
  [{ 'if-match': 'W/"2"' }, 412],
  [{ 'if-match': '"1", "3"' }, 412],
  [{ 'if-none-match': '"1"' }, undefined],
  [{ 'if-none-match': '"2"' }, 412],
  [{ 'if-none-match': 'W/"2"' }, 412],
  [{ 'if-none-match': '*' }, 412],
  [{ 'if-match': '"2"', 'if-none-match': '"1"' }, undefined],
  [{ 'if-match': '"2"', 'if-none-match': '"2"' }, 412],
  [{ 'if-match': '2' }, 400],
  [{ 'if-none-match': 'x' }, 400],
];
const rows: readonly [method: Method, headers: object, status: number, state: unknown][] = [
  ...(['GET', 'HEAD'] as const).flatMap((method) =>
    reads.map(([headers, status]): [Method, object, number, unknown] => [method, headers, status, 'two r2']),
  ),
  ...writes.flatMap((method) =>
    changes.map(([headers, status]): [Method, object, number, unknown] =>
      status === undefined
        ? [method, headers, success[method], performed[method]]
        : [method, headers, status, 'two r2'],
    ),
  ),
];

describe('a source', () => {
  beforeEach(async () => {
    id = await create();
    await call.update({ ...on(id), method: 'PUT', headers: json, body: '{"name":"two"}' });
  });

  test.each(rows)('%s %j is answered %i', async (method, headers, status, state) => {
    const answer = await requests[method](headers);
    expect(answer.status).toBe(status);
    expect(await stateOf(id)).toEqual(state);
    if (status === 304) expectNotModified(answer, '"2"');
    if (status !== 412) return;
    expect(answer).toMatchObject({ headers: { etag: '"2"' } });
    expect(answer.body).toEqual(method === 'HEAD' ? undefined : expect.objectContaining({ status }));
  });

  test('that is not there is 404, whatever is asked of it', async () => {
    await call.remove({ ...on(id), method: 'DELETE' });
    for (const method of ['GET', ...writes] as const) {
      expect((await requests[method]({ 'if-match': '*' })).status).toBe(404);
      expect((await requests[method]({ 'if-none-match': '"2"' })).status).toBe(404);
    }
  });

  test('that cannot be read for another reason is told that reason first', async () => {
    const bad = { ...on(id), method: 'PUT', headers: { ...json, 'if-match': '"1"' }, body: '{"nam":1}' };
    expect((await call.update(bad)).status).toBe(400);
    const text = { ...bad, headers: { 'content-type': 'text/plain', 'if-match': '"1"' } };
    expect((await call.update(text)).status).toBe(415);
  });
});

function expectNotModified({ headers, body }: Answer, etag: string): void {
  expect(headers).toEqual({ etag, vary: 'Accept', link: describedItem('source') });
  expect(body).toBeUndefined();
}

test('the descriptors have the tag of their content', async () => {
  const url = '/v1/api-docs.json';
  const { status, headers } = await call.apiDocs({ url });
  const { etag = '' } = headers;
  expect(status).toBe(200);
  const again = await call.apiDocs({ url, headers: { 'if-none-match': `W/"x", ${etag}` } });
  expect(again).toEqual({
    status: 304,
    headers: { etag, vary: 'Accept', 'cache-control': 'public, max-age=300' },
    body: undefined,
  });
  // Under another address the content is another.
  const elsewhere = await call.apiDocs({
    url,
    headers: { host: 'other.example.com', 'if-none-match': etag },
  });
  expect(elsewhere.status).toBe(200);
});

describe('a merge patch', () => {
  beforeEach(async () => {
    id = await create();
  });
  const patch = (body: unknown, headers: object = mergePatch) =>
    call.patch({ ...on(id), method: 'PATCH', headers: { ...headers }, body: JSON.stringify(body) });

  const patches: readonly [patch: object, source: object][] = [
    [{}, { name: 'one', tags: [], format: 'json' }],
    [{ name: 'new' }, { name: 'new' }],
    [{ name: null }, { tags: [] }],
    [
      { tags: ['a', 'b'], format: 'csv' },
      { name: 'one', tags: ['a', 'b'], format: 'csv' },
    ],
    [
      { tags: null, format: null },
      { tags: [], format: 'json' },
    ],
    [{ preprocessors: [{ type: 'json', at: null }] }, { preprocessors: [{ type: 'json', at: null }] }],
  ];
  test.each(patches)('%j', async (body, source) => {
    const answer = await patch(body);
    expect(answer).toMatchObject({ status: 200, headers: { etag: '"2"' }, body: { ...source, revision: 2 } });
    expect(Object.hasOwn(answer.body as object, 'name')).toBe('name' in source || !('name' in body));
    expect((await call.getById(on(id))).body).toEqual(answer.body);
  });

  const refused: readonly [body: unknown, issue: object][] = [
    [{ name: '' }, { pointer: '/name', code: 'min_length' }],
    [{ nam: null }, { pointer: '/nam', code: 'unknown_member' }],
    [{ _id: null }, { pointer: '/_id', code: 'unknown_member' }],
    [{ preprocessors: [null] }, { pointer: '/preprocessors/0', code: 'type' }],
    [null, { pointer: '', code: 'type' }],
    [[], { pointer: '', code: 'type' }],
  ];
  test.each(refused)('%j is refused', async (body, issue) => {
    const answer = await patch(body);
    expect(answer).toMatchObject({ status: 400, body: { errors: [issue] } });
  });

  test('is nothing but a merge patch', async () => {
    const answer = await patch({}, json);
    expect(answer.status).toBe(415);
    expect(answer.headers['accept-patch']).toBe('application/merge-patch+json');
  });
});

test('x-require-precondition answers 428 to a change that says nothing of what it changes', async () => {
  const project = await makeProject({
    'descriptors/api-docs.json': listing,
    'descriptors/thing.json': thing({
      httpMethod: 'PUT',
      responseClass: 'void',
      'x-require-precondition': true,
    }),
    'handlers/thing/read.ts': `import type { Handle } from '#generated/types/thing/read.ts';
export const handle: Handle = (_input, _body, { preconditions }) => preconditions.check('"1"');`,
  });
  expect((await build(project)).problems).toEqual([]);
  const put = await loadFunction(project, 'thing-read');
  const answer = (headers: Record<string, string>) => put({ method: 'PUT', url: '/v1/thing', headers });
  expect(await answer({})).toMatchObject({
    status: 428,
    body: { type: 'urn:problem-type:headwater:precondition_required', status: 428 },
  });
  expect((await answer({ 'if-match': '"1"' })).status).toBe(204);
  expect((await answer({ 'if-match': '"2"' })).status).toBe(412);
});
