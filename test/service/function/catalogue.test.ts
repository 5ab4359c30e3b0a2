/** The functions of /preprocessor as they ship: the catalogue of types. */

import { beforeAll, describe, expect, test } from 'vitest';
import { catalogue } from '../../../lib/ingest/engine/catalogue.ts';
import { preprocessorTypes } from '../../../lib/ingest/engine/registry.ts';
import { type CallFunction, loadFunction } from '../../support/emitted-function.ts';
import { describedBy, describedItem } from '../../support/links.ts';
import { repository } from '../../support/repository.ts';

const types = preprocessorTypes.map(({ type }) => type);

let list: CallFunction;
let getByType: CallFunction;

beforeAll(async () => {
  list = await loadFunction(repository, 'preprocessor-list');
  getByType = await loadFunction(repository, 'preprocessor-getByType');
});

interface Page {
  readonly hits: readonly { readonly type: string }[];
}

const find = (query: string, headers = {}) => list({ url: `/v1/preprocessor${query}`, headers });
const read = (type: string, headers = {}, method = 'GET') =>
  getByType({
    method,
    url: `/v1/preprocessor/${encodeURIComponent(type)}`,
    pathParameters: { type },
    headers,
  });
const found = async (query: string) =>
  ((await find(`?query=${encodeURIComponent(query)}`)).body as Page).hits.map(({ type }) => type);

test('a list has all types, in the envelope of other lists', async () => {
  const answer = await find('');
  expect(answer).toEqual({
    status: 200,
    headers: {
      'content-type': 'application/json',
      'cache-control': 'private, no-cache',
      vary: 'Accept',
      etag: expect.stringMatching(/^"[\w-]{22}"$/),
      link: expect.stringContaining(describedBy('preprocessor')),
    },
    body: {
      from: 0,
      size: types.length,
      total: types.length,
      total_relation: 'eq',
      hits: JSON.parse(JSON.stringify(catalogue())),
    },
  });
  expect((answer.body as Page).hits.map(({ type }) => type)).toEqual(types);
});

test('grok lists the names that patterns may use, and on request what they stand for', async () => {
  const readGrok = async (query: string) =>
    (await getByType({ url: `/v1/preprocessor/grok${query}`, pathParameters: { type: 'grok' } })).body;
  const body = Object(await readGrok(''));
  expect(body).toMatchObject({ type: 'grok', pattern_names: expect.arrayContaining(['INT', 'ZEEK_DNS']) });
  expect(body.pattern_names).toHaveLength(363);
  expect(body.patterns).toBeUndefined();
  expect(Object(await readGrok('?patterns=redis')).patterns).toEqual([
    {
      name: 'REDISLOG',
      pattern: '\\[%{POSINT:pid}\\] %{REDISTIMESTAMP:timestamp} \\* ',
      ecs_pattern: '\\[%{POSINT:process.pid:int}\\] %{REDISTIMESTAMP:timestamp} \\*',
    },
    expect.objectContaining({ name: 'REDISMONLOG' }),
    { name: 'REDISTIMESTAMP', pattern: '%{MONTHDAY} %{MONTH} %{TIME}' },
  ]);
  expect(Object(await readGrok('?patterns=zeek_bool')).patterns).toEqual([
    { name: 'ZEEK_BOOL', ecs_pattern: '[TF]' },
  ]);
  expect(Object(await readGrok('?patterns=nothing')).patterns).toEqual([]);
});

test('a list has pages, with links, and a second version', async () => {
  const { body, headers } = await find('?from=2&size=2');
  expect(body).toMatchObject({
    from: 2,
    size: 2,
    total: types.length,
    hits: types.slice(2, 4).map((type) => ({ type })),
  });
  for (const rel of ['next', 'prev', 'first']) expect(headers['link']).toContain(`rel="${rel}"`);
  expect((await find('?size=0')).body).toEqual({
    from: 0,
    size: 0,
    total: types.length,
    total_relation: 'eq',
    hits: [],
  });
  const { length } = types;
  expect((await find(`?from=${length}`)).body).toMatchObject({
    from: length,
    size: 0,
    total: length,
    hits: [],
  });
  const second = await find('?size=1', { accept: 'application/vnd.headwater-v2+json' });
  expect(second.body).toMatchObject({
    items: [{ type: 'csv' }],
    page: { from: 0, size: 1, total: types.length, totalRelation: 'eq' },
  });
  expect(second.headers['etag']).not.toBe((await find('?size=1')).headers['etag']);
});

