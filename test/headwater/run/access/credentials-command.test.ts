/** `npx headwater keys create` and `token` with a tenant and claims: as the listing declares them, and nothing else. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { build } from '../../../../lib/headwater/compile/pipeline.ts';
import { cleanUp } from '../../../support/clean-up.ts';
import { headwater } from '../../../support/command.ts';
import { makeTenantProject } from './tenant-project.ts';

let project: string;
let data: readonly string[];

beforeAll(async () => {
  project = await makeTenantProject();
  expect((await build(project)).tree).toBeDefined();
  const folder = await mkdtemp(join(tmpdir(), 'headwater-keys-'));
  cleanUp(() => rm(folder, { recursive: true, force: true }));
  data = ['--data', folder];
});

const run = (...args: readonly string[]) => headwater(project, [...args, ...data]);
const create = (...args: readonly string[]) => run('keys', 'create', '--scopes', 'note:read', ...args);

test('a key has the claims of its declaration, and by default the owner of its tenant', {
  tags: ['access'],
}, async () => {
  const level = ['--claim', 'https://shop.example/level=3'];
  const made = await create('--tenant', 'acme', '--claim', 'email=a@example.com', ...level, '--json');
  expect(made.complaint).toBe('');
  const claims = { org_id: 'acme', email: 'a@example.com', 'https://shop.example/level': 3 };
  expect(JSON.parse(made.output)).toMatchObject({ owner: 'acme', scopes: ['note:read'], claims });
  const { output } = await create(
    '--owner',
    'team',
    '--claim',
    'email=a=b@example.com',
    '--claim',
    'groups=["x"]',
  );
  expect(output).toContain('team: note:read, email=a=b@example.com, groups=["x"]; created');
});

test('a tenant whose name could be the owner of a token has keys of another owner', {
  tags: ['access'],
}, async () => {
  const tenant = ['--tenant', 'acmecorporations', '--claim', 'email=a@example.com'];
  const { output } = await create(...tenant, '--owner', 'acmecorporations-keys', '--json');
  const claims = { org_id: 'acmecorporations', email: 'a@example.com' };
  expect(JSON.parse(output)).toMatchObject({ owner: 'acmecorporations-keys', claims });
});

test('a token has them, too', { tags: ['access'] }, async () => {
  const { output } = await run('token', '--tenant', 'acme', '--claim', 'email=a@example.com');
  const [, payload = ''] = output.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
  expect(claims).toMatchObject({ sub: 'me', org_id: 'acme', email: 'a@example.com' });
});

test.each([
  [['--tenant', 'acme'], 'Every operation would refuse the credential: --claim email=… is required.'],
  [
    ['--owner', 'a', '--claim', 'emial=a'],
    'The listing declares no claim "emial" (did you mean email?); it has',
  ],
  [['--owner', 'a', '--claim', 'email'], '--claim takes NAME=VALUE, such as email=…'],
  [
    ['--owner', 'public', '--claim', 'email=a'],
    '--owner takes 1 to 64 letters, digits, - or _, and not public',
  ],
  [
    ['--tenant', 'public', '--claim', 'email=a'],
    '--tenant takes 1 to 64 letters, digits, - or _, and not public',
  ],
  [
    ['--owner', 'a', '--claim', 'org_id=public', '--claim', 'email=a'],
    'Every operation would refuse the credential: the claim "org_id" is declared as {',
  ],
  [
    ['--tenant', 'acmecorporations', '--claim', 'email=a'],
    'The tenant acmecorporations has 16 characters, as the owner of a token has',
  ],
  [['--tenant', 'ACME', '--claim', 'email=a'], 'the claim "org_id" is declared as {'],
  [
    ['--owner', 'a', '--claim', 'email=a', '--claim', 'https://shop.example/level=high'],
    'the claim "https://shop.example/level" is declared as {"type":"integer"',
  ],
])('keys create %j is refused', { tags: ['access'] }, async (args, reason) => {
  const { exitCode, complaint } = await create(...args);
  expect([exitCode, complaint]).toEqual([2, expect.stringContaining(reason)]);
});

test('a token that every operation would refuse is none', { tags: ['access'] }, async () => {
  const { exitCode, complaint } = await run('token');
  expect([exitCode, complaint]).toEqual([2, expect.stringContaining('--claim email=… is required')]);
});
