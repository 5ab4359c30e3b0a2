/**
 * One Idempotency-Key, sent with two credentials of one owner: the second gets the first one's response only if it may see the
 * same.
 */

import { type SignedInCaller, type TestService, testService } from 'headwater/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeTenantProject } from './tenant-project.ts';

let service: TestService<unknown>;
let owner: string;

const scopes = ['note:read', 'note:write', 'order:write'];
const email = 'ann@example.com';
const said = { subject: 'ann', scopes, tenant: 'acme', claims: { email } };

beforeAll(async () => {
  service = await testService({ projectFolder: await makeTenantProject() });
  owner = service.asUser(said).owner;
});

afterAll(() => service?.close());

interface Sender {
  readonly caller: SignedInCaller<unknown>;
  readonly headers?: Readonly<Record<string, string>>;
}

const token = (more: object = {}) => ({ caller: service.asUser({ ...said, ...more }) });
const key = async (more: object = {}) => ({ caller: await service.withKey({ ...said, owner, ...more }) });
const admin = [...scopes, 'admin'];
const root = (more: object = {}) => ({
  ...token({ subject: 'root', scopes: admin, ...more }),
  headers: { 'x-owner': owner },
});

/** All are of one owner. */
const others: Readonly<
  Record<string, { readonly of: () => Sender | Promise<Sender>; readonly maySee: boolean }>
> = {
  'her next token': { of: () => token({ lifetime: '2h' }), maySee: true },
  'scopes in another order': { of: () => token({ scopes: scopes.toReversed() }), maySee: true },
  'a claim that no handler gets': { of: () => token({ claims: { email, phone: '5' } }), maySee: true },
  'a key with the same': { of: () => key(), maySee: true },
  'a scope more': { of: () => token({ scopes: admin }), maySee: false },
  'a scope less': { of: () => token({ scopes: ['note:write', 'order:write'] }), maySee: false },
  'another claim': { of: () => token({ claims: { email: 'a@example.com' } }), maySee: false },
  'a claim more': { of: () => token({ claims: { email, groups: ['a'] } }), maySee: false },
  'another tenant': { of: () => token({ tenant: 'globex' }), maySee: false },
  'no tenant': { of: () => token({ tenant: undefined }), maySee: false },
  'a key with a scope less': { of: () => key({ scopes: ['note:write', 'order:write'] }), maySee: false },
  'a key with another claim': { of: () => key({ claims: { email: 'key@example.com' } }), maySee: false },
  'a key of another tenant': { of: () => key({ tenant: 'globex' }), maySee: false },
  'an admin who acts for her': { of: () => root(), maySee: false },
};

let sent = 0;

async function create({ caller, headers }: Sender, path: string, idempotencyKey: string) {
  const response = await caller.fetch(path, {
    method: 'POST',
    headers: { ...headers, 'idempotency-key': idempotencyKey, 'content-type': 'application/json' },
    ...(path.includes('/me/') ? {} : { body: '{"title":"one"}' }),
  });
  return { status: response.status, body: Object(await response.json()) };
}

const operations = ['/v1/me/repeatable', '/v1/note', '/v1/order'];
const cases = operations.flatMap((path) => Object.keys(others).map((name) => [path, name] as const));

test.each(cases)(
  '%s: her token, and then %s; and the other way round',
  { tags: ['access'] },
  async (path, name) => {
    const { of, maySee } = others[name] ?? { of: token, maySee: false };
    const pair = [token(), await of()] as const;
    for (const [one, other] of [pair, pair.toReversed()]) {
      if (!one || !other) continue;
      sent += 1;
      const first = await create(one, path, `k${sent}`);
      if (first.status === 403) continue;
      expect(first.status).toBeLessThan(300);
      const second = await create(other, path, `k${sent}`);
      if (second.status === 403) continue;
      if (maySee) expect(second).toEqual(first);
      else
        expect(second).toMatchObject({
          status: 422,
          body: { type: expect.stringMatching(/:idempotency_key_reused$/) },
        });
      // The first one still has its own.
      expect(await create(one, path, `k${sent}`)).toEqual(first);
    }
  },
);

test('the refusal says what differs', { tags: ['access'] }, async () => {
  await create(token(), '/v1/note', 'told');
  const refused = await create(token({ scopes: admin }), '/v1/note', 'told');
  expect(refused.body.detail).toBe(
    'This Idempotency-Key was sent with a request whose credential has other scopes or claims; use a new key for this one, or repeat the other one with its credential.',
  );
});
