/**
 * A service in three dialects: its emitted functions, the gateway in front of them, and its served documents.
 *
 * @module-tag descriptors
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accessTable } from '../../../../lib/headwater/data/store/table-access.ts';
import { createKey } from '../../../../lib/headwater/run/access/api-keys.ts';
import { startGateway } from '../../../../lib/headwater/tools/local/gateway/gateway-server.ts';
import { cleanUp } from '../../../support/clean-up.ts';
import { type Answer, type CallFunction, loadFunction } from '../../../support/emitted-function.ts';
import { startEngine } from '../../../support/engine.ts';
import type { ClientRequest } from '../../../support/event.ts';
import { loadGateway } from '../../../support/loaded-gateway.ts';
import { makeMixedService } from '../../../support/mixed-service.ts';

let project: string;
let key: Readonly<Record<string, string>>;
const before = process.env['ACCESS'];

beforeAll(async () => {
  project = await makeMixedService();
  const engine = await startEngine();
  const tableName = await engine.makeTable();
  setAccess(undefined);
  Object.assign(process.env, engine.environment, { TABLE_NAME: tableName });
  const made = await createKey(accessTable(engine.client, tableName), { owner: 'desk', scopes: [] });
  key = { 'x-desk-key': made.key };
});

afterAll(() => {
  setAccess(before);
});

function setAccess(value: string | undefined): void {
  if (value === undefined) delete process.env['ACCESS'];
  else process.env['ACCESS'] = value;
}

const loaded = new Map<string, Promise<CallFunction>>();

async function call(id: string, request: ClientRequest): Promise<Answer> {
  const load = loaded.get(id) ?? loadFunction(project, id, { isDescribed: false });
  loaded.set(id, load);
  return (await load)(request);
}

const list = (query: string, headers: object = {}) =>
  call('loan-list', { url: `/v1/loan${query}`, headers: { ...key, ...headers } });

const json = { 'content-type': 'application/json' };

/** A PUT of a loan, which everybody may call. */
const replace = (body: unknown, headers: Readonly<Record<string, string>> = json) =>
  call('loan-replace', {
    method: 'PUT',
    url: '/v1/loan/l1',
    pathParameters: { id: 'l1' },
    headers,
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

describe('parameters', () => {
  test.each<[query: string, headers: object, input: object]>([
    ['', {}, {}],
    ['?state=open&state=returned&days=1,2', {}, { state: ['open', 'returned'], days: [1, 2] }],
    ['?since=2026-01-31&limit=50', {}, { since: '2026-01-31', limit: 50 }],
    ['?filter=%7B%22shelf%22%3A%22a%22%7D', { 'x-desk': 'true' }, { filter: { shelf: 'a' }, 'X-Desk': true }],
    ['', { 'x-trace': 'abc' }, { 'X-Trace': 'abc' }],
  ])('%s %j', async (query, headers, input) => {
    const { status, body } = await list(query, headers);
    expect({ status, body }).toEqual({ status: 200, body: { input: { limit: 10, ...input } } });
  });

  test.each<[query: string, headers: object, place: string, name: string, code: string]>([
    ['?state=lost', {}, 'query', 'state', 'not_allowed'],
    ['?days=1,x', {}, 'query', 'days', 'not_an_integer'],
    ['?since=2026-02-30', {}, 'query', 'since', 'not_a_date'],
    ['?limit=51', {}, 'query', 'limit', 'maximum'],
    ['?limit=null', {}, 'query', 'limit', 'not_an_integer'],
    ['?filter=%7B%7D', {}, 'query', 'filter', 'required'],
    ['?filter=a', {}, 'query', 'filter', 'not_json'],
    ['', { 'x-desk': 'yes' }, 'header', 'X-Desk', 'not_a_boolean'],
    ['', { 'x-trace': 'A1' }, 'header', 'X-Trace', 'pattern'],
    ['?sate=open', {}, 'query', 'sate', 'unknown_parameter'],
  ])('%s %j is refused', async (query, headers, place, name, code) => {
    const { status, body } = await list(query, headers);
    expect(status).toBe(400);
    expect((body as { errors: unknown[] }).errors).toContainEqual(
      expect.objectContaining({ in: place, name, code }),
    );
  });

  test('of Swagger 2.0, in a path and as lists', async () => {
    const read = (id: string, query: string) =>
      call('reader-getById', { url: `/v1/reader/${id}${query}`, pathParameters: { id } });
    expect((await read('7', '?tags=a&tags=b&years=1999,2001')).body).toEqual({
      input: { id: 7, tags: ['a', 'b'], years: [1999, 2001] },
    });
    expect(await read('0', '')).toMatchObject({
      status: 400,
      body: { errors: [{ name: 'id', code: 'minimum' }] },
    });
  });
});

describe('JSON bodies', () => {
  test.each<[body: unknown]>([
    [{ book: 'a' }],
    [{ book: 'a', until: null, state: 'returned', media: 'paper', more: 1 }],
    [{ book: 'a', media: { file: 'a.pdf' } }],
  ])('%j', async (body) => {
    expect(await replace(body)).toMatchObject({ status: 200, body: { body } });
  });

  test.each<[body: unknown, pointer: string, code: string]>([
    [{}, '/book', 'required'],
    [{ book: '' }, '/book', 'min_length'],
    [{ book: 'a', until: 'soon' }, '/until', 'format'],
    [{ book: 'a', state: 'lost' }, '/state', 'not_allowed'],
    [{ book: 'a', media: { file: 'a', size: 1 } }, '/media/size', 'unknown_member'],
    [{ book: 'a', media: 1 }, '/media', 'no_match'],
  ])('%j is refused', async (body, pointer, code) => {
    const { status, body: problem } = await replace(body);
    expect(status).toBe(400);
    expect((problem as { errors: unknown[] }).errors).toContainEqual(
      expect.objectContaining({ pointer, code }),
    );
  });

  test('of another type or without one are refused', async () => {
    expect((await replace('<a/>', { 'content-type': 'application/xml' })).status).toBe(415);
    expect((await replace('')).status).toBe(400);
    expect((await replace('{"book"')).status).toBe(400);
  });

  test('members that the service sets are taken back by PUT, and refused by POST', async () => {
    expect(await replace({ _id: 'l1', book: 'a' })).toMatchObject({
      status: 200,
      body: { body: { book: 'a' } },
    });
    const made = await create({ _id: 'l1', book: 'a' });
    expect(made).toMatchObject({ status: 400, body: { errors: [{ pointer: '/_id', code: 'read_only' }] } });
  });

  test('a model of Swagger 2.0 is chosen by its discriminator', async () => {
    const put = (body: object) =>
      call('reader-replace', {
        ...{ method: 'PUT', url: '/v1/reader/7', pathParameters: { id: '7' }, headers: json },
        body: JSON.stringify(body),
      });
    expect((await put({ kind: 'Child', name: 'Bo', age: 9 })).status).toBe(204);
    expect(await put({ kind: 'Child', name: 'Bo', age: 40 })).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/age', code: 'maximum' }] },
    });
    expect((await put({ kind: 'Robot', name: 'R2' })).status).toBe(400);
  });
});

