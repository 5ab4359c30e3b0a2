/** The functions of /source as they ship: emitted bundles, real-shaped events, a real engine. */

import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Answer, type CallFunction, loadFunction } from '../../support/emitted-function.ts';
import { type Engine, startEngine } from '../../support/engine.ts';
import { describedBy, describedItem } from '../../support/links.ts';
import { repository } from '../../support/repository.ts';
import { largePreprocessors } from '../support/large-preprocessors.ts';

const json = { 'content-type': 'application/json' };
const unknownId = '0123456789abcdef01234567';
const link = describedBy('source');
const problem = { 'content-type': 'application/problem+json', link };

const tagged = { vary: 'Accept', etag: '"1"', 'cache-control': 'private, no-cache' };
let engine: Engine;
let tableName: string;
let call: Record<'list' | 'create' | 'getById' | 'update' | 'remove', CallFunction>;

beforeAll(async () => {
  engine = await startEngine();
  tableName = await engine.makeTable();
  Object.assign(process.env, engine.environment, { TABLE_NAME: tableName });
  const load = (nickname: string) => loadFunction(repository, `source-${nickname}`);
  call = {
    list: await load('list'),
    create: await load('create'),
    getById: await load('getById'),
    update: await load('update'),
    remove: await load('remove'),
  };
});

beforeEach(() => engine.clear(tableName));

const create = (body: unknown) =>
  call.create({ method: 'POST', url: '/v1/source', headers: json, body: JSON.stringify(body) });
const list = (query = '') => call.list({ url: `/v1/source${query}` });
const on = (id: string) => ({ url: `/v1/source/${id}`, pathParameters: { id } });
const get = (id: string) => call.getById(on(id));
const update = (id: string, body: unknown) =>
  call.update({ ...on(id), method: 'PUT', headers: json, body: JSON.stringify(body) });
const remove = (id: string) => call.remove({ ...on(id), method: 'DELETE' });
const issuesOf = ({ body }: Answer) => (body as { errors: object[] }).errors;

async function createdId(body: unknown): Promise<string> {
  return ((await create(body)).body as { _id: string })._id;
}

test('a source is created, read, listed, replaced and deleted', async () => {
  const input = {
    name: 'access log',
    description: 'd',
    tags: ['web'],
    format: 'text',
    preprocessors: [{ type: 'json', field: 'message' }],
  };
  const created = await create(input);
  const source = created.body as { _id: string; created: string };
  const stored = {
    ...input,
    _id: source._id,
    created: source.created,
    updated: source.created,
    revision: 1,
  };
  const described = {
    ...input.preprocessors[0],
    summary: 'Parses the JSON in message.',
    inputs: ['message'],
    outputs: ['message'],
  };
  expect(created).toEqual({
    status: 201,
    headers: { ...json, ...tagged, link, location: `/v1/source/${source._id}` },
    body: { ...stored, preprocessors: [described] },
  });
  expect(await get(source._id)).toEqual({
    status: 200,
    headers: { ...json, ...tagged, link: describedItem('source') },
    body: created.body,
  });
  expect((await list('?query=WEB')).body).toEqual({
    from: 0,
    size: 1,
    total: 1,
    total_relation: 'eq',
    hits: [stored],
  });

  const updated = await update(source._id, { tags: ['mail'] });
  expect(updated).toMatchObject({
    status: 200,
    body: {
      _id: source._id,
      created: source.created,
      revision: 2,
      tags: ['mail'],
      format: 'json',
      preprocessors: [],
    },
  });
  expect(updated.body).not.toHaveProperty('name');
  expect((await list('?query=web')).body).toMatchObject({ total: 0, hits: [] });

  expect(await remove(source._id)).toEqual({
    status: 204,
    headers: { link: describedItem('source') },
    body: undefined,
  });
  expect(await get(source._id)).toMatchObject({ status: 404, headers: problem });
  expect(await engine.scan(tableName)).toEqual([]);
});

test('an empty object is a valid source: every member has a default', async () => {
  expect(await create({})).toMatchObject({
    status: 201,
    body: { tags: [], format: 'json', preprocessors: [], revision: 1 },
  });
});

