/** The function that serves the descriptors. */

import { beforeAll, expect, test } from 'vitest';
import { build } from '../../../lib/headwater/compile/pipeline.ts';
import { type CallFunction, loadFunction } from '../../support/emitted-function.ts';
import { readResourceNames, readServedResources } from '../../support/own-operations.ts';
import { listing, makeProject, thing } from '../../support/project.ts';
import { repository } from '../../support/repository.ts';
import { swaggerProblems } from '../../support/swagger-judge.ts';
import { declaredProblems } from '../support/service-problems.ts';

let call: CallFunction;

beforeAll(async () => {
  call = await loadFunction(repository, 'api-docs');
});

const source = (url: string, headers = {}) => call({ url, headers, pathParameters: { resource: 'source' } });

test('the listing names the resources in both dialects', async () => {
  expect(await call({ url: '/v1/api-docs.json' })).toEqual({
    status: 200,
    headers: {
      'content-type': 'application/json',
      vary: 'Accept',
      'cache-control': 'public, max-age=300',
      etag: expect.stringMatching(/^"[\w-]{22}"$/),
      link: '</v1/openapi.json>; rel="service-desc"; type="application/json"',
    },
    body: {
      'x-media-vendor': 'headwater',
      info: {
        title: 'Headwater',
        description:
          'Registers data sources, describes how their records are preprocessed, and opens streams of them.',
      },
      apiVersion: '1.0',
      swaggerVersion: '1.2',
      basePath: 'https://api.example.com/v1',
      authorizations: {
        oauth2: { type: 'apiKey', passAs: 'header', keyname: 'Authorization' },
        apiKey: { type: 'apiKey', passAs: 'header', keyname: 'x-api-key' },
      },
      security: [{ oauth2: ['source:read'] }, { apiKey: ['source:read'] }],
      'x-problems': declaredProblems,
      apis: await readServedResources(),
    },
  });
});

test('a declaration describes each operation and model', async () => {
  const { status, body } = await source('/v1/api-docs.json/source');
  expect(status).toBe(200);
  expect(body).toMatchObject({
    resourcePath: '/source',
    apis: [
      { path: '/source', operations: [{ nickname: 'list' }, { nickname: 'create' }] },
      { path: '/source/suggestion' },
      { path: '/source/{id}' },
      { path: '/source/{id}/sample' },
      { path: '/source/{id}/version' },
      { path: '/source/{id}/version/{revision}' },
      { path: '/source/{id}/fields' },
      { path: '/source/{id}/mapping-preview' },
    ],
    models: {
      Source: {},
      SourceInput: {},
      SourcePreProcessor: { discriminator: 'type', subTypes: expect.arrayContaining(['csv', 'fail']) },
      csv: { properties: { target_fields: { items: { type: 'string' } } } },
      SourceResults: {},
    },
  });
});

test('all of it is valid Swagger 1.2', async () => {
  const documentOf = async (url: string, pathParameters = {}) =>
    Object((await call({ url, pathParameters })).body);
  expect(swaggerProblems('listing', await documentOf('/v1/api-docs.json'))).toEqual([]);
  for (const resource of await readResourceNames()) {
    const declaration = await documentOf(`/v1/api-docs.json/${resource}`, { resource });
    expect(swaggerProblems('declaration', declaration), resource).toEqual([]);
  }
});

const places: readonly [name: string, url: string, headers: object, basePath: string][] = [
  ['the default stage', '/v1/api-docs.json/source', {}, 'https://api.example.com/v1'],
  ['a named stage', '/prod/v1/api-docs.json/source', {}, 'https://api.example.com/prod/v1'],
  [
    'another host',
    '/v1/api-docs.json/source',
    { host: 'things.example.org' },
    'https://things.example.org/v1',
  ],
  [
    'the local machine',
    '/v1/api-docs.json/source',
    { host: 'localhost:3000', 'x-forwarded-proto': 'http' },
    'http://localhost:3000/v1',
  ],
];
test.each(places)(
  'basePath is the address that the caller used: %s',
  async (_name, url, headers, basePath) => {
    expect((await source(url, headers)).body).toMatchObject({ basePath });
  },
);

test.each(['nope', '__proto__', 'api-docs'])(
  'the unknown resource %s returns 404 and names the known ones',
  async (resource) => {
    const answer = await call({ url: `/v1/api-docs.json/${resource}`, pathParameters: { resource } });
    expect(answer).toMatchObject({
      status: 404,
      body: { type: 'urn:problem-type:headwater:not_found', resources: await readResourceNames() },
    });
  },
);

test('the declaration of a resource has its own base path', { tags: ['functions'] }, async () => {
  const project = await makeProject({
    'descriptors/api-docs.json': listing,
    'descriptors/thing.json': { ...thing(), basePath: 'https://elsewhere.example.com/other/' },
    'handlers/thing/read.ts': 'export const handle = () => ({});',
  });
  expect((await build(project)).diagnostics).toEqual([]);
  const docs = await loadFunction(project, 'api-docs');
  const basePathAt = async (url: string) => {
    const pathParameters = { resource: url.split('/').at(-1) ?? '' };
    const { body } = await docs({ url, ...(url.endsWith('.json') ? {} : { pathParameters }) });
    return (body as { basePath: string }).basePath;
  };
  expect(await basePathAt('/v1/api-docs.json')).toBe('https://api.example.com/v1');
  expect(await basePathAt('/v1/api-docs.json/thing')).toBe('https://api.example.com/other');
  expect(await basePathAt('/stage/v1/api-docs.json/thing')).toBe('https://api.example.com/stage/other');
});
