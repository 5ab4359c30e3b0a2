/** Paths declared with a trailing slash, over a gateway that routes as AWS does. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { build } from '../../../../lib/headwater/compile/pipeline.ts';
import {
  answerRequest,
  type GatewayOptions,
} from '../../../../lib/headwater/tools/local/gateway/gateway-server.ts';
import { lambdaContext } from '../../../../lib/headwater/tools/local/gateway/lambda-context.ts';
import { loadGateway } from '../../../support/loaded-gateway.ts';
import { makeProject } from '../../../support/project.ts';

const id = { paramType: 'path', name: 'id', type: 'string' };
const other = { paramType: 'path', name: 'other-id', type: 'int' };
const operation = (method: string, nickname: string, more: object = {}) => ({
  method,
  nickname,
  type: 'any',
  'x-status': 200,
  ...more,
});

const apis = [
  { path: '/', operations: [operation('GET', 'root')] },
  {
    path: '/user/',
    operations: [
      operation('POST', 'create', {
        parameters: [{ paramType: 'body', type: 'any' }],
        'x-memory': 2048,
        'x-timeout': 20,
      }),
      operation('GET', 'list', { parameters: [{ paramType: 'query', name: 'size', type: 'int' }] }),
    ],
  },
  // A path with and without the slash, with different methods.
  { path: '/both', operations: [operation('GET', 'readBoth')] },
  { path: '/both/', operations: [operation('POST', 'writeBoth')] },
  { path: '/user/{id}/', operations: [operation('GET', 'read', { parameters: [id] })] },
  { path: '/user/me/', operations: [operation('GET', 'readMe')] },
  {
    path: '/user/{other-id}/part/{id}/',
    operations: [
      operation('PATCH', 'patchPart', { parameters: [other, id, { paramType: 'body', type: 'any' }] }),
    ],
  },
  { path: '/bare', operations: [operation('GET', 'readBare')] },
  {
    path: '/rest/{rest*}/',
    operations: [
      operation('GET', 'readRest', { parameters: [{ paramType: 'path', name: 'rest', type: 'string' }] }),
    ],
  },
];

/** A handler that returns its arguments. */
const echo = (nickname: string) => `import type { Handle } from '#generated/types/api/${nickname}.ts';
export const handle: Handle = (input: unknown, body: unknown, { event }: { event: { routeKey: string; rawPath: string } }) => ({
  nickname: '${nickname}',
  input: { ...(input as object) },
  body: body ?? null,
  event: [event.routeKey, event.rawPath],
});
`;

let project: string;
let gateway: GatewayOptions;

beforeAll(async () => {
  const nicknames = apis.flatMap(({ operations }) => operations.map(({ nickname }) => nickname));
  project = await makeProject({
    'descriptors/api-docs.json': { apiVersion: '1.0', basePath: '/v1' },
    'descriptors/api.json': { resourcePath: '/', apis },
    'serverless.yml': 'service: slashes\nprovider: { name: aws, memorySize: 512, timeout: 10 }\n',
    ...Object.fromEntries(nicknames.map((nickname) => [`handlers/api/${nickname}.ts`, echo(nickname)])),
  });
  const { diagnostics } = await build(project);
  expect(diagnostics.filter(({ code }) => code !== 'W-TRAILING-SLASH')).toEqual([]);
  gateway = await loadGateway(project);
});

/** Otherwise each request would have others. */
const names = [
  ['x-request-id', 'a'],
  ['traceparent', '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'],
] as const;

async function call(request: string, body = '') {
  const [method = '', target = ''] = request.split(' ');
  const headers = [...names, ...(body === '' ? [] : [['content-type', 'application/json'] as const])];
  const reply = await answerRequest({ method, target, headers, body: Buffer.from(body) }, gateway);
  const text = Buffer.from(reply.body).toString();
  return {
    status: reply.status,
    headers: Object.fromEntries(reply.headers.map(([name, value]) => [name.toLowerCase(), value])),
    body: text === '' ? undefined : JSON.parse(text),
  };
}

