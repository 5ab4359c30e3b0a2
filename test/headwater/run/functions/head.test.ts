/** Responses to HEAD, through emitted bundles: they have no content. */

import { beforeAll, describe, expect, test, vi } from 'vitest';
import { build } from '../../../../lib/headwater/compile/pipeline.ts';
import { problemResponse } from '../../../../lib/headwater/run/http/response/problem.ts';
import { withoutContent } from '../../../../lib/headwater/run/http/steps/finalize-response.ts';
import { readEmitted } from '../../../../lib/headwater/tools/local/gateway/emitted-functions.ts';
import { lambdaContext } from '../../../../lib/headwater/tools/local/gateway/lambda-context.ts';
import { loadFunction, loadHandler } from '../../../support/emitted-function.ts';
import { describedBy } from '../../../support/links.ts';
import { listing, makeProject } from '../../../support/project.ts';

const operation = (httpMethod: string, nickname: string, words: object = {}) => ({
  httpMethod,
  nickname,
  responseClass: 'any',
  ...words,
});
const declaration = {
  resourcePath: '/thing',
  apis: [
    {
      path: '/thing',
      operations: [
        operation('GET', 'list'),
        operation('HEAD', 'count', { responseClass: 'void', 'x-headers': ['X-Count'] }),
      ],
    },
    { path: '/thing/one', operations: [operation('GET', 'read')] },
    {
      path: '/thing/fail',
      operations: [
        operation('GET', 'fail', {
          errorResponses: [
            { code: 409, reason: '' },
            { code: 418, reason: '' },
          ],
        }),
      ],
    },
  ],
};

const handler = (nickname: string, source: string) => ({
  [`handlers/thing/${nickname}.ts`]: `import type { Handle } from '#generated/types/thing/${nickname}.ts';
export const handle: Handle = ${source};`,
});
const files = {
  'descriptors/api-docs.json': listing,
  'descriptors/thing.json': declaration,
  ...handler('list', '() => [1, 2]'),
  ...handler('count', "(_input, _body, { response }) => { response.headers['x-count'] = '2'; }"),
  ...handler('read', '(_input, _body, { event }) => `${event.requestContext.http.method}, Łódź`'),
  ...handler('fail', "() => { throw { status: 409, detail: 'Łódź' }; }"),
  'handlers/format-error.ts': `import type { FormatError } from 'headwater/http';
export const formatError: FormatError = () => ({ statusCode: 418, headers: { 'content-type': 'text/plain' }, body: 'short' });`,
};

let project: string;
beforeAll(async () => {
  project = await makeProject(files);
  expect((await build(project)).diagnostics).toEqual([]);
});

const headOf = async (folder: string, id: string, method = 'HEAD') =>
  (await loadFunction(folder, id))({ method, url: '/v1/thing' });

describe('HEAD', () => {
  test('is routed to the function of each GET, unless a resource declares HEAD', async () => {
    const { routes } = await readEmitted(project);
    const heads = routes.filter(({ key }) => key.startsWith('HEAD '));
    expect(heads.map(({ key, functionId }) => [key, functionId])).toEqual([
      ['HEAD /v1/thing', 'thing-count'],
      ['HEAD /v1/thing/one', 'thing-read'],
      ['HEAD /v1/thing/fail', 'thing-fail'],
      ['HEAD /v1/api-docs.json', 'api-docs'],
      ['HEAD /v1/api-docs.json/{resource}', 'api-docs'],
      ['HEAD /v1/openapi.json', 'api-docs'],
      ['HEAD /docs', 'reference'],
      ['HEAD /docs/{file}', 'reference'],
    ]);
  });

  test('returns the headers of GET, with the length of its content', async () => {
    const { body, ...get } = await headOf(project, 'thing-read', 'GET');
    expect(body).toBe('GET, Łódź');
    const length = String(Buffer.byteLength('"HEAD, Łódź"'));
    expect(await headOf(project, 'thing-read')).toEqual({
      ...get,
      headers: { 'content-length': length, ...get.headers },
      body: undefined,
    });
  });

  test('declared as an operation calls its own handler', async () => {
    expect(await headOf(project, 'thing-count')).toEqual({
      status: 204,
      headers: { 'x-count': '2', link: describedBy('thing') },
      body: undefined,
    });
  });

  test('returns the headers of a problem', async () => {
    const get = await headOf(project, 'thing-fail', 'GET');
    expect(get.body).toMatchObject({ status: 409, detail: 'Łódź' });
    const instance = `urn:request:headwater:${lambdaContext().awsRequestId}`;
    const length = String(Buffer.byteLength(JSON.stringify({ ...Object(get.body), instance })));
    const headers = { 'content-length': length, ...get.headers };
    expect(await headOf(project, 'thing-fail')).toEqual({ ...get, headers, body: undefined });
  });

  test('drops the content of a custom error formatter', { tags: ['functions'] }, async () => {
    const own = await makeProject(files, { settings: { errorFormatter: 'handlers/format-error.ts' } });
    expect((await build(own)).diagnostics).toEqual([]);
    expect(await headOf(own, 'thing-fail')).toEqual({
      status: 418,
      headers: { 'content-length': '5', 'content-type': 'text/plain' },
      body: undefined,
    });
  });
});

test.each([null, {}, { requestContext: {} }])('the malformed event %j gets a response', async (event) => {
  const log = vi.spyOn(console, 'error').mockReturnValue();
  const handle = await loadHandler(project, 'thing-read');
  expect(await handle(event as never, lambdaContext())).toMatchObject({ statusCode: 500 });
  log.mockRestore();
});

test('an existing Content-Length is kept; an empty response gets none', () => {
  const problem = problemResponse('no', 'id');
  const set = { ...problem, headers: { 'content-length': '7' } };
  expect(withoutContent(set)).toEqual({ statusCode: 500, headers: { 'content-length': '7' } });
  expect(withoutContent({ statusCode: 304, headers: {} })).toEqual({ statusCode: 304, headers: {} });
});
