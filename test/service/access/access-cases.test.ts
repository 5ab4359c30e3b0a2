/** Every request with every credential, over the emitted functions: status, body, challenge, log, and writes. */

import { afterEach, beforeAll, beforeEach, describe, expect, type MockInstance, test, vi } from 'vitest';
import { accessTable } from '../../../lib/headwater/data/store/table-access.ts';
import { createKey } from '../../../lib/headwater/run/access/api-keys.ts';
import { keyPartition } from '../../../lib/headwater/shared/rights/key-rights.ts';
import { cleanUp } from '../../support/clean-up.ts';
import { type CallFunction, loadDefaultRoute, loadFunction } from '../../support/emitted-function.ts';
import { type Engine, startEngine } from '../../support/engine.ts';
import { repository } from '../../support/repository.ts';
import { startTokenIssuer } from '../../support/token-issuer.ts';
import {
  type AccessRequest,
  accessRequests,
  type Credential,
  credentials,
  expectedOf,
  itemId,
  publicRequests,
} from '../support/access-cases.ts';

/** The functions by method and number of segments of the path. */
const functionIds: Readonly<Record<string, string>> = {
  'GET 2': 'source-list',
  'HEAD 2': 'source-list',
  'GET 4': 'source-listFields',
  'POST 2': 'source-create',
  'PUT 3': 'source-update',
  'PATCH 3': 'source-patch',
  'DELETE 3': 'source-remove',
};

let engine: Engine;
let tableName: string;
let cases: () => readonly Credential[];
let log: MockInstance<typeof console.info>;
const functions = new Map<string, CallFunction>();

beforeAll(async () => {
  engine = await startEngine();
  tableName = await engine.makeTable();
  const { access, issuer } = await startTokenIssuer();
  const table = accessTable(engine.client, tableName);
  const key = async (scopes: string[], expires?: number) =>
    (await createKey(table, { owner: 'team', scopes, ...(expires === undefined ? {} : { expires }) })).key;
  const both = ['source:read', 'source:write'];
  const keys = { writer: await key(both), reader: await key(['source:read']), expired: await key(both, 1) };
  // New for each test, since some tokens are valid for seconds.
  cases = () => credentials(issuer, keys);
  const before = process.env['ACCESS'];
  Object.assign(process.env, engine.environment, { TABLE_NAME: tableName, ACCESS: access });
  cleanUp(() => Object.assign(process.env, { ACCESS: before }));
  for (const id of [...new Set(Object.values(functionIds)), 'preprocessor-list', 'api-docs'])
    functions.set(id, await loadFunction(repository, id));
  functions.set('default-route', await loadDefaultRoute(repository));
});

beforeEach(() => {
  log = vi.spyOn(console, 'info').mockImplementation(() => undefined);
});

afterEach(() => log.mockRestore());

function send(request: AccessRequest, { headers }: Pick<Credential, 'headers'>) {
  const { method, path: url, body } = request;
  const [id] = [publicIds[`${method} ${url}`], functionIds[`${method} ${url.split('/').length - 1}`]].filter(
    Boolean,
  );
  const isRouted = id !== undefined && !url.endsWith('/') && url !== '/nowhere';
  const call = functions.get(isRouted ? id : 'default-route');
  if (!call) throw new Error(`${id} is not loaded.`);
  const pathParameters: Record<string, string> = url.includes(itemId) ? { id: itemId } : {};
  return call({
    pathParameters,
    method,
    url,
    headers: { ...request.headers, ...headers },
    ...(body === undefined ? {} : { body }),
  });
}

const publicIds: Readonly<Record<string, string>> = {
  'GET /v1/preprocessor': 'preprocessor-list',
  'GET /v1/api-docs.json': 'api-docs',
};

/** The codes of refused requests since the test began. */
const logged = () => log.mock.calls.map(([line]) => JSON.parse(String(line)).refused);

