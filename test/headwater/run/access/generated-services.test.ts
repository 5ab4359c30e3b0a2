/**
 * Random descriptors: nobody reaches an operation without the declared credential, the owner comes from the
 * credential, and the service enforces the table of the build.
 */

import { generateKeyPairSync, type JsonWebKey } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { RouteAccess, ServiceAccess } from '../../../../lib/headwater/compile/aws/access-json.ts';
import { build } from '../../../../lib/headwater/compile/pipeline.ts';
import { describeDiagnostic, isError } from '../../../../lib/headwater/compile/source/diagnostic.ts';
import { accessTable } from '../../../../lib/headwater/data/store/table-access.ts';
import { createKey } from '../../../../lib/headwater/run/access/api-keys.ts';
import { ownerOf } from '../../../../lib/headwater/run/access/token-owner.ts';
import { amount } from '../../../support/amount.ts';
import { cleanUp } from '../../../support/clean-up.ts';
import { type Draw, drawn, some } from '../../../support/draw.ts';
import { type Answer, loadFunction } from '../../../support/emitted-function.ts';
import { startEngine } from '../../../support/engine.ts';
import { makeProject } from '../../../support/project.ts';
import { makeToken, type TokenIssuer } from '../../../support/token-maker.ts';

const scopes = ['a', 'b'];

/** What a descriptor says; undefined: nothing. Each alternative is a scheme with its scopes. */
type Said = readonly Alternative[] | undefined;

interface Alternative {
  readonly scheme: 'login' | 'key';
  readonly scopes: readonly string[];
}

interface RandomOperation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly said: Said;
}

interface RandomService {
  readonly listing: Said;
  readonly declaration: Said;
  readonly operations: readonly RandomOperation[];
}

function drawSaid(draw: Draw): Said {
  if (draw.chance(35)) return undefined;
  const schemes = some(draw, ['login', 'key'] as const, 0, 2);
  return schemes.map((scheme) => ({ scheme, scopes: some(draw, scopes, 0, 2) }));
}

const services = drawn(
  (draw): RandomService => ({
    listing: drawSaid(draw),
    declaration: drawSaid(draw),
    operations: Array.from({ length: 4 }, () => ({
      method: draw.pick(['GET', 'POST', 'PUT', 'DELETE'] as const),
      said: drawSaid(draw),
    })),
  }),
);

const toSecurity = (said: Said) =>
  said === undefined ? {} : { security: said.map(({ scheme, scopes }) => ({ [scheme]: scopes })) };

/** Swagger 1.2 has one set of scopes for all schemes; where that says the same, half of the operations use it. */
function inWords(said: Said, index: number): object {
  const isSame = said?.every((each) => each.scopes.join() === said[0]?.scopes.join());
  if (said === undefined || !isSame || index % 2) return toSecurity(said);
  const authorizations = said.map(({ scheme, scopes }) => [scheme, scopes.map((scope) => ({ scope }))]);
  return { authorizations: Object.fromEntries(authorizations) };
}

function filesOf({ listing, declaration, operations }: RandomService) {
  const apis = operations.map(({ method, said }, index) => ({
    path: `/thing/${index}`,
    operations: [
      {
        httpMethod: method,
        nickname: `call${index}`,
        responseClass: 'any',
        parameters: [],
        ...inWords(said, index),
      },
    ],
  }));
  const handlers = operations.map((_, index) => [
    `handlers/thing/call${index}.ts`,
    'export const handle = (_input: unknown, _body: unknown, { owner }: { owner: string }) => owner;',
  ]);
  return {
    'descriptors/api-docs.json': {
      apiVersion: '1.0',
      basePath: '/v1',
      authorizations: {
        login: { type: 'oauth2' },
        key: { type: 'apiKey', passAs: 'header', keyname: 'X-Key' },
      },
      ...toSecurity(listing),
    },
    'descriptors/thing.json': { resourcePath: '/thing', apis, ...toSecurity(declaration) },
    ...Object.fromEntries(handlers),
  };
}

interface Sender {
  readonly headers: Readonly<Record<string, string>>;
  readonly scheme: Alternative['scheme'] | undefined;
  readonly owner: string;
  readonly scopes: readonly string[];
}

/** The expected status, computed independently of the product. */
function expectedStatus(said: Said, { scheme, scopes }: Sender): number {
  if (said === undefined || said.length === 0) return 200;
  const given = said.filter((each) => each.scheme === scheme);
  if (given.length === 0) return 401;
  return given.some((each) => each.scopes.every((scope) => scopes.includes(scope))) ? 200 : 403;
}