describe('list', () => {
  test('returns pages, newest first', async () => {
    const ids = [];
    for (let index = 0; index < 12; index++) ids.unshift(await createdId({ name: `s${index}` }));
    const pageIds = async (query: string) =>
      ((await list(query)).body as { hits: { _id: string }[] }).hits.map(({ _id }) => _id);
    expect(await pageIds('')).toEqual(ids.slice(0, 10));
    expect(await pageIds('?from=10')).toEqual(ids.slice(10));
    expect(await pageIds('?from=3&size=2')).toEqual(ids.slice(3, 5));
    expect((await list('?size=0')).body).toEqual({
      from: 0,
      size: 0,
      total: 12,
      total_relation: 'eq',
      hits: [],
    });
  });

  test('pages through query results in both orders', async () => {
    const tag = `pages-${Date.now()}`;
    const ids: string[] = [];
    for (let index = 0; index < 5; index++)
      ids.push(await createdId({ tags: [tag], format: index === 2 ? 'csv' : 'json' }));
    const page = async (query: string) => {
      const { body } = await list(`?query=${encodeURIComponent(query)}&sort=created&size=2`);
      return body as { hits: { _id: string }[]; after?: string; total: number };
    };
    const query = `tags:${tag} AND NOT format:csv`;
    const first = await page(query);
    expect([first.hits.map(({ _id }) => _id), first.total]).toEqual([ids.slice(0, 2), 4]);
    const target = `?query=${encodeURIComponent(query)}&sort=created&size=2&after=${first.after}`;
    const second = (await list(target)).body as typeof first;
    expect([second.hits.map(({ _id }) => _id), second.total]).toEqual([ids.slice(3), 4]);
    expect((await page(`tags:${tag} created:<now-1d`)).total).toBe(0);

    const refused: readonly [target: string, name: string, code: string][] = [
      [target.replace('sort=created', 'sort=-created'), 'after', 'format'],
      [target.replace('csv', 'json'), 'after', 'format'],
      [`${target}A`, 'after', 'format'],
      [`${target}&from=1`, 'from', 'maximum'],
      ['?from=9991&size=10', 'from', 'maximum'],
      ['?sort=name', 'sort', 'not_allowed'],
    ];
    for (const [wrong, name, code] of refused) {
      const answer = await list(wrong);
      expect([answer.status, issuesOf(answer)]).toMatchObject([400, [{ in: 'query', name, code }]]);
    }
    expect(await list('?query=created:[2014')).toMatchObject({
      status: 400,
      body: { type: 'urn:problem-type:headwater:invalid_query' },
    });
  });

  test('an invalid size and an invalid from return one 400 with two issues', async () => {
    const answer = await list('?size=abc&from=-1');
    expect(answer.status).toBe(400);
    expect(issuesOf(answer)).toEqual([
      {
        in: 'query',
        name: 'size',
        code: 'not_an_integer',
        message: 'must be an integer from -2147483648 to 2147483647, in decimal digits',
      },
      { in: 'query', name: 'from', code: 'minimum', message: 'must be at least 0' },
    ]);
  });

  const sizes: readonly [query: string, code: string][] = [
    ['size=0x10', 'not_decimal'],
    ['size=1e3', 'exponent'],
    ['size=%20', 'blank'],
    ['size=+', 'blank'],
    ['size=Infinity', 'not_finite'],
    ['size=9007199254740993', 'out_of_range'],
    ['size=3.2', 'fraction'],
    ['size=', 'empty'],
    ['size', 'empty'],
    ['size=1&size=2', 'repeated'],
    ['size=1001', 'maximum'],
    ['size=-1', 'minimum'],
    ['size=%zz', 'percent_encoding'],
  ];
  test.each(sizes)('%s returns 400 with the code %s', async (query, code) => {
    const answer = await list(`?${query}`);
    expect([answer.status, issuesOf(answer)]).toEqual([
      400,
      [expect.objectContaining({ in: 'query', name: 'size', code })],
    ]);
  });

  test('a query of more than 512 characters returns 400', async () => {
    expect(issuesOf(await list(`?query=${'x'.repeat(513)}`))).toMatchObject([
      { name: 'query', code: 'max_length' },
    ]);
  });

  test('from plus size beyond 10,000 returns 400 and names from', async () => {
    expect(issuesOf(await list('?from=9500&size=501'))).toMatchObject([{ name: 'from', code: 'maximum' }]);
  });
});

