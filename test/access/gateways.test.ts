/**
 * The cases of access over `npm start -- --auth`, with both gateways, with keys and tokens from the commands.
 *
 * @module-tag long
 */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  accessRequests,
  credentials,
  expectedOf,
  type Keys,
  publicRequests,
} from '../support/access-cases.ts';
import { headwater } from '../support/command.ts';
import { until } from '../support/local-process.ts';
import { copyProject, type LocalService, startLocal } from '../support/local-service.ts';
import type { TokenIssuer } from '../support/token-maker.ts';

const both = 'source:read source:write';

async function makeKeys(project: string): Promise<Keys> {
  const create = async (scopes: string, ...more: string[]) => {
    const args = ['keys', 'create', '--owner', 'team', '--scopes', scopes, '--json', ...more];
    const { output } = await headwater(project, args);
    return JSON.parse(output).key as string;
  };
  return { writer: await create(both), reader: await create('source:read'), expired: '' };
}

async function readIssuer(project: string): Promise<TokenIssuer> {
  const { kid, jwk } = JSON.parse(await readFile(join(project, '.data/issuer.json'), 'utf8'));
  return { kid, jwk, issuer: 'http://localhost/headwater', audience: 'headwater' };
}

describe.each(['offline', 'strict'])('over the gateway %s', (gateway) => {
  let project: string;
  let service: LocalService;
  let keys: Keys;

  beforeAll(async () => {
    project = await copyProject();
    keys = await makeKeys(project);
    service = await startLocal(project, ['--auth', '--gateway', gateway]);
  });

  test('each credential gets what it may have, and the log says why', async () => {
    const issuer = await readIssuer(project);
    // Made anew for each request: some tokens are valid for seconds.
    const cases = () => credentials(issuer, keys).filter(({ name }) => name !== 'a key that has expired');
    const names = ['a list', 'a create', 'OPTIONS', 'a method that is not there'];
    const sent = accessRequests.filter(({ name }) => names.includes(name));
    const codes: string[] = [];
    for (const request of sent) {
      for (const credential of cases()) {
        const { status, log } = expectedOf(request, credential);
        const headers = { ...request.headers, ...credential.headers };
        const { method, path, body } = request;
        const answer = await service.fetch(path, {
          method,
          headers,
          ...(body === undefined ? {} : { body }),
        });
        expect([request.name, credential.name, answer.status]).toEqual([
          request.name,
          credential.name,
          status,
        ]);
        expect(answer.headers.has('www-authenticate')).toBe(
          status === 401 || (status === 403 && 'authorization' in credential.headers),
        );
        if (log !== undefined) codes.push(log);
      }
    }
    expect(codes.length).toBeGreaterThan(90);
    const logged = () => [...service.output().matchAll(/"refused":"(\w+)"/g)].map(([, code]) => code);
    await until(() => logged().length === codes.length, service.output);
    expect(logged().toSorted()).toEqual(codes.toSorted());
  });

  test.each(publicRequests)('everybody may send $name', async ({ method, path, status }) => {
    expect((await service.fetch(path, { method })).status).toBe(status);
  });

  test('a key that is made while it runs is valid, until it is revoked', async () => {
    const args = ['keys', 'create', '--owner', 'team', '--scopes', 'source:read', '--json'];
    const { key, id } = JSON.parse((await headwater(project, args)).output);
    const call = async () => (await service.fetch('/v1/source', { headers: { 'x-api-key': key } })).status;
    // A container remembers a valid key, but none that it has not met.
    expect(await headwater(project, ['keys', 'revoke', id])).toMatchObject({ exitCode: 0 });
    expect(await call()).toBe(401);
    const other = JSON.parse((await headwater(project, args)).output);
    expect((await service.fetch('/v1/source', { headers: { 'x-api-key': other.key } })).status).toBe(200);
  });

  test('the command makes tokens for it', async () => {
    const { output } = await headwater(project, ['token', '--scopes', 'source:read', '--subject', 'ada']);
    const headers = { authorization: `Bearer ${output.trim()}` };
    expect((await service.fetch('/v1/source', { headers })).status).toBe(200);
    const refused = await service.fetch('/v1/source', {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: '{}',
    });
    expect(await refused.json()).toMatchObject({ status: 403, scopes: ['source:write'] });
  });
});