/** All items but the keys, which note their use. */
const sourceItems = async () => (await engine.scan(tableName)).filter(({ pk }) => pk !== keyPartition);

/** The others are long. */
const short = ['a list', 'a create', 'a method that is not there'];

describe.each(accessRequests)('$name', (request) => {
  const tags = short.includes(request.name) ? [] : ['access'];
  test('each credential gets what it may have, and no more', { tags }, async () => {
    for (const credential of cases()) await check(request, credential);
  });
});

async function check(request: AccessRequest, credential: Credential): Promise<void> {
  log.mockClear();
  const { log: code, ...expected } = expectedOf(request, credential);
  const before = await sourceItems();
  const { status, headers, body } = await send(request, credential);
  const problem = expected.problem && expect.objectContaining(expected.problem);
  const answer = { status, challenge: headers['www-authenticate'] ?? null, problem: problem && body };
  expect([credential.name, answer, logged()]).toEqual([
    credential.name,
    { ...expected, problem },
    code === undefined ? [] : [code],
  ]);
  if ([400, 401, 403].includes(status)) expect(await sourceItems()).toEqual(before);
}

test('credentials that are refused look alike to clients', async () => {
  const [request] = accessRequests;
  const refused = cases().filter(
    ({ headers, refused }) => refused !== undefined && 'authorization' in headers,
  );
  const answers = await Promise.all(refused.map((credential) => send(request as AccessRequest, credential)));
  const texts = answers.map(({ status, headers, body }) =>
    JSON.stringify([status, headers, Object(body).detail]),
  );
  expect(new Set(texts).size).toBe(1);
  expect(refused.length).toBeGreaterThan(20);
});

test.each(publicRequests)('everybody may send $name', async (request) => {
  for (const credential of cases().slice(0, 3)) {
    expect((await send(request, credential)).status).toBe(request.status);
  }
});

test('each caller has sources of their own; an administrator may act for others', async () => {
  const list = accessRequests[0] as AccessRequest;
  const create = accessRequests.find(({ name }) => name === 'a create') as AccessRequest;
  const all = cases();
  const named = (name: string) => all.find((credential) => credential.name === name) as Credential;
  const total = async (credential: Credential) => Object((await send(list, credential)).body).total;
  const before = [await total(named('a token')), await total(named('a key'))];
  await send(create, named('a key'));
  expect([await total(named('a token')), await total(named('a key'))]).toEqual([before[0], before[1] + 1]);
  const admin = named('an administrator who names another owner');
  const asTeam = { ...admin, headers: { ...admin.headers, 'x-owner': 'team' } };
  expect(await total(asTeam)).toBe(before[1] + 1);
  expect(await total(named('a key that only reads'))).toBe(before[1] + 1);
});

test('keys of requests and places in lists are of their owner alone', async () => {
  const list = accessRequests[0] as AccessRequest;
  const create = accessRequests.find(({ name }) => name === 'a create') as AccessRequest;
  const all = cases();
  const named = (name: string) => all.find((credential) => credential.name === name) as Credential;
  const post = async (name: string) => {
    const { headers } = named(name);
    const { status, body } = await send(create, { headers: { ...headers, 'idempotency-key': 'once' } });
    return [status, Object(body)._id];
  };
  const [first, again, other, acting] = [
    await post('a token'),
    await post('a token'),
    await post('a key'),
    await post('an administrator who names another owner'),
  ];
  expect(again).toEqual(first);
  expect(new Set([first, other, acting].map(([, id]) => id)).size).toBe(3);
  await send(create, named('a token'));
  const page = async (credential: string, query: string) =>
    send({ ...list, path: `/v1/source?${query}` }, named(credential));
  const { after } = Object((await page('a token', 'size=1')).body);
  expect((await page('a token that only reads', `size=1&after=${after}`)).status).toBe(200);
  expect(await page('a key', `size=1&after=${after}`)).toMatchObject({
    status: 400,
    body: { errors: [{ in: 'query', name: 'after' }] },
  });
});