/** A POST of a loan, for which a token is needed. */
async function create(body: object) {
  setAccess('open');
  const answer = await (await loadFunction(project, 'loan-create', { isDescribed: false }))({
    ...{ method: 'POST', url: '/v1/loan', headers: json, body: JSON.stringify(body) },
  });
  setAccess(undefined);
  return answer;
}

describe('responses', () => {
  test('have the lowest status of success, and problems the members of their model', async () => {
    expect((await create({ book: 'a' })).status).toBe(202);
    const lent = await create({ book: 'lent' });
    expect(lent).toMatchObject({
      status: 409,
      body: { title: 'The state does not allow this', lentTo: 'Ada' },
    });
  });

  test('have the media type of the document', async () => {
    const asked = (accept: string) => replace({ book: 'a' }, { ...json, accept });
    expect((await asked('application/vnd.library+json')).headers).toMatchObject({
      'content-type': 'application/vnd.library+json',
    });
    expect((await asked('text/html')).status).toBe(406);
  });

  test('say that an operation is deprecated', async () => {
    const { headers } = await replace({ book: 'a' });
    expect(headers).toMatchObject({ deprecation: '@1767225600', sunset: 'Tue, 01 Jan 2030 00:00:00 GMT' });
  });
});

test('without a credential of the document, an operation with security is refused', async () => {
  const refused = await call('loan-list', { url: '/v1/loan' });
  expect(refused.status).toBe(401);
  const post = { method: 'POST', url: '/v1/loan', headers: { ...json, ...key }, body: '{"book":"a"}' };
  expect((await call('loan-create', post)).status).toBe(401);
});

describe('forms', () => {
  const note = (body: string) =>
    call('loan-addNote', {
      ...{ method: 'POST', url: '/v1/loan/l1/note', pathParameters: { id: 'l1' }, body },
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });

  test('have the types of the document', async () => {
    const { status, body } = await note('text=a%20b&stars=5&tags=x&tags=y&place=%7B%22shelf%22%3A%22s%22%7D');
    expect({ status, body }).toEqual({
      status: 201,
      body: { input: { id: 'l1' }, body: { text: 'a b', stars: 5, tags: ['x', 'y'], place: { shelf: 's' } } },
    });
  });

  test.each([
    ['stars=5', 'text', 'required'],
    ['text=a&stars=x', 'stars', 'not_an_integer'],
    ['text=012345678901234567890', 'text', 'max_length'],
    ['text=a&place=b', 'place', 'not_json'],
  ])('%s is refused', async (body, name, code) => {
    const { status, body: problem } = await note(body);
    expect(status).toBe(400);
    expect((problem as { errors: unknown[] }).errors).toContainEqual(expect.objectContaining({ name, code }));
  });

  test('of Swagger 2.0 have files', async () => {
    const form = new FormData();
    form.set('caption', 'Me');
    form.set('picture', new Blob(['x']), 'me.png');
    const request = new Request('http://localhost', { method: 'POST', body: form });
    const answer = await call('reader-addPicture', {
      ...{ method: 'POST', url: '/v1/reader/7/picture', pathParameters: { id: '7' } },
      headers: { 'content-type': request.headers.get('content-type') ?? '' },
      body: new Uint8Array(await request.arrayBuffer()),
    });
    expect(answer).toMatchObject({ status: 201, body: { body: { caption: 'Me' } } });
  });
});

