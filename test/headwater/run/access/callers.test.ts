/** What handlers get of their callers: of tokens, of keys, and where nobody needs a credential. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestService, testService } from 'headwater/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeTenantProject } from './tenant-project.ts';

let projectFolder: string;
let service: TestService<unknown>;
let open: TestService<unknown>;

beforeAll(async () => {
  projectFolder = await makeTenantProject();
  service = await testService({ projectFolder });
  open = await testService({ projectFolder, environment: { ACCESS: 'open' } });
});

afterAll(async () => {
  await Promise.all([service, open].map((each) => each?.close()));
});

const scopes = ['note:read'];
const email = 'ann@example.com';

const json = async (response: Promise<Response>) => {
  const { status } = await response;
  return { status, ...Object((await (await response).json()) as unknown) };
};

test('a token has its subject, its issuer, its scopes and the declared claims, and no others', {
  tags: ['access'],
}, async () => {
  const claims = { email, groups: ['a'], 'https://shop.example/level': 3, phone: '555' };
  const ann = service.asUser({ subject: 'ann', scopes, tenant: 'acme', claims });
  const { phone: _, ...declared } = claims;
  expect(await json(ann.fetch('/v1/me/required'))).toEqual({
    status: 200,
    caller: {
      subject: 'ann',
      issuer: 'http://localhost/headwater',
      scopes,
      claims: { org_id: 'acme', ...declared },
      credential: `token:${ann.owner}`,
    },
    owner: ann.owner,
    tenant: 'acme',
    mayWrite: false,
  });
});

/** The issuer of the service under test, with settings of its own. */
const accessWith = (settings: object) =>
  JSON.stringify({
    issuers: [
      {
        issuer: 'http://localhost/headwater',
        audiences: ['headwater'],
        jwksUri: 'https://issuer.test/.well-known/jwks.json',
        ...settings,
      },
    ],
  });

test('the settings of an issuer say which claim has the scopes, and which claims all its tokens have', {
  tags: ['access'],
}, async () => {
  const scopes = ['note:read', 'note:write', 'team lead'];
  const settings = { scopeClaim: 'cognito:groups', scopes, claims: { org_id: 'pinned' } };
  const environment = { ACCESS: accessWith(settings) };
  await using own = await testService({ projectFolder, environment });
  const call = async (groups: unknown) => {
    const user = own.asUser({
      tenant: 'acme',
      scopes: ['note:read'],
      claims: { email, 'cognito:groups': groups },
    });
    const { status, caller, tenant } = await json(user.fetch('/v1/me/required'));
    return { status, scopes: caller?.scopes, org: caller?.claims.org_id, tenant };
  };
  const pinned = { status: 200, org: 'pinned', tenant: 'pinned' };
  expect(await call(['note:read', 'team lead'])).toEqual({ ...pinned, scopes: ['note:read', 'team lead'] });
  expect(await call('note:read note:write')).toEqual({ ...pinned, scopes: ['note:read', 'note:write'] });
  // The name of a group may contain spaces: it is not two scopes.
  for (const groups of [['team note:read'], ['admin'], 7, [7], null, { 'note:read': true }])
    expect(await call(groups)).toEqual({ status: 403 });
});

test('a key has the same, with its id as the subject', { tags: ['access'] }, async () => {
  const key = await service.withKey({ scopes, tenant: 'acme', claims: { email } });
  const { caller, ...others } = await json(key.fetch('/v1/me/required'));
  const id = caller.subject;
  expect(id).toMatch(/^[0-9a-f]{12}$/);
  expect(caller).toEqual({ subject: id, scopes, claims: { org_id: 'acme', email }, credential: `key:${id}` });
  expect(others).toEqual({ status: 200, owner: 'acme', tenant: 'acme', mayWrite: false });
});

test('a key of earlier code, which has no claims, is refused where one is required', {
  tags: ['access'],
}, async () => {
  const key = await service.withKey({ owner: 'team', scopes });
  expect(await json(key.fetch('/v1/me/required'))).toMatchObject({
    status: 403,
    claims: [{ name: 'email' }],
  });
});

test.each<[reason: string, claims: Readonly<Record<string, unknown>>, refused: object[]]>([
  ['absent', {}, [{ name: 'email', code: 'required', message: 'is required' }]],
  ['null', { email: null }, [{ name: 'email', code: 'required', message: 'is required' }]],
  [
    'of another type, and too long',
    { email: 7, org_id: 'a'.repeat(65) },
    [
      { name: 'org_id', code: 'pattern', message: 'must be 1 to 64 letters, digits, - or _, and not public' },
      { name: 'email', code: 'type', message: 'must be a string' },
    ],
  ],
  [
    'of those who have no credential',
    { email, org_id: 'public' },
    [
      {
        name: 'org_id',
        code: 'pattern',
        message: 'must be 1 to 64 letters, digits, - or _, and not public',
      },
    ],
  ],
  [
    'not as its pattern asks',
    { email, org_id: 'ACME' },
    [{ name: 'org_id', code: 'pattern', message: 'must match ^.*[a-z].*$' }],
  ],
  [
    'with an item that is wrong',
    { email, groups: ['a', 1] },
    [{ name: 'groups', code: 'type', message: 'must be a string' }],
  ],
])(
  'a valid token with a claim that is %s is a 403, which no new token can mend',
  { tags: ['access'] },
  async (_, claims, refused) => {
    const response = await service.asUser({ scopes, claims }).fetch('/v1/me/required');
    const problem = Object(await response.json());
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([403, null]);
    expect(problem.type).toMatch(/:forbidden$/);
    expect(problem.claims).toEqual(refused);
    expect(problem.detail).toContain(`the claim "${Object(refused[0]).name}" ${Object(refused[0]).message}`);
  },
);

