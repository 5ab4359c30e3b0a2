/** A customer who runs an issuer can sign any token: whatever it says, it reaches the data of this customer alone. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { testService } from 'headwater/testing';
import { beforeAll, expect, test } from 'vitest';
import type { RouteAccess, ServiceAccess } from '../../../../lib/headwater/compile/aws/access-json.ts';
import { checkAccess } from '../../../../lib/headwater/deploy/plugins/check-access.ts';
import { kinds, makeTenantProject } from './tenant-project.ts';

/** What somebody gets who has the granted scopes, and names the document of another tenant. */
function statusFor({ method, path, access: alternatives }: RouteAccess): number {
  const mayCall = alternatives.some((each) =>
    each.every(({ scopes }) => scopes.every((scope) => granted.includes(scope))),
  );
  if (!mayCall || path.includes('/all/')) return 403;
  if (path.includes('{id}')) return 404;
  return method === 'POST' ? 201 : 200;
}

let projectFolder: string;
let access: ServiceAccess;

/** The issuer of the service under test, with settings of its own. */
const settings = (more: object) => ({
  ACCESS: JSON.stringify({
    issuers: [
      {
        issuer: 'http://localhost/headwater',
        audiences: ['headwater'],
        jwksUri: 'https://issuer.test/.well-known/jwks.json',
        ...more,
      },
    ],
  }),
});
const claims = { org_id: 'acme' };
const granted = ['note:read', 'note:write', 'order:read', 'order:write', 'product:read'];
/** All that the issuer may put into its tokens. */
const named = [...kinds.flatMap((kind) => [`${kind}:read`, `${kind}:write`]), 'admin'];
const email = 'a@example.com';

beforeAll(async () => {
  projectFolder = await makeTenantProject();
  await using built = await testService({ projectFolder });
  expect((await built.fetch('/v1/product')).status).toBe(200);
  access = JSON.parse(await readFile(join(projectFolder, '.generated/access.json'), 'utf8'));
});

test('a token of a pinned issuer acts for nobody else, and writes nothing that all share, in any operation', {
  tags: ['access'],
}, async () => {
  await using service = await testService({
    projectFolder,
    environment: settings({ claims, scopes: granted }),
  });
  const own = { tenant: 'globex', claims: { email } };
  const key = await service.withKey({ scopes: granted, ...own });
  const eve = service.asUser({ subject: 'eve', scopes: named, ...own });
  const send = (
    caller: typeof eve,
    method: string,
    path: string,
    headers: Readonly<Record<string, string>> = {},
  ) =>
    caller.fetch(path, {
      method,
      headers: { ...headers, 'content-type': 'application/json' },
      ...(method === 'POST' || method === 'PUT' ? { body: '{"title":"stolen"}' } : {}),
    });
  const ids = new Map<string, string>();
  for (const kind of ['note', 'order'])
    ids.set(kind, Object(await (await send(key, 'POST', `/v1/${kind}`)).json())._id);
  const guarded = access.routes.filter((route) => route.access.some((each) => each.length > 0));
  expect(guarded.length).toBeGreaterThan(15);
  const wrong: unknown[] = [];
  for (const route of guarded) {
    const { method, path } = route;
    const kind = kinds.find((each) => path.includes(`/${each}`)) ?? 'note';
    const target = path.replace('{id}', ids.get(kind) ?? '0123456789abcdef01234567');
    for (const owner of ['globex', 'acme', 'public', key.owner]) {
      const { status } = await send(eve, method, target, { 'x-owner': owner });
      if (status !== 403) wrong.push([method, path, owner, status]);
    }
    const { status } = await send(eve, method, target);
    if (status !== statusFor(route)) wrong.push([method, path, status]);
  }
  expect(wrong).toEqual([]);
  const me = Object(await (await eve.fetch('/v1/me/required')).json());
  expect([me.tenant, me.caller.scopes]).toEqual(['acme', granted]);
});

test('the settings may make an admin of it', { tags: ['access'] }, async () => {
  const environment = settings({ claims, scopes: ['note:read', 'admin'] });
  await using staff = await testService({ projectFolder, environment });
  const root = staff.asUser({ scopes: named, claims: { email } });
  expect((await root.fetch('/v1/all/order')).status).toBe(200);
  const acting = await root.fetch('/v1/me/required', { headers: { 'x-owner': 'globex' } });
  expect(await acting.json()).toMatchObject({ owner: 'globex', tenant: 'globex' });
});

test.each([
  [{ org_id: 'acme' }, undefined],
  [{ org_id: 'acme', email, groups: ['a'] }, undefined],
  [
    { orgid: 'acme' },
    'does not declare the claim "orgid" of the issuer "http://localhost/headwater" (did you mean org_id?)',
  ],
  [{ __proto__: null, constructor: 'acme' }, 'does not declare the claim "constructor" of the issuer'],
  [{ org_id: 'ACME' }, 'of the issuer "http://localhost/headwater", the claim "org_id" is declared as {'],
  [{ org_id: 'public' }, 'the claim "org_id" is declared as {'],
  [{ org_id: ['acme'] }, 'the claim "org_id" is declared as {'],
])(
  'packaging takes the pinned claims %j only if functions read them',
  { tags: ['access'] },
  (pinned, reason) => {
    const environment = settings({ claims: pinned, scopes: granted });
    const found = checkAccess([{ place: 'provider.environment', environment }], access, 'dev');
    if (reason === undefined) return expect(found).toBeUndefined();
    expect(found?.message).toContain('provider.environment.ACCESS is not valid: ');
    expect(found?.message).toContain(reason);
  },
);
