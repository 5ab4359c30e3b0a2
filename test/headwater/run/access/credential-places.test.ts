/**
 * Keys in a query, in a cookie and as a password, and two credentials at once: what a service accepts that names their risks.
 *
 * @module-tag access
 */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { build } from '../../../../lib/headwater/compile/pipeline.ts';
import { describeDiagnostic, isError } from '../../../../lib/headwater/compile/source/diagnostic.ts';
import { accessTable } from '../../../../lib/headwater/data/store/table-access.ts';
import { createKey } from '../../../../lib/headwater/run/access/api-keys.ts';
import { type CallFunction, loadFunction } from '../../../support/emitted-function.ts';
import { startEngine } from '../../../support/engine.ts';
import type { ClientRequest } from '../../../support/event.ts';
import { makeProject } from '../../../support/project.ts';

const ways = {
  query: [{ query: ['a'] }],
  cookie: [{ cookie: [] }],
  basic: [{ basic: [] }],
  two: [{ header: ['a'], query: ['b'] }],
  any: [{ query: [] }, { header: [] }],
  tokenOrBasic: [{ token: [] }, { basic: [] }],
  optional: [{}, { header: ['a'] }, { header: ['b'], query: [] }],
  optionalCookie: [{ cookie: [] }, {}],
};

/** The handler returns all that it gets. */
const echo = `export const handle = async (input: { size?: number }, _body: unknown, context: any) => (input.size === 9 && context.requireScope?.('b'), {
  owner: context.owner,
  all: JSON.stringify({ input, event: { ...context.event, headers: {} } }),
});`;

const operation = (name: string, method: string, security: readonly object[]) => ({
  operationId: `${name}${method === 'post' ? 'Post' : ''}`,
  security,
  parameters: [
    { name: 'size', in: 'query', schema: { type: 'integer' } },
    // Many documents declare the key again.
    ...(name === 'query'
      ? [{ name: 'api.key', in: 'query', required: true, schema: { type: 'string' } }]
      : []),
  ],
  responses: { 200: { description: 'Done', content: { 'application/json': { schema: {} } } } },
});

const document = (more: object) => ({
  openapi: '3.1.0',
  info: { title: 'Ways', version: '1' },
  ...more,
  paths: Object.fromEntries(
    Object.entries(ways).map(([name, security]) => [
      `/thing/${name}`,
      { get: operation(name, 'get', security), post: operation(name, 'post', security) },
    ]),
  ),
  components: {
    securitySchemes: {
      query: { type: 'apiKey', in: 'query', name: 'api.key' },
      cookie: { type: 'apiKey', in: 'cookie', name: 'session' },
      header: { type: 'apiKey', in: 'header', name: 'X-Key' },
      basic: { type: 'http', scheme: 'basic' },
      token: { type: 'http', scheme: 'bearer' },
    },
  },
});

const files = (more: object) => ({
  'descriptors/api-docs.json': { apiVersion: '1.0', basePath: '/v1' },
  'descriptors/thing.json': document(more),
  ...Object.fromEntries(
    Object.keys(ways).flatMap((name) => [
      [`handlers/thing/${name}.ts`, echo],
      [`handlers/thing/${name}Post.ts`, echo],
    ]),
  ),
});

const risks = { 'x-accepted-risks': ['key-in-query', 'key-in-cookie', 'password-in-each-request'] };
const before = process.env['ACCESS'];
const log = vi.fn();
let project: string;
let unrouted: CallFunction;
let keys: Record<'ab' | 'a' | 'none' | 'other', string>;

beforeAll(async () => {
  vi.spyOn(console, 'info').mockImplementation((...said) => log(...said.map(String)));
  const engine = await startEngine();
  const tableName = await engine.makeTable();
  Object.assign(process.env, engine.environment, { TABLE_NAME: tableName, ACCESS: '{"issuers":[]}' });
  const table = accessTable(engine.client, tableName);
  const make = async (owner: string, scopes: string[]) => (await createKey(table, { owner, scopes })).key;
  keys = {
    ab: await make('ann', ['a', 'b']),
    a: await make('ann', ['a']),
    none: await make('ann', []),
    other: await make('bob', ['a', 'b']),
  };
  project = await makeProject(files(risks));
  const { diagnostics } = await build(project);
  expect(diagnostics.filter(isError).map(describeDiagnostic)).toEqual([]);
  expect(diagnostics.filter(({ code }) => code === 'W-RISK').map(({ pointer }) => pointer)).toEqual(
    ['query', 'cookie', 'basic'].map((name) => `/components/securitySchemes/${name}`),
  );
  unrouted = await loadFunction(project, 'default-route');
});