test('an optional credential is checked alike, and without one there is no caller', {
  tags: ['access'],
}, async () => {
  const ann = service.asUser({ subject: 'ann', scopes, claims: { email } });
  const nobody = { status: 200, caller: null, owner: 'public', tenant: null };
  expect(await json(service.fetch('/v1/me/optional'))).toEqual({ ...nobody, mayWrite: false });
  expect(await json(service.fetch('/v1/me/everybody'))).toEqual({ ...nobody, mayWrite: true });
  expect(await json(ann.fetch('/v1/me/everybody'))).toEqual({ ...nobody, mayWrite: true });
  expect(await json(ann.fetch('/v1/me/optional'))).toMatchObject({
    caller: { subject: 'ann' },
    tenant: null,
  });
  expect(await json(service.asUser({ scopes }).fetch('/v1/me/optional'))).toMatchObject({ status: 403 });
});

test('an admin acts for a tenant whom X-Owner names; another caller names nobody', {
  tags: ['access'],
}, async () => {
  const headers = { 'x-owner': 'globex' };
  const said = { tenant: 'acme', claims: { email } };
  const admin = service.asUser({ subject: 'root', scopes: [...scopes, 'admin'], ...said });
  const acting = await json(admin.fetch('/v1/me/required', { headers }));
  expect(acting).toMatchObject({ owner: 'globex', tenant: 'globex', caller: { subject: 'root' } });
  const ann = service.asUser({ subject: 'ann', scopes, ...said });
  expect(await json(ann.fetch('/v1/me/required', { headers }))).toMatchObject({ status: 403 });
  const herself = { headers: { 'x-owner': ann.owner } };
  expect(await json(ann.fetch('/v1/me/required', herself))).toMatchObject({
    owner: ann.owner,
    tenant: 'acme',
  });
});

test('the list of all owners links to its pages, as other lists do', { tags: ['access'] }, async () => {
  const said = { scopes: ['note:read', 'order:write', 'admin'], claims: { email } };
  const users = ['acme', 'globex'].map((tenant) => service.asUser({ subject: tenant, tenant, ...said }));
  const admin = service.asUser({ subject: 'root', ...said });
  const headers = { 'content-type': 'application/json' };
  for (const user of [...users, ...users])
    await user.fetch('/v1/order', { method: 'POST', headers, body: '{"title":"linked"}' });
  const pages: number[] = [];
  const ids = new Set<string>();
  let path: string | undefined = '/v1/all/order?query=title:linked&size=3';
  while (path !== undefined) {
    const response = await admin.fetch(path);
    expect(response.status).toBe(200);
    const { hits } = Object(await response.json());
    pages.push(hits.length);
    for (const { document } of hits) ids.add(document._id);
    [, path] = /<([^>]*)>; rel="next"/.exec(response.headers.get('link') ?? '') ?? [];
  }
  expect([pages, ids.size]).toEqual([[3, 1], 4]);
});

test('where nobody needs a credential, callers have the examples, and X-Owner names owner and tenant', {
  tags: ['access'],
}, async () => {
  const claims = { org_id: 'demo', email: 'demo@example.com' };
  const caller = { scopes: [], claims, credential: 'none' };
  expect(await json(open.fetch('/v1/me/required'))).toEqual({
    ...{ status: 200, caller: { subject: 'public', ...caller } },
    ...{ owner: 'public', tenant: 'demo', mayWrite: true },
  });
  const headers = { 'x-owner': 'acme' };
  expect(await json(open.fetch('/v1/me/required', { headers }))).toEqual({
    ...{ status: 200, caller: { subject: 'acme', ...caller } },
    ...{ owner: 'acme', tenant: 'acme', mayWrite: true },
  });
});

test('the build emits the type of the claims, and the served listing does not show them', {
  tags: ['access'],
}, async () => {
  const emitted = await readFile(join(projectFolder, '.generated/claims.ts'), 'utf8');
  expect(emitted.slice(emitted.indexOf('export'))).toMatchInlineSnapshot(`
    "export interface Claims {
      readonly org_id?: string;
      readonly email: string;
      readonly 'https://shop.example/level'?: number;
      readonly groups?: readonly string[];
    }
    "
  `);
  const served = await json(service.fetch('/v1/api-docs.json'));
  expect(Object.keys(served)).toContain('authorizations');
  expect(JSON.stringify(served)).not.toMatch(/claims|tenant|org_id/);
});

test('an operation for everybody that reads what belongs to callers says so once where nobody needs a credential', {
  tags: ['access'],
}, async () => {
  for (let times = 0; times < 2; times++) expect((await open.fetch('/v1/me/mistaken')).status).toBe(200);
  await open.fetch('/v1/note');
  await open.fetch('/v1/product');
  const lines = open.logs
    .map((line) => JSON.stringify(line))
    .filter((line) => line.includes('Everybody may'));
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('Everybody may call me-mistaken, and each note belongs to its caller');
  await service.fetch('/v1/me/mistaken');
  expect(JSON.stringify(service.logs)).not.toContain('Everybody may');
});