const pairs: readonly [withSlash: string, without: string, nickname: string, body?: string][] = [
  ['POST /v1/user/', 'POST /v1/user', 'create', '{"name":"Ada"}'],
  ['GET /v1/user/?size=3', 'GET /v1/user?size=3', 'list'],
  ['GET /v1/user/ada/', 'GET /v1/user/ada', 'read'],
  ['GET /v1/user/me/', 'GET /v1/user/me', 'readMe'],
  ['GET /v1/user/%C3%A4%20b%2525/', 'GET /v1/user/%C3%A4%20b%2525', 'read'],
  ['PATCH /v1/user/7/part/x/', 'PATCH /v1/user/7/part/x', 'patchPart', '{}'],
  ['POST /v1/both/', 'POST /v1/both', 'writeBoth'],
  ['GET /v1/', 'GET /v1', 'root'],
  ['GET /v1/rest/', 'GET /v1/rest', 'readRest'],
];

test.each(pairs)('%s is served like %s', async (withSlash, without, nickname, body) => {
  const answer = await call(withSlash, body);
  expect(answer).toMatchObject({ status: 200, body: { nickname } });
  expect(answer).toEqual(await call(without, body));
});

test('path variables are decoded once', async () => {
  expect((await call('GET /v1/user/%C3%A4%20b%2525/')).body.input).toEqual({ id: 'ä b%25' });
  expect((await call('PATCH /v1/user/7/part/x/', '{}')).body.input).toEqual({ 'other-id': 7, id: 'x' });
});

test('the rest of a path keeps its slash', async () => {
  expect((await call('GET /v1/rest/a/b/')).body.input).toEqual({ rest: 'a/b/' });
});

test('an invalid request gets the same problem', async () => {
  const answer = await call('GET /v1/user/?size=many');
  expect(answer).toMatchObject({ status: 400, headers: { link: expect.stringContaining('describedby') } });
  expect(answer).toEqual(await call('GET /v1/user?size=many'));
});

test('HEAD has the status and headers of GET, and no content', async () => {
  const { headers } = await call('GET /v1/user/ada/');
  const head = await call('HEAD /v1/user/ada/');
  expect(head).toEqual({
    status: 200,
    headers: expect.objectContaining({ link: headers['link'] }),
    body: undefined,
  });
});

const allowed: readonly [target: string, allow: string][] = [
  ['/v1/user/', 'POST, GET, HEAD, OPTIONS'],
  ['/v1/user', 'POST, GET, HEAD, OPTIONS'],
  ['/v1/both/', 'POST, OPTIONS'],
  ['/v1/both', 'GET, HEAD, POST, OPTIONS'],
  ['/v1/user/7/part/x/', 'PATCH, OPTIONS'],
  ['/v1/', 'GET, HEAD, OPTIONS'],
];
test.each(allowed)('OPTIONS and undeclared methods on %s return Allow: %s', async (target, allow) => {
  const options = await call(`OPTIONS ${target}`);
  expect([options.status, options.headers['allow']]).toEqual([204, allow]);
  const refused = await call(`DELETE ${target}`);
  expect([refused.status, refused.headers['allow']]).toEqual([405, allow]);
  expect(refused.headers['link']).toContain('/v1/api-docs.json/api');
});

test('only a path with PATCH has Accept-Patch, with and without the slash', async () => {
  for (const target of ['/v1/user/7/part/x/', '/v1/user/7/part/x'])
    expect((await call(`OPTIONS ${target}`)).headers['accept-patch']).toBe('application/json');
  expect((await call('OPTIONS /v1/both/')).headers['accept-patch']).toBeUndefined();
});

describe('an undeclared slash', () => {
  test.each(['GET /v1/bare/', 'OPTIONS /v1/bare/', 'GET /v1/user//', 'POST /v1/user/ada/part/'])(
    '%s returns 404',
    async (request) => {
      expect((await call(request)).status).toBe(404);
    },
  );

  test('returns 405 if another method declares it', async () => {
    expect((await call('GET /v1/both/')).status).toBe(405);
  });
});

test('an event that is not of the gateway returns 500', async () => {
  const load = gateway.functions.get('default-route') ?? expect.fail('no default route');
  const handler = await load();
  for (const event of JSON.parse('[null, {}, { "rawPath": "/v1/user/" }]'))
    expect(await handler(event, lambdaContext())).toMatchObject({ statusCode: 500 });
});

test('the default route has the largest memory and timeout of its operations', async () => {
  const functions = JSON.parse(await readFile(join(project, '.generated/functions.json'), 'utf8'));
  expect(functions['default-route']).toMatchObject({ memorySize: 2048, timeout: 20 });
});

test('the served descriptor keeps the slash', async () => {
  const { body } = await call('GET /v1/api-docs.json/api');
  expect(body.apis.map(({ path }: { path: string }) => path)).toEqual(
    apis.map(({ path }) => path.replace('{rest*}', '{rest}')),
  );
});
