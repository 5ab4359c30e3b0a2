/** Paths whose segments have text and variables, over a gateway that routes as AWS does. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { build } from '../../../../lib/headwater/compile/pipeline.ts';
import { bySpecificity, canOverlap, matchTemplate } from '../../../../lib/headwater/shared/path-template.ts';
import {
  answerRequest,
  type GatewayOptions,
} from '../../../../lib/headwater/tools/local/gateway/gateway-server.ts';
import { loadGateway } from '../../../support/loaded-gateway.ts';
import { makeProject } from '../../../support/project.ts';

const methods: Readonly<Record<string, readonly string[]>> = {
  '/item/{id}': ['get', 'delete'],
  '/item/{name}.json': ['get'],
  '/item/{id}.tar.json': ['get'],
  '/item/all.json': ['get'],
  '/item/{other-id}:cancel': ['post'],
  '/item/{id}:send/': ['post'],
  '/place/{latitude},{longitude}': ['get'],
  '/data/$links': ['get'],
  "/data/items('{key}')": ['get'],
  '/by-{x}/part/{y}': ['patch'],
  '/file/{path+}': ['get'],
  '/file/{name}:etag': ['get'],
  '/plain/{id}': ['get'],
  '/rest/{rest+}': ['get'],
  '/rest/end/': ['get'],
};

const operations = Object.entries(methods).flatMap(([path, ofPath]) =>
  ofPath.map((method) => ({ path, method, name: nameOf(method, path) })),
);

function nameOf(method: string, path: string): string {
  const index = Object.keys(methods).indexOf(path);
  return `${method}${index}`;
}

const paths = Object.fromEntries(
  Object.keys(methods).map((path) => [
    path,
    {
      parameters: [...path.matchAll(/\{([^{}+]*)\+?\}/g)].map(([, name]) => ({
        ...{ name, in: 'path', required: true },
        schema: name === 'latitude' ? { type: 'number' } : { type: 'string', maxLength: 40 },
      })),
      ...Object.fromEntries(
        operations
          .filter((each) => each.path === path)
          .map(({ method, name }) => [
            method,
            {
              operationId: name,
              tags: ['thing'],
              responses: {
                200: { description: 'OK', content: { 'application/json': { schema: {} } } },
              },
              ...(method === 'patch'
                ? { requestBody: { content: { 'application/json': { schema: {} } } } }
                : {}),
              ...(name === nameOf('post', '/item/{other-id}:cancel')
                ? { security: [{ token: ['item:cancel'] }], 'x-timeout': 20 }
                : {}),
            },
          ]),
      ),
    },
  ]),
);

const document = {
  openapi: '3.1.0',
  info: { title: 'Items', version: '1' },
  servers: [{ url: '/v1' }],
  paths,
  components: {
    securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
  },
};

const echo = (name: string) => `import type { Handle } from '#generated/types/thing/${name}.ts';
export const handle: Handle = (input: unknown, _body: unknown, { event, response }: { event: { routeKey: string }; response: { headers: Record<string, string> } }) => {
  response.headers['etag'] = '"1"';
  return { name: '${name}', input: { ...(input as object) }, routeKey: event.routeKey };
};
`;

let project: string;
let gateway: GatewayOptions;

beforeAll(async () => {
  project = await makeProject({
    'descriptors/api-docs.json': { apiVersion: '1.0', basePath: '/v1' },
    'descriptors/thing.json': document,
    'serverless.yml': 'service: segments\nprovider: { name: aws, memorySize: 512, timeout: 10 }\n',
    ...Object.fromEntries(operations.map(({ name }) => [`handlers/thing/${name}.ts`, echo(name)])),
  });
  const { diagnostics } = await build(project);
  expect(diagnostics.filter(({ code }) => code.startsWith('E-'))).toEqual([]);
  gateway = await loadGateway(project);
});

async function call(request: string, sent: Readonly<Record<string, string>> = {}) {
  const [method = '', target = ''] = request.split(' ');
  const body = Buffer.from(method === 'PATCH' ? '{}' : '');
  const headers = [
    ...Object.entries(sent),
    ...(method === 'PATCH' ? [['content-type', 'application/json'] as const] : []),
  ];
  const reply = await answerRequest({ method, target, headers, body }, gateway);
  const text = Buffer.from(reply.body).toString();
  return {
    status: reply.status,
    headers: Object.fromEntries(reply.headers.map(([name, value]) => [name.toLowerCase(), value])),
    body: text === '' ? undefined : JSON.parse(text),
  };
}

const served: readonly [request: string, path: string, input: object][] = [
  ['GET /v1/item/7', '/item/{id}', { id: '7' }],
  ['GET /v1/item/7.json', '/item/{name}.json', { name: '7' }],
  ['GET /v1/item/a.json.json', '/item/{name}.json', { name: 'a.json' }],
  ['GET /v1/item/.json', '/item/{id}', { id: '.json' }],
  ['GET /v1/item/7.tar.json', '/item/{id}.tar.json', { id: '7' }],
  ['GET /v1/item/all.json', '/item/all.json', {}],
  ['GET /v1/item/%C3%A4%20b%2525.json', '/item/{name}.json', { name: 'ä b%25' }],
  ['DELETE /v1/item/7.json', '/item/{id}', { id: '7.json' }],
  ['POST /v1/item/7:send', '/item/{id}:send/', { id: '7' }],
  ['POST /v1/item/7:send/', '/item/{id}:send/', { id: '7' }],
  ['POST /v1/item/7%3Asend', '/item/{id}:send/', { id: '7' }],
  ['GET /v1/place/48.1,11.5', '/place/{latitude},{longitude}', { latitude: 48.1, longitude: '11.5' }],
  ['GET /v1/place/48,11,5', '/place/{latitude},{longitude}', { latitude: 48, longitude: '11,5' }],
  ['GET /v1/data/$links', '/data/$links', {}],
  ['GET /v1/data/%24links', '/data/$links', {}],
  ["GET /v1/data/items('a')", "/data/items('{key}')", { key: 'a' }],
  ['PATCH /v1/by-1/part/2', '/by-{x}/part/{y}', { x: '1', y: '2' }],
  ['GET /v1/file/a/b', '/file/{path+}', { path: 'a/b' }],
  ['GET /v1/file/a:etag', '/file/{name}:etag', { name: 'a' }],
  ['GET /v1/file/a/b:etag', '/file/{path+}', { path: 'a/b:etag' }],
  ['GET /v1/plain/7:cancel', '/plain/{id}', { id: '7:cancel' }],
  ['GET /v1/rest/end/', '/rest/end/', {}],
  ['GET /v1/rest/end', '/rest/end/', {}],
  ['GET /v1/rest/a/', '/rest/{rest+}', { rest: 'a/' }],
];

test.each(served)('%s is %s', async (request, path, input) => {
  const [method = ''] = request.split(' ');
  const answer = await call(request);
  expect(answer).toMatchObject({ status: 200, body: { name: nameOf(method.toLowerCase(), path) } });
  expect(answer.body.input).toEqual(input);
});

test('a value is checked as in every path', async () => {
  const answer = await call('GET /v1/place/north,1');
  expect(answer).toMatchObject({ status: 400, body: { errors: [{ in: 'path', name: 'latitude' }] } });
  const long = await call(`GET /v1/item/${'x'.repeat(41)}.json`);
  expect(long).toMatchObject({ status: 400, body: { errors: [{ in: 'path', name: 'name' }] } });
});

test('HEAD has the status and headers of GET, and no content', async () => {
  const { headers } = await call('GET /v1/item/7.json');
  const head = await call('HEAD /v1/item/7.json');
  expect(head).toMatchObject({ status: 200, body: undefined });
  expect(head.headers['link']).toBe(headers['link']);
  expect(headers['link']).toContain('</v1/api-docs.json/thing>; rel="describedby"');
});

test('If-None-Match gets 304', async () => {
  const sent = { 'if-none-match': '"1"' };
  expect(await call('GET /v1/item/7.json', sent)).toMatchObject({ status: 304, body: undefined });
});

test.each([
  ['/v1/item/7:send', 'GET, DELETE, POST, HEAD, OPTIONS'],
  ['/v1/item/7:send/', 'POST, OPTIONS'],
  ['/v1/item/7.json', 'GET, DELETE, HEAD, OPTIONS'],
  ['/v1/data/$links', 'GET, HEAD, OPTIONS'],
  ['/v1/by-1/part/2', 'PATCH, OPTIONS'],
])('OPTIONS and other methods on %s return Allow: %s', async (target, allow) => {
  const words = (text = '') => text.split(', ').toSorted();
  const options = await call(`OPTIONS ${target}`);
  expect([options.status, words(options.headers['allow'])]).toEqual([204, words(allow)]);
  const refused = await call(`PUT ${target}`);
  expect([refused.status, words(refused.headers['allow'])]).toEqual([405, words(allow)]);
});

test('only a caller with the scope gets a protected one', async () => {
  process.env['ACCESS'] = '{"issuers":[]}';
  try {
    expect((await call('POST /v1/item/7:cancel')).status).toBe(401);
    expect((await call('POST /v1/item/7:cancel', { authorization: 'Bearer x' })).status).toBe(401);
    expect((await call('POST /v1/item/7:send')).status).toBe(200);
  } finally {
    Reflect.deleteProperty(process.env, 'ACCESS');
  }
});

test.each([
  'GET /v1/item/a/b.json',
  'POST /v1/item/:cancel',
  'PATCH /v1/by-/part/1',
  'GET /v1/place/1',
  'GET /v1/item/7.json/',
])('%s returns 404 or 405', async (request) => {
  expect([404, 405]).toContain((await call(request)).status);
});

test('a path of separators alone takes no time', async () => {
  const { status } = await call(`GET /v1/place/${','.repeat(6_000)}x`);
  expect(status).toBe(400);
});

test('the gateway has no route that it could not match, and none before a declared one', async () => {
  const functions = JSON.parse(await readFile(join(project, '.generated/functions.json'), 'utf8'));
  const routes = Object.values<{ events: { httpApi?: { method: string; path: string } | '*' }[] }>(
    functions,
  ).flatMap(({ events }) =>
    events.flatMap(({ httpApi }) => (typeof httpApi === 'object' ? `${httpApi.method} ${httpApi.path}` : [])),
  );
  const own = routes.filter((route) => !/api-docs|openapi|docs/.test(route));
  expect(own.toSorted()).toEqual(
    [
      'DELETE /v1/item/{id}',
      ...['/item/all.json', '/plain/{id}', '/rest/end'].flatMap((path) => [
        `GET /v1${path}`,
        `HEAD /v1${path}`,
      ]),
    ].toSorted(),
  );
  expect(functions['default-route']).toMatchObject({ memorySize: 512, timeout: 20 });
});

test('the OpenAPI document has the declared paths', async () => {
  const { body } = await call('GET /v1/openapi.json');
  const declared = Object.keys(methods).map(
    (path) => `/v1${path.replace('+}', '}').replace('other-id', 'other_id')}`,
  );
  expect(Object.keys(body.paths).toSorted()).toEqual(declared.toSorted());
});

describe('templates', () => {
  const overlaps: readonly [string, string, boolean][] = [
    ['/{id}.json', '/{id}', true],
    ['/{id}.json', '/a.json', true],
    ['/{id}.json', '/.json', false],
    ['/{id}.json', '/{id}.xml', false],
    ['/a{id}', '/b{id}', false],
    ['/a{id}', '/{id}b', true],
    ['/a', '/{p+}', true],
    ['/a/b', '/{p+}', true],
    ['/', '/{p+}', false],
    ['/a/', '/{p+}', true],
    ['/a/b', '/a', false],
    ['/a/{x}', '/b/{x}', false],
    ['/{x}/', '/{x}/{y}', false],
  ];
  test.each(overlaps)('%s and %s have a path in common: %s', (one, other, want) => {
    expect([canOverlap(one, other), canOverlap(other, one)]).toEqual([want, want]);
  });

  test('are sorted from the left, the longest text first', () => {
    const sorted = ['/a/b', '/a/{x}.tar.json', '/a/{x}.json', '/a/{x}-{y}', '/a/{x}', '/a/{p+}', '/{x}/b'];
    expect(sorted.toReversed().toSorted(bySpecificity)).toEqual(sorted);
  });

  test('no template matches an empty variable', () => {
    expect(matchTemplate('/{a},{b}', '/,b')).toBeUndefined();
    expect(matchTemplate('/{a},{b}', '/,,b')).toEqual({ a: ',', b: 'b' });
    expect(matchTemplate('/{a},{b}', '/a,')).toBeUndefined();
  });
});