test('over the gateway', async () => {
  const gateway = await startGateway(await loadGateway(project));
  cleanUp(() => gateway.close());
  const get = async (path: string, init?: RequestInit) => {
    const response = await fetch(`http://localhost:${gateway.port}${path}`, init);
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  expect(await get('/v1/book/7?fields=title')).toMatchObject({ status: 200, body: { input: { id: 7 } } });
  expect(await get('/v1/loan?days=3', { headers: key })).toMatchObject({ body: { input: { days: [3] } } });
  expect(await get('/v1/reader/7')).toMatchObject({ status: 200 });
  expect((await get('/v1/loan')).status).toBe(401);
  expect((await get('/v1/openapi.json')).body).toMatchObject({ openapi: '3.1.1' });
  const names = ((await get('/v1/api-docs.json')).body['apis'] as { path: string }[]).map(({ path }) => path);
  expect(names.map((path) => path.split('/').at(-1))).toEqual(['book', 'loan', 'reader']);
  expect((await get('/v1/api-docs.json/loan')).body).toMatchObject({ resourcePath: '/loan' });
});

const generated = (path: string) => JSON.parse(readFileSync(join(project, '.generated', path), 'utf8'));

test('the OpenAPI document says what the documents said', async () => {
  const document = generated('openapi.json');
  expect((await new Validator().validate(document)).errors).toBeUndefined();
  const { get, post } = document.paths['/v1/loan'];
  expect(get).toMatchObject({
    summary: 'Lists loans',
    security: [{ login: ['read'] }, { deskKey: [] }],
    responses: { 200: { description: 'All of them', headers: { 'X-Total': {} } } },
  });
  expect(post.responses).toMatchObject({
    202: { description: 'Queued' },
    409: {
      content: { 'application/problem+json': { schema: { allOf: [{}, { properties: { lentTo: {} } }] } } },
    },
  });
  expect(document.paths['/v1/loan/{id}'].put).toMatchObject({ deprecated: true, security: [] });
  expect(document.components.schemas).toMatchObject({
    Base: { required: ['_id'], properties: { _id: { readOnly: true } } },
    Loan: {
      allOf: [
        { $ref: '#/components/schemas/Base' },
        { required: ['book'], properties: { until: { type: ['string', 'null'] } } },
      ],
    },
    Reader: { discriminator: { propertyName: 'kind' } },
  });
});

test('the served descriptors are Swagger 1.x, without what it cannot say', () => {
  expect(generated('served/api-docs.json').authorizations).toEqual({
    deskKey: { type: 'apiKey', passAs: 'header', keyname: 'x-desk-key' },
    login: { type: 'apiKey', passAs: 'header', keyname: 'Authorization' },
  });
  const loan = generated('served/loan.json');
  const [list, create] = loan.apis[0].operations;
  expect(list).toMatchObject({ nickname: 'list', type: 'array', items: { $ref: 'Loan' } });
  expect(create.responseMessages).toMatchObject([
    { code: 202, message: 'Queued' },
    { code: 409, message: 'The book is lent', responseModel: 'Conflict' },
  ]);
  expect(
    list.parameters.map(({ paramType, name, type }: Record<string, string>) => [paramType, name, type]),
  ).toEqual([
    ['header', 'X-Trace', 'string'],
    ['query', 'state', 'string'],
    ['query', 'days', 'integer'],
    ['query', 'since', 'string'],
    ['query', 'limit', 'integer'],
    ['query', 'filter', 'object'],
    ['header', 'X-Desk', 'boolean'],
  ]);
  const { properties } = loan.models.Loan;
  expect(properties._id).toEqual({ type: 'string', required: true, 'x-read-only': true });
  // Neither null nor alternatives.
  expect(properties.until).toEqual({ type: 'string', format: 'date' });
  expect(properties.media).toMatchObject({ type: 'string' });
  expect(generated('served/reader.json').models).toMatchObject({
    Reader: { discriminator: 'kind', subTypes: ['Adult', 'Child'] },
    Child: { required: ['age'], properties: { age: { maximum: '17' } } },
  });
});