let senders: readonly Sender[];
const before = process.env['ACCESS'];

beforeAll(async () => {
  vi.spyOn(console, 'info').mockImplementation(() => undefined);
  const engine = await startEngine();
  const tableName = await engine.makeTable();
  const key = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' });
  const issuer = await startIssuer(key);
  const { issuer: url, audience } = issuer;
  const access = JSON.stringify({ issuers: [{ issuer: url, audiences: [audience] }] });
  Object.assign(process.env, engine.environment, { TABLE_NAME: tableName, ACCESS: access });
  const table = accessTable(engine.client, tableName);
  const sets = [[], ['a'], ['b'], ['a', 'b']];
  const made = await Promise.all(
    sets.flatMap((own, index) => {
      const owner = `owner-${index % 3}`;
      const token = makeToken(issuer, { claims: { sub: owner, scope: own.join(' '), exp: 4_000_000_000 } });
      const withToken: Sender = {
        ...{ scheme: 'login', scopes: own, owner: ownerOf(url, owner) },
        headers: { authorization: `Bearer ${token}` },
      };
      const withKey = async (): Promise<Sender> => {
        const created = await createKey(table, { owner, scopes: own });
        return { headers: { 'x-key': created.key }, scheme: 'key', scopes: own, owner };
      };
      return [withToken, withKey()];
    }),
  );
  senders = [{ headers: {}, scheme: undefined, owner: 'public', scopes: [] }, ...made];
});

afterAll(() => {
  process.env['ACCESS'] = before;
  vi.restoreAllMocks();
});

async function startIssuer(jwk: JsonWebKey): Promise<TokenIssuer> {
  const { d: _secret, ...shown } = jwk;
  const server = createServer((_request, response) => {
    response.end(JSON.stringify({ keys: [{ ...shown, kid: 'k', alg: 'ES256', use: 'sig' }] }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanUp(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return { issuer: `http://127.0.0.1:${port}`, audience: 'headwater', kid: 'k', jwk };
}

test('random services let in whom their descriptors name, and nobody else', {
  tags: ['access', 'property'],
}, async () => {
  await fc.assert(fc.asyncProperty(services, checkService), {
    numRuns: amount({ few: 1, many: 2, most: 200 }),
  });
});

async function checkService(service: RandomService): Promise<void> {
  const project = await makeProject(filesOf(service));
  const { diagnostics } = await build(project);
  expect(diagnostics.filter(isError).map(describeDiagnostic)).toEqual([]);
  const table: ServiceAccess = JSON.parse(await readFile(join(project, '.generated/access.json'), 'utf8'));
  const unrouted = await loadFunction(project, 'default-route');
  for (const [index, { method, said }] of service.operations.entries()) {
    const effective = said ?? service.declaration ?? service.listing;
    const url = `/v1/thing/${index}`;
    const row = table.routes.find((route) => route.method === method && route.path === url);
    expect(toAlternatives(row)).toEqual(effective ?? []);
    expect(row?.isUnguarded).toBe(effective === undefined);
    const call = await loadFunction(project, `thing-call${index}`);
    const used = usedSchemes(service);
    await checkCalls((headers) => call({ method, url, headers }), effective);
    await checkOptions((headers) => unrouted({ method: 'OPTIONS', url, headers }), effective ?? [], used);
  }
}

type Send = (headers: Sender['headers']) => Promise<Answer>;

async function checkCalls(send: Send, said: Said): Promise<void> {
  for (const sender of senders) {
    const { status, body } = await send(sender.headers);
    const expected = expectedStatus(said, sender);
    expect([said, sender, status < 300 ? 200 : status]).toEqual([said, sender, expected]);
    if (expected === 200) expect(body).toBe(said?.length ? sender.owner : 'public');
  }
}

/** Any credential that some operation takes will do. */
async function checkOptions(
  send: Send,
  said: readonly Alternative[],
  used: readonly unknown[],
): Promise<void> {
  for (const { headers, scheme } of senders) {
    const isLetIn = said.length === 0 || used.includes(scheme);
    expect((await send(headers)).status).toBe(isLetIn ? 204 : 401);
  }
}

function toAlternatives(row: RouteAccess | undefined): Alternative[] {
  return (row?.access ?? []).flat().map(({ scheme, scopes }) => ({
    scheme: scheme === 'bearer' ? 'login' : 'key',
    scopes,
  }));
}

function usedSchemes({ operations, declaration, listing }: RandomService): unknown[] {
  return operations.flatMap(({ said }) => (said ?? declaration ?? listing ?? []).map(({ scheme }) => scheme));
}
