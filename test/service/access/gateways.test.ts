/**
 * `npm start -- --auth`, with keys and tokens from the commands: the cases of access over the strict gateway, and over both
 * what a request could evade, and how credentials reach functions.
 *
 * @module-tag access
 */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, test } from 'vitest';
import { documentClient } from '../../../lib/headwater/data/store/client.ts';
import { accessTable } from '../../../lib/headwater/data/store/table-access.ts';
import { createKey } from '../../../lib/headwater/run/access/api-keys.ts';
import { scanTable } from '../../../lib/headwater/testing/scan-table.ts';
import { localTableName } from '../../../lib/headwater/tools/local/local-table.ts';
import { findDatabase } from '../../../lib/headwater/tools/local/running-database.ts';
import { type RawRequest, send } from '../../headwater/run/gateways/client.ts';
import { cleanUp } from '../../support/clean-up.ts';
import { headwater } from '../../support/command.ts';
import { until } from '../../support/local-process.ts';
import { copyBuiltProject, type LocalService, startLocal } from '../../support/local-service.ts';
import type { TokenIssuer } from '../../support/token-maker.ts';
import { accessRequests, credentials, type Keys, publicRequests } from '../support/access-cases.ts';
import { checkAccess, refusalsIn, type ServiceUnderTest } from '../support/access-over-http.ts';

const both = 'source:read source:write';

/** The command makes no key that has expired. */
async function makeKeys(project: string, client: DynamoDBDocumentClient): Promise<Keys> {
  const create = async (scopes: string, ...more: string[]) => {
    const args = ['keys', 'create', '--owner', 'team', '--scopes', scopes, '--json', ...more];
    const { output } = await headwater(project, args);
    return JSON.parse(output).key as string;
  };
  const table = accessTable(client, localTableName);
  const { key: expired } = await createKey(table, { owner: 'team', scopes: both.split(' '), expires: 1 });
  return { writer: await create(both), reader: await create('source:read'), expired };
}

async function readIssuer(project: string): Promise<TokenIssuer> {
  const { kid, jwk } = JSON.parse(await readFile(join(project, '.data/issuer.json'), 'utf8'));
  return { kid, jwk, issuer: 'http://localhost/headwater', audience: 'headwater' };
}

/** The one that the service uses. */
async function openDatabase(project: string): Promise<DynamoDBDocumentClient> {
  const endpoint = await findDatabase(join(project, '.data'));
  if (endpoint === undefined) throw new Error('The database does not run.');
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const plain = new DynamoDBClient({ endpoint, region: 'us-east-1', credentials });
  cleanUp(() => plain.destroy());
  return documentClient(plain);
}

const item = '/v1/source/65a1b2c3d4e5f60718293a4b';

/** Requests without a valid credential: they reveal and change nothing. */
const evasions: readonly (readonly [name: string, request: RawRequest])[] = [
  ...['//v1/source', '/v1//source', '/v1/./source', '/v1/preprocessor/../source', '/v1/source/.'].map(toPath),
  ...['/v1/%73ource', '/v1/preprocessor/%2e%2e/source', '/v1/source%2F65a1', '/v1/source%3Fa'].map(toPath),
  ...['/V1/SOURCE', '/v1/source;a=1', '/v1/source%00', '/v1/source/', '/v1/source//'].map(toPath),
  ...['http://localhost/v1/source', `${item}/fields/`, `${item}/sample`, `${item}/mapping-preview`].map(
    toPath,
  ),
  ...['HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'TRACE', 'QUERY', 'PROPFIND'].map(
    (method) => [method, { method, target: '/v1/source' }] as const,
  ),
  ...[
    ['Authorization', ''],
    ['Authorization', 'Bearer'],
    ['Authorization', 'Bearer é'],
    ['X-API-Key', ''],
    ['X-Owner', 'public'],
    ['X-HTTP-Method-Override', 'OPTIONS'],
    ['X-Original-URL', '/v1/preprocessor'],
    ['X-Forwarded-For', '127.0.0.1'],
    ['If-None-Match', '*'],
    ['If-Match', 'unreadable'],
    ['Content-Length', '0'],
    ['Cookie', 'authorization=Bearer x'],
  ].map(([name = '', value = '']) => [name, { target: '/v1/source', headers: [[name, value]] }] as const),
  ['a body that is too large', { method: 'POST', target: '/v1/source', body: ' '.repeat(4_250_000) }],
  ['a key in the query', { target: '/v1/source?api_key=a&access_token=b' }],
];

function toPath(target: string): readonly [string, RawRequest] {
  return [target, { target }];
}

describe.each(['offline', 'strict'])('over the gateway %s', (gateway) => {
  let project: string;
  let service: LocalService;
  let keys: Keys;
  let underTest: ServiceUnderTest;

  beforeAll(async () => {
    project = await copyBuiltProject();
    service = await startLocal(project, ['--auth', '--gateway', gateway]);
    const client = await openDatabase(project);
    keys = await makeKeys(project, client);
    const items = () => scanTable(client, localTableName);
    underTest = { port: service.port, host: 'localhost', items };
  });

  const strictly = test.runIf(gateway === 'strict');
  strictly(
    'each credential gets what it may have, the log says why, and nothing is written otherwise',
    async () => {
      const issuer = await readIssuer(project);
      const all = () => credentials(issuer, keys);
      const names = ['a list', 'a create', 'OPTIONS', 'a method that is not there'];
      const expected = new Map<string, string>();
      for (const request of accessRequests.filter(({ name }) => names.includes(name))) {
        const name = `case-${expected.size}`;
        const codes = await checkAccess(underTest, request, { name, credentials: all });
        for (const [id, code] of codes) expected.set(id, code);
      }
      expect(expected.size).toBeGreaterThan(90);
      await until(() => refusalsIn(service.output()).size === expected.size, service.output);
      expect(refusalsIn(service.output())).toEqual(expected);
    },
  );

  test.each(publicRequests)('everybody may send $name', async ({ method, path, status }) => {
    expect((await service.fetch(path, { method })).status).toBe(status);
  });

  test.each(evasions)('without a credential, there is no way around: %s', async (_name, request) => {
    const { status, headers, body } = await send(service.port, request);
    // Some paths lead nowhere, and the gateway does not route some requests.
    expect([400, 401, 404]).toContain(status);
    expect(headers).not.toHaveProperty('allow');
    expect(Object(body)).not.toHaveProperty('hits');
    expect(status === 401).toBe('www-authenticate' in headers);
  });

  test('of two tokens none counts', async () => {
    const { output } = await headwater(project, ['token', '--scopes', 'source:read']);
    const authorization = ['Authorization', `Bearer ${output.trim()}`] as const;
    const headers = [['Authorization', 'Bearer a'], authorization] as const;
    const { status } = await send(service.port, { target: '/v1/source', headers });
    // It passes on only the last of repeated headers (docs/headwater/gateways.md).
    expect(status).toBe(gateway === 'offline' ? 200 : 401);
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