afterAll(() => {
  process.env['ACCESS'] = before;
  vi.restoreAllMocks();
});

async function send(name: string, request: Partial<ClientRequest> & { readonly query?: string } = {}) {
  const { query, method = 'GET', ...others } = request;
  const id = `thing-${name}${method === 'POST' ? 'Post' : ''}`;
  const call = await loadFunction(project, id, { isDescribed: false });
  const answer = await call({ method, url: `/v1/thing/${name}${query ? `?${query}` : ''}`, ...others });
  // Nothing that the service says or writes, and nothing that the handler gets, has a key.
  const said = JSON.stringify([answer, log.mock.calls]);
  for (const key of Object.values(keys)) expect(said).not.toContain(key);
  return answer;
}

const password = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` });

test('without the risks in the listing, the build refuses each, and names the entry', async () => {
  const { diagnostics } = await build(await makeProject(files({})));
  const accepted = diagnostics.filter(isError).map((each) => each.accepted);
  for (const risk of risks['x-accepted-risks'])
    expect(accepted.some((text) => text.includes(`"x-accepted-risks": ["${risk}"]`))).toBe(true);
});

describe('a key in the query', () => {
  test.each([
    ['alone', () => `api.key=${keys.a}`],
    ['with its name encoded', () => `api%2Ekey=${keys.a}`],
    ['all encoded', () => `%61pi%2ekey=${keys.a.replace('h', '%68')}`],
    ['among others', () => `size=7&api.key=${keys.a}`],
  ])('%s is taken, and the handler does not get it', async (_name, query) => {
    const { status, body } = await send('query', { query: query() });
    expect([status, Object(body).owner]).toEqual([200, 'ann']);
    expect(Object(body).all).not.toContain('api.key');
  });

  test.each([
    ['twice', () => `api.key=${keys.a}&api.key=${keys.a}`, 401],
    ['twice, once empty', () => `api.key=${keys.a}&api.key=`, 401],
    ['empty', () => 'api.key=', 401],
    ['of another name', () => `api_key=${keys.a}`, 401],
    ['that is malformed', () => `api.key=${keys.a}%ff`, 401],
    ['without the scope', () => `api.key=${keys.none}`, 403],
  ])('%s is refused', async (_name, query, status) => {
    expect((await send('query', { query: query() })).status).toBe(status);
  });

  test('a 401 says where the key belongs', async () => {
    const { status, headers, body } = await send('query');
    expect([status, headers['www-authenticate']]).toEqual([401, 'ApiKey realm="service", query="api.key"']);
    expect(body).toMatchObject({ detail: 'The request needs a key in the query api.key.' });
  });

  test('other parameters are checked as ever', async () => {
    expect((await send('query', { query: `api.key=${keys.a}&size=x` })).status).toBe(400);
    expect((await send('query', { query: `api.key=${keys.a}&sice=1` })).status).toBe(400);
  });

  test('beside a key in a header, nobody knows which one counts', async () => {
    const headers = { 'x-key': keys.a };
    expect((await send('any', { headers })).status).toBe(200);
    expect((await send('any', { headers, query: `api.key=${keys.a}` })).status).toBe(400);
  });

  test('counts on the default route, too', async () => {
    const url = '/v1/thing/query';
    expect((await unrouted({ method: 'DELETE', url })).status).toBe(401);
    expect((await unrouted({ method: 'DELETE', url: `${url}?api.key=${keys.none}` })).status).toBe(405);
  });

  test('a service that is open does not mind it', async () => {
    process.env['ACCESS'] = 'open';
    try {
      expect((await send('query', { query: `api.key=${keys.a}` })).status).toBe(200);
    } finally {
      process.env['ACCESS'] = '{"issuers":[]}';
    }
  });
});

describe('a key in a cookie', () => {
  const cookie = (text: string) => ({ headers: { cookie: text } });

  test.each([
    ['among others', () => `theme=dark; session=${keys.none}; a=b`],
    ['in quotes', () => `session="${keys.none}"`],
  ])('%s is taken, and the handler does not get it', async (_name, text) => {
    const { status, body } = await send('cookie', cookie(text()));
    expect([status, Object(body).owner]).toEqual([200, 'ann']);
    expect(Object(body).all).not.toContain('session');
  });

  test.each([
    ['twice', () => `session=${keys.none}; session=${keys.none}`],
    ['in another letter case', () => `Session=${keys.none}`],
    ['as the end of a name', () => `my-session=${keys.none}`],
    ['that is no key', () => 'session=x'],
  ])('%s is refused', async (_name, text) => {
    expect((await send('cookie', cookie(text()))).status).toBe(401);
  });

  /** Of requests that a page of some site sends, by what the browser says. */
  const senders: readonly [name: string, status: number, headers: Readonly<Record<string, string>>][] = [
    ['no browser', 200, {}],
    ['a page of the service', 200, { 'sec-fetch-site': 'same-origin', origin: 'https://api.example.com' }],
    ['the address bar', 200, { 'sec-fetch-site': 'none' }],
    ['an old browser, a page of the service', 200, { origin: 'https://api.example.com' }],
    ['a page of another site', 403, { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
    ['a sibling domain', 403, { 'sec-fetch-site': 'same-site', origin: 'https://www.example.com' }],
    ['an old browser, a page of another site', 403, { origin: 'https://evil.example' }],
    ['a page without an origin', 403, { origin: 'null' }],
    ['an origin that only begins like it', 403, { origin: 'https://api.example.com.evil.example' }],
    ['an origin of another port', 403, { origin: 'https://api.example.com:8443' }],
    ['a browser that says nothing known', 403, { 'sec-fetch-site': 'x' }],
  ];

  const isLong = (at: number) => at % 3 > 0;
  const [short, long] = [false, true].map((is) => senders.filter((_, at) => isLong(at) === is));
  test.each(short ?? [])('a change by %s: %d', expectChange);
  test.each(long ?? [])('a change by %s: %d', { tags: ['access'] }, expectChange);

  async function expectChange(_name: string, status: number, headers: Readonly<Record<string, string>>) {
    const all = { cookie: `session=${keys.none}`, ...headers };
    expect((await send('cookie', { method: 'POST', headers: all })).status).toBe(status);
    expect((await send('cookie', { headers: all })).status).toBe(200);
    const stored = { ...password(`:${keys.none}`), ...headers };
    expect((await send('basic', { method: 'POST', headers: stored })).status).toBe(status);
    // A browser adds no key to a query.
    const query = `api.key=${keys.a}`;
    expect((await send('query', { method: 'POST', headers, query })).status).toBe(200);
  }
});

describe('a key that is optional', () => {
  test.each([
    ['without one, the request is of nobody', () => ({}), 200, 'public'],
    ['with one, it is of its owner', () => ({ headers: { 'x-key': keys.a } }), 200, 'ann'],
    ['a wrong one is refused', () => ({ headers: { 'x-key': 'wrong' } }), 401],
    ['an empty one is refused', () => ({ headers: { 'x-key': '' } }), 401],
    ['one without the scope is refused', () => ({ headers: { 'x-key': keys.none } }), 403],
    ['a part of what an alternative needs is refused', () => ({ query: `api.key=${keys.a}` }), 401],
    ['nobody names another owner', () => ({ headers: { 'x-owner': 'ann' } }), 401],
    ['nobody has a scope', () => ({ query: 'size=9' }), 401],
    ['a key has its scopes', () => ({ query: 'size=9', headers: { 'x-key': keys.ab } }), 200, 'ann'],
    ['a key lacks others', () => ({ query: 'size=9', headers: { 'x-key': keys.a } }), 403],
  ])('%s', async (_name, request, status, owner = undefined) => {
    const answer = await send('optional', request());
    expect([answer.status, Object(answer.body).owner]).toEqual([status, owner]);
  });

  test('a 401 says what is accepted', async () => {
    const { headers, body } = await send('optional', { headers: { 'x-key': 'wrong' } });
    expect(headers['www-authenticate']).toContain('ApiKey realm="service", header="x-key"');
    expect(Object(body).detail).toMatch(/needs none, or a key in the header x-key, or /);
  });

  test('one in a cookie is refused, if a page of another site sends it', async () => {
    const headers = { origin: 'https://evil.example' };
    const stored = { cookie: `session=${keys.none}`, ...headers };
    expect((await send('optionalCookie', { method: 'POST', headers })).status).toBe(200);
    expect((await send('optionalCookie', { method: 'POST', headers: stored })).status).toBe(403);
  });

  test('everybody learns which methods the path has', async () => {
    expect((await unrouted({ method: 'DELETE', url: '/v1/thing/optional' })).status).toBe(405);
    expect((await unrouted({ method: 'DELETE', url: '/v1/thing/two' })).status).toBe(401);
  });

  test('the document says so', async () => {
    const served = JSON.parse(await readFile(join(project, '.generated/openapi.json'), 'utf8'));
    expect(served.paths['/v1/thing/optionalCookie'].get.security).toEqual([{ cookie: [] }, {}]);
  });
});

describe('a key as a password', () => {
  test.each([
    ['of a user', () => password(`ann:${keys.none}`)],
    ['without a user', () => password(`:${keys.none}`)],
    ['as the user, without a password', () => password(`${keys.none}:`)],
    ['as the user, without a colon', () => password(keys.none)],
    [
      'of another letter case',
      () => ({ authorization: `bAsIc   ${password(`u:${keys.none}`).authorization.slice(6)}` }),
    ],
    [
      'without padding',
      () => ({ authorization: password(`u:${keys.none}`).authorization.replaceAll('=', '') }),
    ],
  ])('%s is taken', async (_name, headers) => {
    const { status, body } = await send('basic', { headers: headers() });
    expect([status, Object(body).owner]).toEqual([200, 'ann']);
  });

  test.each([
    ['a wrong password of a key as the user', () => password(`${keys.none}:wrong`)],
    ['a password with a further colon', () => password(`u:${keys.none}:`)],
    ['nothing', () => password('')],
    ['no base64', () => ({ authorization: `Basic *${keys.none}*` })],
    ['the scheme alone', () => ({ authorization: 'Basic' })],
    ['a token', () => ({ authorization: `Bearer ${keys.none}` })],
  ])('%s is refused', async (_name, headers) => {
    const answer = await send('basic', { headers: headers() });
    expect(answer.status).toBe(401);
    expect(answer.headers['www-authenticate']).toBe('Basic realm="service", charset="UTF-8"');
  });

  test('beside tokens: each request says which it has', async () => {
    expect((await send('tokenOrBasic', { headers: password(`:${keys.none}`) })).status).toBe(200);
    const { status, headers } = await send('tokenOrBasic', { headers: { authorization: 'Bearer x' } });
    expect(status).toBe(401);
    expect(headers['www-authenticate']).toMatch(/^Bearer realm="service", error="invalid_token", Basic /);
  });
});

describe('two credentials at once', () => {
  const both = (header: string, query: string) => ({
    headers: { 'x-key': header },
    query: `api.key=${query}`,
  });

  test('of one owner are taken; their scopes count together', async () => {
    const { status, body } = await send('two', both(keys.a, keys.ab));
    expect([status, Object(body).owner]).toEqual([200, 'ann']);
    expect((await send('two', both(keys.a, keys.none))).status).toBe(403);
  });

  test.each([
    ['of two owners', () => both(keys.ab, keys.other)],
    ['of which the first is wrong', () => both('hw_x', keys.ab)],
    ['of which the second is wrong', () => both(keys.ab, 'hw_x')],
    ['of which one is missing', () => ({ headers: { 'x-key': keys.ab } })],
    ['of which the other one is missing', () => ({ query: `api.key=${keys.ab}` })],
  ])('%s are refused', async (_name, request) => {
    const { status, body } = await send('two', request());
    expect(status).toBe(401);
    expect(Object(body).detail).toContain('a key in the header x-key and a key in the query api.key');
  });

  test.each([
    ['incomplete', { headers: { 'x-key': 'hw_x' } }],
    ['no_credential', {}],
  ])('are %s in the log', async (refused, request) => {
    const log = vi.spyOn(console, 'info').mockReturnValue();
    await send('two', request);
    const lines = log.mock.calls.map(([line]) => JSON.parse(String(line)));
    log.mockRestore();
    expect(lines).toMatchObject([{ status: 401, refused }]);
  });
});

test('OpenAPI describes each', async () => {
  const call = await loadFunction(project, 'api-docs');
  const { body } = await call({ url: '/v1/openapi.json' });
  expect(body).toMatchObject({
    paths: { '/v1/thing/two': { get: { security: [{ header: ['a'], query: ['b'] }] } } },
    components: {
      securitySchemes: {
        query: { type: 'apiKey', in: 'query', name: 'api.key' },
        cookie: { type: 'apiKey', in: 'cookie', name: 'session' },
        basic: { type: 'http', scheme: 'basic' },
      },
    },
  });
});
