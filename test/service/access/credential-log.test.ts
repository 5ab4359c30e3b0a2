/**
 * The log line of a request names the owner of the data and the credential, also of a refused request. Tests the
 * emitted functions.
 */

import { afterEach, beforeAll, beforeEach, expect, type MockInstance, test, vi } from 'vitest';
import { accessTable, type TableAccess } from '../../../lib/headwater/data/store/table-access.ts';
import { createKey, revokeKey } from '../../../lib/headwater/run/access/api-keys.ts';
import type { KeyRecord } from '../../../lib/headwater/run/access/stored-keys.ts';
import { type CallFunction, loadDefaultRoute, loadFunction } from '../../support/emitted-function.ts';
import { startEngine } from '../../support/engine.ts';
import { repository } from '../../support/repository.ts';
import '../../support/restore-environment.ts';
import { startTokenIssuer } from '../../support/token-issuer.ts';
import { makeToken, type TokenIssuer } from '../../support/token-maker.ts';

/** Nobody may read it in a log. */
const subject = 'ada.lovelace@example.com';

let issuer: TokenIssuer;
let table: TableAccess;
let list: CallFunction;
let defaultRoute: CallFunction;
let log: MockInstance<typeof console.info>;

beforeAll(async () => {
  const engine = await startEngine();
  const tableName = await engine.makeTable();
  table = accessTable(engine.client, tableName);
  const started = await startTokenIssuer();
  issuer = started.issuer;
  Object.assign(process.env, engine.environment, {
    TABLE_NAME: tableName,
    ACCESS: started.access,
    AWS_LAMBDA_LOG_FORMAT: 'JSON',
  });
  list = await loadFunction(repository, 'source-list');
  defaultRoute = await loadDefaultRoute(repository);
});

beforeEach(() => {
  log = vi.spyOn(console, 'info').mockImplementation(() => undefined);
});
afterEach(() => vi.restoreAllMocks());

type Headers = Readonly<Record<string, string>>;

/** What the one line of the request says of credentials. */
async function lineOf(headers: Headers, call = list): Promise<unknown> {
  const method = call === list ? 'GET' : 'DELETE';
  await call({ url: '/v1/source', method, headers });
  expect(log.mock.calls).toHaveLength(1);
  const [[line] = []] = log.mock.calls;
  const text = JSON.stringify(line);
  for (const header of ['x-api-key', 'authorization'])
    if (headers[header]) expect(text).not.toContain(headers[header].slice(10, 30));
  expect(text).not.toContain(subject);
  const { status, owner, caller, credential, refused } = Object(line);
  return { status, owner, caller, credential, refused };
}

const make = async (owner: string, scopes: string[], expires?: number) => {
  const { key, record } = await createKey(table, { owner, scopes, ...(expires ? { expires } : {}) });
  return { headers: { 'x-api-key': key }, record, credential: `key:${record.id}` };
};
const bearer = (claims: object, by = issuer): Headers => ({
  authorization: `Bearer ${makeToken(by, { claims: { sub: subject, scope: 'source:read', ...claims } })}`,
});
const read = ['source:read'];

test('two keys of one owner are told apart', async () => {
  const [one, other] = [await make('team', read), await make('team', read)];
  expect(await lineOf(one.headers)).toEqual({ status: 200, owner: 'team', credential: one.credential });
  log.mockClear();
  expect(await lineOf(other.headers)).toEqual({ status: 200, owner: 'team', credential: other.credential });
  expect(one.credential).not.toBe(other.credential);
});

test('an administrator who acts for somebody else is named beside them', async () => {
  const { headers, credential } = await make('root', [...read, 'admin']);
  expect(await lineOf({ ...headers, 'x-owner': 'victim' })).toEqual({
    ...{ status: 200, owner: 'victim', caller: 'root', credential },
  });
  log.mockClear();
  expect(await lineOf({ ...headers, 'x-owner': 'root' })).toEqual({ status: 200, owner: 'root', credential });
});

test('a token is named by the hash of issuer and subject, which is its owner', async () => {
  const { owner, credential, ...line } = Object(await lineOf(bearer({})));
  expect(line).toEqual({ status: 200 });
  expect(owner).toMatch(/^[\w-]{16}$/);
  expect(credential).toBe(`token:${owner}`);
});

test('the default route names it, too', async () => {
  const { headers, credential } = await make('team', []);
  expect(await lineOf(headers, defaultRoute)).toEqual({ status: 405, owner: 'team', credential });
});

test('a credential that may not do this is named: without the scope, or for another owner', async () => {
  const poor = await make('poor', []);
  expect(await lineOf(poor.headers)).toEqual({
    ...{ status: 403, refused: 'scope', owner: 'poor', credential: poor.credential },
  });
  log.mockClear();
  const thief = await make('thief', read);
  expect(await lineOf({ ...thief.headers, 'x-owner': 'victim' })).toEqual({
    ...{ status: 403, refused: 'owner', owner: 'victim', caller: 'thief', credential: thief.credential },
  });
});

test('so is a key that is over or revoked', async () => {
  const late = await make('late', read, 1);
  expect(await lineOf(late.headers)).toEqual({
    ...{ status: 401, refused: 'key_expired', owner: 'late', credential: late.credential },
  });
  log.mockClear();
  const leaked = await make('leaked', read);
  await revokeKey(table, leaked.record satisfies KeyRecord);
  // Whose it was, nobody knows any more.
  expect(await lineOf(leaked.headers)).toEqual({
    ...{ status: 401, refused: 'key_unknown', owner: 'public', credential: leaked.credential },
  });
});

test.each([
  ['over', 'token_expired', { exp: 1 }],
  ['not valid yet', 'token_not_yet_valid', { nbf: 9_999_999_999 }],
  ['for another service', 'token_audience', { aud: 'other' }],
])('so is the subject of a token that is %s', async (_, refused, claims) => {
  const { owner, credential, ...line } = Object(await lineOf(bearer(claims)));
  expect(line).toEqual({ status: 401, refused });
  expect(owner).toMatch(/^[\w-]{16}$/);
  expect(credential).toBe(`token:${owner}`);
});

test.each([
  ['no credential', 'no_credential', (): Headers => ({})],
  ['no key', 'key_form', (): Headers => ({ 'x-api-key': 'not a key of this service at all' })],
  [
    'a token that its issuer has not signed, whatever subject it claims',
    'token_key',
    () => bearer({}, { ...issuer, kid: 'other' }),
  ],
])('nobody is named by %s', async (_, refused, headers) => {
  expect(await lineOf(headers())).toEqual({ status: 401, refused, owner: 'public' });
});
