/** Bodies and results that are neither JSON nor a form: texts, images, any bytes. */

import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Validator } from '@seriousme/openapi-schema-validator';
import { beforeAll, describe, expect, test } from 'vitest';
import { build } from '../../../../lib/headwater/compile/pipeline.ts';
import { bytes } from '../../../../lib/headwater/compile/schema/walk.ts';
import { describeDiagnostic, isError } from '../../../../lib/headwater/compile/source/diagnostic.ts';
import { type CallFunction, loadFunction } from '../../../support/emitted-function.ts';
import type { ClientRequest } from '../../../support/event.ts';
import { planDocument } from '../../../support/plan-document.ts';
import { listing, makeProject } from '../../../support/project.ts';

const content = (...types: string[]) => ({ content: Object.fromEntries(types.map((type) => [type, {}])) });
const sends = (...types: string[]) => ({ responses: { 200: { description: 'Done', ...content(...types) } } });
const body = (...types: string[]) => ({ requestBody: { required: true, ...content(...types) } });
const documentOf = (paths: object, version: object = { openapi: '3.1.0' }) => {
  return { ...version, info: { title: 'T', version: '1' }, paths };
};

const document = documentOf({
  '/photo': {
    put: { operationId: 'store', ...body('image/png', 'image/jpeg'), ...sends('application/octet-stream') },
    post: { operationId: 'convert', ...body('image/*'), ...sends('image/*') },
  },
  '/page': {
    get: { operationId: 'page', ...sends('text/html', 'application/pdf') },
    post: { operationId: 'lines', ...body('text/plain', 'application/x-ndjson'), ...sends('text/csv') },
    delete: { operationId: 'forget', ...sends() },
  },
});

const handlers: Readonly<Record<string, string>> = {
  store: '(_, body) => body.bytes',
  convert: '(_, body, { mediaType }) => `${body.mediaType} to ${mediaType}`',
  page: "(_, _body, { mediaType }) => mediaType === 'text/html' ? '<p>é</p>' : new Uint8Array([37, 80, 68, 70])",
  lines: "(_, body) => `${body.mediaType}: ${body.text.split('\\n').length}`",
  forget: '() => undefined',
};

const source = (name: string, code = handlers[name]) =>
  `import type { Handle } from '#generated/types/photo/${name}.ts';\nexport const handle: Handle = ${code};\n`;

async function projectWith(own: Readonly<Record<string, string>> = {}): Promise<string> {
  const files = Object.keys(handlers).map((name) => [
    `handlers/photo/${name}.ts`,
    source(name, own[name] ?? handlers[name]),
  ]);
  const one = (value: object) =>
    JSON.parse(JSON.stringify(value).replaceAll('"operationId"', '"tags":["photo"],"operationId"'));
  return makeProject({
    'descriptors/api-docs.json': listing,
    'descriptors/photo.json': one(document),
    ...Object.fromEntries(files),
  });
}