describe('a body that is not a source', () => {
  const rows: readonly [name: string, body: string, status: number, errors: readonly object[] | undefined][] =
    [
      [
        'a number as a tag, which is not cast',
        '{"tags":[1]}',
        400,
        [{ in: 'body', pointer: '/tags/0', code: 'type', message: 'must be a string' }],
      ],
      ['malformed JSON', '{"tags":[', 400, undefined],
      ['an array', '[]', 400, [{ pointer: '', code: 'type' }]],
      [
        'an unknown member',
        '{"tag":[]}',
        400,
        [
          {
            pointer: '/tag',
            code: 'unknown_member',
            message:
              'unknown member; expected name, description, tags, format, csv, multiline, preprocessors, on_failure (did you mean tags?)',
          },
        ],
      ],
      ['a read-only member', '{"_id":"x"}', 400, [{ pointer: '/_id', code: 'read_only' }]],
      ['2 MB', JSON.stringify({ name: 'x'.repeat(2_000_000) }), 413, undefined],
      [
        'a source too large for the table',
        JSON.stringify({ preprocessors: largePreprocessors(500_000) }),
        413,
        undefined,
      ],
      ['repeated tags', '{"tags":["a","a"]}', 400, [{ pointer: '/tags', code: 'duplicate' }]],
      [
        '33 tags',
        JSON.stringify({ tags: Array.from({ length: 33 }, String) }),
        400,
        [{ pointer: '/tags', code: 'max_items' }],
      ],
      ['an empty tag', '{"tags":[""]}', 400, [{ pointer: '/tags/0', code: 'min_length' }]],
      [
        'a preprocessor without a type',
        '{"preprocessors":[{}]}',
        400,
        [{ pointer: '/preprocessors/0/type', code: 'required' }],
      ],
      [
        'an unknown format',
        '{"format":"xml"}',
        400,
        [
          {
            pointer: '/format',
            code: 'not_allowed',
            message: 'must be one of "json", "ndjson", "csv", "text"',
          },
        ],
      ],
    ];
  test.each(rows)('%s is refused, and nothing is stored', async (_name, body, status, errors) => {
    const answer = await call.create({ method: 'POST', url: '/v1/source', headers: json, body });
    expect([answer.status, answer.headers]).toEqual([status, problem]);
    if (errors) expect(answer.body).toMatchObject({ errors });
    expect(await engine.scan(tableName)).toEqual([]);
  });

  test('is refused by update, too, and the source is unchanged', async () => {
    const id = await createdId({ name: 'a' });
    const before = await engine.scan(tableName);
    expect(await update(id, { tags: [1] })).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/tags/0', code: 'type' }] },
    });
    expect(
      (await call.update({ ...on(id), method: 'PUT', headers: { 'content-type': 'text/plain' }, body: 'x' }))
        .status,
    ).toBe(415);
    expect(await engine.scan(tableName)).toEqual(before);
  });

  test('of an unsupported media type returns 415; an unsupported Accept returns 406', async () => {
    expect(
      (
        await call.create({
          method: 'POST',
          url: '/v1/source',
          headers: { 'content-type': 'text/csv' },
          body: 'a',
        })
      ).status,
    ).toBe(415);
    expect(
      (
        await call.create({
          method: 'POST',
          url: '/v1/source',
          headers: { ...json, accept: 'text/csv' },
          body: '{}',
        })
      ).status,
    ).toBe(406);
    expect(await engine.scan(tableName)).toEqual([]);
  });
});

describe('an id', () => {
  const operations = [
    ['getById', get],
    ['update', (id: string) => update(id, {})],
    ['remove', remove],
  ] as const;
  test.each(operations)('that is malformed returns 400 on %s', async (_name, operate) => {
    const message = 'must be 24 hexadecimal digits, a to f in lower case';
    expect(await operate('nope')).toMatchObject({
      status: 400,
      body: { errors: [{ in: 'path', name: 'id', code: 'pattern', message }] },
    });
  });
  test.each(operations)('that is unknown returns 404 on %s', async (_name, operate) => {
    expect(await operate(unknownId)).toMatchObject({
      status: 404,
      headers: problem,
      body: { type: 'urn:problem-type:headwater:not_found', detail: `There is no source ${unknownId}.` },
    });
  });
});

test('a change that makes a source too large returns 413 and writes nothing', async () => {
  const id = await createdId({ tags: ['a'] });
  const before = await engine.scan(tableName);
  const change = { tags: ['b'], preprocessors: largePreprocessors(410_000) };
  const body = JSON.stringify(change);
  const patch = await loadFunction(repository, 'source-patch');
  const headers = { 'content-type': 'application/merge-patch+json' };
  for (const answer of [
    await create(change),
    await update(id, change),
    await patch({ ...on(id), method: 'PATCH', headers, body }),
  ]) {
    expect(answer).toMatchObject({
      status: 413,
      headers: problem,
      body: { type: 'urn:problem-type:headwater:content_too_large', max_bytes: 409_200 },
    });
  }
  expect(await engine.scan(tableName)).toEqual(before);
});

test('an unreachable database returns 503 with Retry-After and reveals no details', async () => {
  process.env.AWS_ENDPOINT_URL_DYNAMODB = 'http://127.0.0.1:9';
  const cold = await loadFunction(repository, 'source-list');
  const log = vi.spyOn(console, 'error').mockReturnValue();
  const answer = await cold({ url: '/v1/source' });
  log.mockRestore();
  Object.assign(process.env, engine.environment);
  expect(answer).toMatchObject({ status: 503, headers: { ...problem, 'retry-after': '1' } });
  expect(JSON.stringify(answer)).not.toContain('127.0.0.1');
});

test('a missing table returns 500 and reveals no details', async () => {
  process.env.TABLE_NAME = 'no-such-table';
  const cold = await loadFunction(repository, 'source-list');
  const log = vi.spyOn(console, 'error').mockReturnValue();
  const answer = await cold({ url: '/v1/source' });
  log.mockRestore();
  expect(answer.status).toBe(500);
  expect(JSON.stringify(answer)).not.toContain('table');
});
