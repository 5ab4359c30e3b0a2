/**
 * Every route of this service, with the credentials of three owners and every set of two scopes: the functions admit
 * exactly the requests that the table of `npm run build` allows.
 */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { describeAccess } from '../../../lib/headwater/compile/aws/access-json.ts';
import { accessTable } from '../../../lib/headwater/data/store/table-access.ts';
import { createKey } from '../../../lib/headwater/run/access/api-keys.ts';
import {
  type Answer,
  type CallFunction,
  loadDefaultRoute,
  loadFunction,
} from '../../support/emitted-function.ts';
import { startEngine } from '../../support/engine.ts';
import { repository } from '../../support/repository.ts';
import { startTokenIssuer } from '../../support/token-issuer.ts';
import { makeToken } from '../../support/token-maker.ts';

const scopes = ['source:read', 'source:write'] as const;
const scopeSets = [[], ['source:read'], ['source:write'], [...scopes]];
const owners = ['ada', 'bob', 'eve'];

interface Sender {
  readonly name: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The kind of credential as in the printed table; undefined without one. */
  readonly way: string | undefined;
  readonly scopes: readonly string[];
}

const generated = join(repository, '.generated');
const readJson = async (name: string) => JSON.parse(await readFile(join(generated, name), 'utf8'));

const { env } = process;
const before = { ...env };
const senders: Sender[] = [];
const functions = new Map<string, CallFunction>();
/** `GET /v1/source` -> `source-list` */
const routes = new Map<string, string>();
let printed: readonly string[];

beforeAll(async () => {
  vi.spyOn(console, 'info').mockImplementation(() => undefined);
  const engine = await startEngine();
  const tableName = await engine.makeTable();
  const { access, issuer } = await startTokenIssuer();
  Object.assign(env, engine.environment, { TABLE_NAME: tableName, ACCESS: access });
  const table = accessTable(engine.client, tableName);
  senders.push({ name: 'nobody', headers: {}, way: undefined, scopes: [] });
  for (const [index, own] of scopeSets.entries()) {
    const owner = owners[index % owners.length] ?? '';
    const token = makeToken(issuer, { claims: { sub: owner, scope: own.join(' ') } });
    const { key } = await createKey(table, { owner, scopes: own });
    const name = `${owner} with ${own.join(' ') || 'no scope'}`;
    const byToken = { headers: { authorization: `Bearer ${token}` }, way: 'a token' };
    senders.push({ name: `a token of ${name}`, ...byToken, scopes: own });
    senders.push({ name: `a key of ${name}`, headers: { 'x-api-key': key }, way: 'a key', scopes: own });
  }
  printed = describeAccess(await readJson('access.json'));
  for (const [id, { events }] of Object.entries<{ events: { httpApi: unknown }[] }>(
    await readJson('functions.json'),
  )) {
    const load = id === 'default-route' ? loadDefaultRoute : loadFunction;
    functions.set(id, await load(repository, id));
    for (const { httpApi } of events) {
      const { method, path } = Object(httpApi);
      if (path) routes.set(`${method} ${path}`, id);
    }
  }
});

afterAll(() => {
  for (const name of ['ACCESS', 'TABLE_NAME']) env[name] = before[name];
  vi.restoreAllMocks();
});

/** @example 'GET /v1/source  source:read by a token, or by a key in x-api-key' */
function readLine(line: string) {
  const [, method = '', path = '', who = ''] = /^(\S+) +(\S+) +(.*)$/.exec(line) ?? [];
  const [, scope = '', ways = ''] = /^(.*?) by (.*)$/.exec(who) ?? [];
  return { method, path, who, scope, ways };
}

function expectedStatus(
  { who, scope, ways }: ReturnType<typeof readLine>,
  sender: Sender,
): number | undefined {
  if (who === 'everybody') return undefined;
  if (sender.way === undefined || !ways.includes(sender.way)) return 401;
  return scope === 'no scope' || sender.scopes.includes(scope) ? undefined : 403;
}

const ids = { id: '65a1b2c3d4e5f60718293a4b', type: 'trim' };

function send(method: string, path: string, sender: Sender) {
  const call = functions.get(routes.get(`${method} ${path}`) ?? 'default-route');
  if (!call) throw new Error(`There is no function for ${method} ${path}.`);
  const url = path.replace(/\{(\w+)\}/g, (_, name: keyof typeof ids) => ids[name]);
  // The bodies have no media type: an admitted request gets 415, and the functions write nothing.
  const body = ['GET', 'HEAD', 'DELETE', 'OPTIONS'].includes(method) ? '' : 'x';
  return call({
    method,
    url,
    pathParameters: ids,
    headers: { ...sender.headers, 'content-type': 'image/png' },
    body,
  });
}

test('the table has each route of an operation once', () => {
  const told = printed.map(readLine).map(({ method, path }) => `${method} ${path}`);
  const declared = [...routes.keys()].filter(
    (route) => !/^HEAD |\/(?:api-docs|openapi)\.json| \/(?:docs|workbench)/.test(route),
  );
  expect(told.toSorted()).toEqual(declared.toSorted());
});

/** Sends each request as each sender. @returns the requests with an unexpected response. */
async function misjudged(
  requests: readonly { readonly method: string; readonly path: string }[],
  judge: (
    answer: Answer,
    sender: Sender,
    request: { readonly method: string; readonly path: string },
  ) => boolean,
): Promise<string[]> {
  const found: string[] = [];
  for (const request of requests)
    for (const sender of senders) {
      const answer = await send(request.method, request.path, sender);
      if (!judge(answer, sender, request))
        found.push(`${request.method} ${request.path}, ${sender.name}: ${answer.status}`);
    }
  return found;
}

test('each route lets in whom the table names, and nobody else', { tags: ['access'] }, async () => {
  const lines = printed.map(readLine);
  const twins = lines.filter(({ method }) => method === 'GET').map((line) => ({ ...line, method: 'HEAD' }));
  const refusal = ({ status }: Answer) => ([401, 403].includes(status) ? status : undefined);
  for (const line of [...lines, ...twins]) {
    const found = await misjudged(
      [line],
      (answer, sender) => refusal(answer) === expectedStatus(line, sender),
    );
    expect(found).toEqual([]);
  }
  expect(lines.length * senders.length).toBeGreaterThan(140);
});

test('a path of which nothing is public tells nobody of its methods', async () => {
  const lines = printed.map(readLine);
  const requests = [...new Set(lines.map(({ path }) => path))].flatMap((path) =>
    ['OPTIONS', 'TRACE', 'QUERY'].map((method) => ({ method, path })),
  );
  const isPublic = (path: string) => lines.some((line) => line.path === path && line.who === 'everybody');
  const found = await misjudged(requests, ({ status, headers }, sender, { method, path }) => {
    const isTold = isPublic(path) || sender.way !== undefined;
    const told = method === 'OPTIONS' ? 204 : 405;
    return status === (isTold ? told : 401) && 'allow' in headers === isTold;
  });
  expect(found).toEqual([]);
});