describe('a function', () => {
  const calls = new Map<string, CallFunction>();
  let folder: string;
  const routes: Readonly<Record<string, string>> = {
    store: 'PUT /v1/photo',
    convert: 'POST /v1/photo',
    page: 'GET /v1/page',
    lines: 'POST /v1/page',
  };
  const call = async (name: string, sent: Pick<ClientRequest, 'headers' | 'body'>) => {
    const [method = '', url = ''] = routes[name]?.split(' ') ?? [];
    return calls.get(name)?.({ method, url, ...sent });
  };

  beforeAll(async () => {
    folder = await projectWith();
    expect((await build(folder)).diagnostics.map(describeDiagnostic)).toEqual([]);
    for (const name of Object.keys(handlers)) calls.set(name, await loadFunction(folder, `photo-${name}`));
  });

  test.each([0, 1, 2, 3])('takes bytes and returns the same (%i)', async (nth) => {
    const bytes = nth === 0 ? Buffer.from([0, 255, 128, 239, 187, 191, 10]) : randomBytes(nth * 1000);
    const headers = { 'content-type': 'image/png' };
    const got = await call('store', { headers, body: bytes });
    expect(got?.status).toBe(200);
    expect(got?.headers['content-type']).toBe('application/octet-stream');
    expect(Buffer.from(String(got?.body), 'base64').equals(bytes)).toBe(true);
  });

  test.each<[name: string, headers: Readonly<Record<string, string>>, body: string, want: object]>([
    ['store', { 'content-type': 'image/gif' }, 'a', { status: 415 }],
    ['store', {}, 'a', { status: 415 }],
    ['store', { 'content-type': 'application/json' }, '{}', { status: 415 }],
    ['store', { 'content-type': 'image/png' }, '', { status: 400 }],
    ['store', { 'content-type': 'image/png', accept: 'application/json' }, 'a', { status: 406 }],
    [
      'convert',
      { 'content-type': 'image/webp', accept: 'image/gif' },
      'a',
      { status: 200, body: 'image/webp to image/gif', headers: { 'content-type': 'image/gif' } },
    ],
    [
      'convert',
      { 'content-type': 'image/webp' },
      'a',
      { status: 200, headers: { 'content-type': 'application/octet-stream' } },
    ],
    ['convert', { 'content-type': 'text/plain' }, 'a', { status: 415 }],
    ['convert', { 'content-type': 'image/a', accept: 'text/*' }, 'a', { status: 406 }],
    [
      'page',
      { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' },
      '',
      { status: 200, body: '<p>é</p>', headers: { 'content-type': 'text/html; charset=utf-8' } },
    ],
    [
      'page',
      { accept: 'application/pdf' },
      '',
      { status: 200, body: 'JVBERg==', headers: { 'content-type': 'application/pdf', vary: 'Accept' } },
    ],
    [
      'lines',
      { 'content-type': 'application/x-ndjson' },
      '{}\n{}',
      { status: 200, body: 'application/x-ndjson: 2' },
    ],
    ['lines', { 'content-type': 'text/plain; charset=utf-8' }, 'a', { status: 200, body: 'text/plain: 1' }],
    ['lines', { 'content-type': 'text/plain; charset=latin1' }, 'a', { status: 415 }],
    ['forget', {}, '', { status: 200, body: undefined }],
  ])('%s: %j', async (name, headers, sent, want) => {
    expect(await call(name, { headers, body: sent })).toMatchObject(want);
  });

  test.each(['text/html', 'application/pdf'])('says to HEAD how many bytes a %s has', async (accept) => {
    const response = await calls.get('page')?.({ method: 'HEAD', url: '/v1/page', headers: { accept } });
    const length = accept === 'text/html' ? '<p>é</p>'.length + 1 : 4;
    expect(response).toMatchObject({ headers: { 'content-length': String(length) }, body: undefined });
  });

  test('has no parser of JSON', async () => {
    const { outputs } = JSON.parse(await readFile(join(folder, '.generated/metafile.json'), 'utf8'));
    const [, bundle] = Object.entries(outputs).find(([path]) => path.includes('photo-store')) ?? [];
    const inputs = Object.keys((bundle as { inputs: object }).inputs).join();
    expect(inputs).not.toMatch(/json-body-parser|inspect-json/);
  });

  test('is in a valid document with its media types', async () => {
    const served = JSON.parse(await readFile(join(folder, '.generated/openapi.json'), 'utf8'));
    expect(await new Validator().validate(structuredClone(served))).toMatchObject({ valid: true });
    const { put, post } = served.paths['/v1/photo'] ?? served.paths['/photo'];
    expect(put.requestBody.content).toEqual({ 'image/png': {}, 'image/jpeg': {} });
    expect(put.responses[200].content).toEqual({ 'application/octet-stream': {} });
    expect(Object.keys(post.responses[200].content)).toEqual(['image/*']);
  });
});

test('a handler that returns anything else fails the build', async () => {
  const { diagnostics } = await build(
    await projectWith({ page: '() => ({ title: "a" })', store: '() => 5' }),
  );
  expect(diagnostics.map(({ code, file }) => [code, file])).toEqual([
    ['E-CODE', 'handlers/photo/page.ts'],
    ['E-CODE', 'handlers/photo/store.ts'],
  ]);
});

describe('a file of Swagger 2.0', () => {
  const get = (produces?: string[]) => ({
    operationId: 'load',
    ...(produces ? { produces } : {}),
    responses: { 200: { description: 'A photo', schema: { type: 'file' } } },
  });
  const plan = (produces?: string[]) =>
    planDocument(documentOf({ '/photo': { get: get(produces) } }, { swagger: '2.0' }));

  test('is sent with the media types that the operation produces', () => {
    const { diagnostics, functions } = plan(['image/png', 'image/jpeg']);
    expect(diagnostics.filter(isError)).toEqual([]);
    const operation = functions.find(({ kind }) => kind === 'operation');
    expect(operation).toMatchObject({ operation: { result: bytes } });
  });

  test.each([[undefined], [['application/json']], [['image/png', 'application/json']]])(
    'is refused with %j, which is no file',
    (produces) => {
      expect(plan(produces).diagnostics.filter(isError)).toMatchObject([{ code: 'E-UNSUPPORTED' }]);
    },
  );
});

test.each(['image', 'image/png\nx: y', 'a/b/c', '*/png', 'im age/png'])('%j is no media type', (name) => {
  const paths = { '/photo': { get: { operationId: 'load', ...sends(name) } } };
  expect(planDocument(documentOf(paths)).diagnostics.filter(isError)).toMatchObject([
    { code: 'E-UNSUPPORTED' },
  ]);
});
