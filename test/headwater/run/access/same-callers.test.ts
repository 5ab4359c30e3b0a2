/** What handlers get of their callers is the same under `npm start`, with and without `--auth`, and in `headwater/testing`. */

import { type TestService, testService } from 'headwater/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { headwater } from '../../../support/command.ts';
import { copyProjectWith, type LocalService, startLocal } from '../../../support/local-service.ts';
import { makeTenantProject, tenantFiles } from './tenant-project.ts';

/** Services of the same project: one that runs on this machine, and one under test. */
interface Pair {
  readonly local: LocalService;
  readonly tested: TestService<unknown>;
}

/** A data folder belongs to one process. */
const data = ['--data', '.data-auth'];

let folder: string;
let open: Pair;
let guarded: Pair;

beforeAll(async () => {
  folder = await copyProjectWith(tenantFiles());
  const projectFolder = await makeTenantProject();
  open = {
    local: await startLocal(folder),
    tested: await testService({ projectFolder, environment: { ACCESS: 'open' } }),
  };
  guarded = {
    local: await startLocal(folder, ['--auth', ...data]),
    tested: await testService({ projectFolder }),
  };
});

afterAll(async () => {
  for (const pair of [open, guarded]) await pair?.tested.close();
});

const email = 'ann@example.com';
const nicknames = ['required', 'optional', 'everybody', 'repeatable'];

type Fetch = (path: string, init: RequestInit) => Promise<Response>;

async function told(fetch: Fetch, headers: Readonly<Record<string, string>> = {}) {
  const answers = nicknames.map(async (nickname) => {
    const response = await fetch(`/v1/me/${nickname}`, {
      method: nickname === 'repeatable' ? 'POST' : 'GET',
      headers,
    });
    const { instance: _named, ...body } = Object(await response.json());
    return [nickname, response.status, body] as const;
  });
  return Promise.all(answers);
}

/** Two keys have different ids. */
const withoutIds = (value: unknown) => JSON.parse(JSON.stringify(value).replaceAll(/[0-9a-f]{12}\b/g, 'id'));

test.each([
  ['nothing', {}],
  ['an owner', { 'x-owner': 'acme' }],
  ['a credential that nobody reads', { authorization: 'Bearer a.b.c', 'x-api-key': 'hw_1' }],
])('where nobody needs a credential, for a request with %s', { tags: ['access'] }, async (_, headers) => {
  const local = await told(open.local.fetch, headers);
  expect(local).toEqual(await told(open.tested.fetch, headers));
  const { caller, ...others } = local[0]?.[2] ?? {};
  const claims = { org_id: 'demo', email: 'demo@example.com' };
  const owner = Object(headers)['x-owner'] ?? 'public';
  expect(caller).toEqual({ subject: owner, scopes: [], claims, credential: 'none' });
  expect(others).toEqual({ owner, tenant: Object(headers)['x-owner'] ?? 'demo', mayWrite: true });
});

const scopes = ['note:read', 'note:write'];
const claimed = ['--tenant', 'acme', '--claim', `email=${email}`];
const made = async (...args: readonly string[]) =>
  (await headwater(folder, [...args, ...data])).output.trim();

test('with credentials: nobody, a token, a token that names its owner, an admin, and a key', {
  tags: ['access'],
}, async () => {
  const said = { tenant: 'acme', claims: { email } };
  expect(await told(guarded.local.fetch)).toEqual(await told(guarded.tested.fetch));
  for (const own of [scopes, [...scopes, 'admin']]) {
    const token = await made('token', '--subject', 'ann', '--scopes', own.join(' '), ...claimed);
    const ann = guarded.tested.asUser({ subject: 'ann', scopes: own, ...said });
    for (const owner of [undefined, ann.owner, 'globex', 'public']) {
      const headers = owner === undefined ? {} : { 'x-owner': owner };
      const local = await told(guarded.local.fetch, { ...headers, authorization: `Bearer ${token}` });
      expect(local).toEqual(await told(ann.fetch, headers));
    }
  }
  const key = JSON.parse(
    await made('keys', 'create', '--scopes', scopes.join(' '), ...claimed, '--json'),
  ).key;
  const withKey = await guarded.tested.withKey({ scopes, ...said });
  const local = await told(guarded.local.fetch, { 'x-api-key': key });
  expect(withoutIds(local)).toEqual(withoutIds(await told(withKey.fetch)));
  expect(local[0]?.[1]).toBe(200);
});