test('a query finds types by name, category, option, failure and words', async () => {
  expect(await found('grok')).toEqual(['grok', 'redact']);
  expect(await found('category:control')).toEqual([
    ...['foreach', 'pipeline', 'sample', 'drop', 'unnest', 'terminate', 'reroute', 'fail'],
  ]);
  expect(await found('options:separator NOT category:parse')).toEqual(['split', 'join']);
  expect(await found('failures:no_match')).toEqual([
    'cef',
    'leef',
    'syslog',
    'klog',
    'postgres',
    'access_log',
    'aws_log',
    'dissect',
    'grok',
  ]);
  expect(await found('type:up* OR type:ur*')).toEqual(['uppercase', 'urldecode', 'uri_parts']);
  expect(await found('summary:"regular expression"')).toContain('gsub');
  expect(await found(' ')).toEqual(types);
  expect(await find('?query=nope:1')).toMatchObject({
    status: 400,
    body: {
      type: 'urn:problem-type:headwater:invalid_query',
      offset: 0,
      detail: expect.stringContaining('category'),
    },
  });
});

describe('a type', () => {
  test.each(types)('%s is what the list has', async (type) => {
    const hits = ((await find('')).body as Page).hits;
    expect(await read(type)).toMatchObject({
      status: 200,
      headers: { link: describedItem('preprocessor') },
      body: hits.find((hit) => hit.type === type),
    });
  });

  test('has options of each kind with defaults and limits', async () => {
    const { body } = await read('csv');
    expect(body).toMatchObject({
      type: 'csv',
      category: 'parse',
      failures: expect.arrayContaining(['invalid_csv']),
    });
    const { options } = body as { options: readonly { name: string }[] };
    const named = (name: string) => options.find((option) => option.name === name);
    expect(named('target_fields')).toMatchObject({
      type: 'paths',
      required: true,
      minimum: 1,
      maximum: 1000,
    });
    expect(named('separator')).toMatchObject({ type: 'string', required: false, default: ',' });
    expect(named('on_failure')).toMatchObject({ type: 'steps', minimum: 1, maximum: 8 });
    expect(named('if')).toMatchObject({ type: 'string', maximum: 512 });
  });

  test.each([
    ['gork', 'grok'],
    ['user-agent', 'user_agent'],
    ['constructor', undefined],
    ['__proto__', undefined],
    ['GROK', 'grok'],
    ['x'.repeat(64), undefined],
  ])('%s is not known; the nearest is %s', async (name, suggestion) => {
    const { status, body } = await read(name);
    expect({ status, body }).toMatchObject({
      status: 404,
      body: { type: 'urn:problem-type:headwater:not_found', types },
    });
    expect(Object(body).suggestion).toBe(suggestion);
    if (suggestion) expect(Object(body).detail).toContain(`Did you mean ${suggestion}?`);
  });

  test('with a name that is too long is refused', async () => {
    expect(await read('x'.repeat(65))).toMatchObject({
      status: 400,
      body: { errors: [{ in: 'path', name: 'type' }] },
    });
  });
});

test('what has not changed is not sent again, and HEAD sends nothing', async () => {
  for (const [call, etag] of [
    [(headers: object) => find('?size=2', headers), (await find('?size=2')).headers['etag']],
    [(headers: object) => read('kv', headers), (await read('kv')).headers['etag']],
  ] as const) {
    expect(await call({ 'if-none-match': etag })).toMatchObject({
      status: 304,
      headers: { etag },
      body: undefined,
    });
    expect(await call({ 'if-none-match': '"other"' })).toMatchObject({ status: 200 });
    expect(await call({ 'if-match': '"other"' })).toMatchObject({ status: 412 });
  }
  expect((await find('?size=1')).headers['etag']).not.toBe((await find('?size=2')).headers['etag']);
  expect(await read('kv', {}, 'HEAD')).toMatchObject({ status: 200, body: undefined });
  expect(await read('kv', { accept: 'text/html' })).toMatchObject({ status: 406 });
});
