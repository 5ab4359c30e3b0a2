/** The function that serves the reference page. */

import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { planService } from '../../../lib/headwater/compile/plan/plan-service.ts';
import { readDescriptors } from '../../../lib/headwater/compile/source/read-descriptors.ts';
import type { HttpResponse } from '../../../lib/headwater/run/http/response/http-response.ts';
import type { LambdaHandler } from '../../../lib/headwater/tools/local/gateway/invoke-function.ts';
import { lambdaContext } from '../../../lib/headwater/tools/local/gateway/lambda-context.ts';
import { loadHandler } from '../../support/emitted-function.ts';
import { httpApiEvent } from '../../support/event.ts';
import { listing, makeProject, thing } from '../../support/project.ts';
import { repository } from '../../support/repository.ts';

const { env } = process;
const before = env['REFERENCE'];
let handler: LambdaHandler;

beforeAll(async () => {
  handler = await loadHandler(repository, 'reference');
});
beforeEach(() => {
  env['REFERENCE'] = 'on';
});
afterAll(() => {
  if (before === undefined) delete env['REFERENCE'];
  else env['REFERENCE'] = before;
});

const get = async (file?: string, headers = {}, method = 'GET') =>
  (await handler(
    httpApiEvent({
      method,
      url: file === undefined ? '/docs' : `/docs/${file}`,
      headers,
      ...(file === undefined ? {} : { pathParameters: { file } }),
    }),
    lambdaContext(),
  )) as HttpResponse;
const bytesOf = ({ body = '' }: HttpResponse) => Buffer.from(body, 'base64');

test('the page names the document and its own files, and a policy admits nothing else', async () => {
  const answer = await get();
  const page = bytesOf(answer).toString();
  expect(answer).toMatchObject({
    statusCode: 200,
    isBase64Encoded: true,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      link: '</v1/openapi.json>; rel="service-desc"; type="application/json", </docs>; rel="service-doc"; type="text/html"',
      vary: 'Accept-Encoding',
    },
  });
  expect(page).toContain('data-document="v1/openapi.json"');
  expect(page).toContain('<title>Headwater: API reference</title>');
  expect(answer.headers['content-security-policy']).toMatch(
    /^default-src 'none'; script-src 'self'; style-src 'self'/,
  );
  expect(answer.headers['content-security-policy']).not.toMatch(/unsafe|http|\*/);
  const files = [...page.matchAll(/(?:src|href)="docs\/([^"]+)"/g)].map(([, file = '']) => file);
  expect(files).toEqual(['swagger-ui.css', 'page.css', 'swagger-ui-bundle.js', 'page.js']);
  for (const file of files) {
    const { statusCode, headers } = await get(file);
    expect([statusCode, headers['content-type']]).toEqual([
      200,
      `text/${file.endsWith('.js') ? 'javascript' : 'css'}; charset=utf-8`,
    ]);
  }
});

test('files are compressed for those who accept that, with an entity tag of their own', async () => {
  const plain = await get('page.css');
  const small = await get('page.css', { 'accept-encoding': 'br, gzip;q=0.8' });
  expect(small.headers['content-encoding']).toBe('gzip');
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(gunzipSync(bytesOf(small))).toEqual(bytesOf(plain));
  expect(small.headers['etag']).not.toBe(plain.headers['etag']);
  const refused = await get('page.css', { 'accept-encoding': 'gzip;q=0' });
  expect(refused.headers['etag']).toBe(plain.headers['etag']);
  const script = await get('swagger-ui-bundle.js', { 'accept-encoding': 'gzip' });
  // Lambda returns 6 MB at most, as JSON.
  expect(JSON.stringify(script).length).toBeLessThan(1_000_000);
});

test('a client that has a file gets a 304, and HEAD the length', async () => {
  const { headers } = await get('page.js');
  const known = await get('page.js', { 'if-none-match': headers['etag'] });
  expect([known.statusCode, known.body]).toEqual([304, undefined]);
  // A cache takes these from the newer response.
  for (const name of ['content-type', 'content-security-policy'])
    expect(known.headers[name]).toBe(headers[name]);
  const head = await get('page.js', {}, 'HEAD');
  expect([head.statusCode, head.body]).toEqual([200, undefined]);
  expect(head.headers['content-length']).toBe(String(bytesOf(await get('page.js')).length));
});

test.each(['nothing.js', '__proto__', '..%2Fopenapi.json', 'page.js.gz'])(
  'there is no file %s',
  async (file) => {
    expect((await get(file)).statusCode).toBe(404);
  },
);

test.each([undefined, '', 'off', 'true'])('a stage whose setting is %j has no page', async (setting) => {
  if (setting === undefined) delete env['REFERENCE'];
  else env['REFERENCE'] = setting;
  for (const file of [undefined, 'page.js']) expect((await get(file)).statusCode).toBe(404);
});

const services: readonly [name: string, basePath: string, path: string, hasPage: boolean][] = [
  ['another path', '/v1', '/docs', true],
  ['the path of the page', '', '/docs', false],
  ['a path below the page', '', '/docs/{id}', false],
  ['a variable in its place', '', '/{name}', false],
  ['the same path in capitals', '', '/Docs', false],
];
test.each(services)('a service with %s', async (_name, basePath, path, hasPage) => {
  const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    paramType: 'path',
    name,
    dataType: 'string',
  }));
  const declared = thing({ parameters });
  const [api] = declared.apis;
  const project = await makeProject({
    'descriptors/api-docs.json': { ...listing, basePath: `http://localhost${basePath}` },
    'descriptors/thing.json': { ...declared, resourcePath: '/', apis: [{ ...api, path }] },
  });
  const { functions } = planService(await readDescriptors(project, 'descriptors'));
  expect(functions.some(({ kind }) => kind === 'reference')).toBe(hasPage);
});
