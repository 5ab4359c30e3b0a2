/**
 * Bodies of requests and responses over both gateways: what a function reads, byte for byte, and the length of what it sends.
 *
 * @module-tag local
 */

import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { copyProjectWith, type LocalService, startLocal } from '../../../support/local-service.ts';
import { type RawRequest, send } from '../../run/gateways/client.ts';

const content = (...types: string[]) => ({ content: Object.fromEntries(types.map((type) => [type, {}])) });
const sends = (...types: string[]) => ({ responses: { 200: { description: 'Done', ...content(...types) } } });

const maxBytes = 300_000;

const document = {
  openapi: '3.1.0',
  info: { title: 'Files', version: '1' },
  tags: [{ name: 'file' }],
  paths: {
    '/file': {
      put: {
        tags: ['file'],
        operationId: 'store',
        'x-max-bytes': maxBytes,
        requestBody: {
          required: true,
          ...content('application/*', 'font/*', 'image/*', 'multipart/*', 'text/*', 'x/*'),
        },
        ...sends('application/octet-stream'),
      },
    },
    '/file/{kind}': {
      get: {
        tags: ['file'],
        operationId: 'read',
        parameters: [{ name: 'kind', in: 'path', required: true, schema: { type: 'string' } }],
        ...sends('image/png', 'text/plain'),
      },
    },
    '/record': { get: { tags: ['file'], operationId: 'record', ...sends('application/json') } },
    '/nothing': {
      get: { tags: ['file'], operationId: 'nothing', responses: { 200: { description: 'Done' } } },
    },
  },
};

const handlers = {
  'handlers/file/store.ts': `import type { Handle } from '#generated/types/file/store.ts';
export const handle: Handle = (_input, body) => body.bytes;\n`,
  'handlers/file/read.ts': `import type { Handle } from '#generated/types/file/read.ts';
export const handle: Handle = ({ kind }) => kind === 'text' ? 'Łódź' : new Uint8Array(kind.length);\n`,
  'handlers/file/record.ts': `import type { Handle } from '#generated/types/file/record.ts';
export const handle: Handle = () => ({ city: 'Łódź', padding: 'x'.repeat(2_000) });\n`,
  'handlers/file/nothing.ts': 'export const handle = () => undefined;\n',
};

const image = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff, 0xfe, 0x00]), randomBytes(200_000)]);
const text = Buffer.from('Łódź 😀\r\n\ufeff "null"');

const bodies: readonly [type: string, bytes: Buffer][] = [
  ...[
    'image/png',
    'application/octet-stream',
    'application/pdf',
    'application/x-protobuf',
    'APPLICATION/GZIP',
    'font/woff2; a=b',
    'multipart/form-data',
    'multipart/mixed; boundary=a',
    'x/y',
  ].map((type): [string, Buffer] => [type, image]),
  ['application/x-gzip', gzipSync(image)],
  ['image/svg+xml', text],
  ['text/plain', text],
  ['application/xml', text],
  ['text/csv; charset=utf-8', text],
];

const responses: readonly [name: string, target: string, status: number][] = [
  ['an empty picture', '/v1/file/', 404],
  ['a picture of 7 bytes', '/v1/file/picture', 200],
  ['a picture of 500 bytes', `/v1/file/${'x'.repeat(500)}`, 200],
  ['a text', '/v1/file/text', 200],
  ['JSON', '/v1/record', 200],
  ['no content', '/v1/nothing', 200],
  ['a problem', '/v1/no-such-path', 404],
  ['a description', '/v1/openapi.json', 200],
  ['a page', '/docs', 200],
];

describe.each(['offline', 'strict'])('over the gateway %s', (gateway) => {
  let service: LocalService;

  beforeAll(async () => {
    const project = await copyProjectWith({ 'descriptors/file.json': document, ...handlers });
    service = await startLocal(project, ['--gateway', gateway]);
  });

  test.each(bodies)('a body of %s arrives byte for byte', async (type, bytes) => {
    const body = new Uint8Array(bytes);
    const response = await service.fetch('/v1/file', {
      method: 'PUT',
      headers: { 'content-type': type },
      body,
    });
    expect([response.status, Buffer.from(await response.arrayBuffer()).equals(bytes)]).toEqual([200, true]);
  });

  test('the limit of a body counts its bytes', async () => {
    const put = (size: number) =>
      service.fetch('/v1/file', {
        method: 'PUT',
        headers: { 'content-type': 'image/png' },
        body: new Uint8Array(size).fill(0xff),
      });
    expect((await put(maxBytes)).status).toBe(200);
    const refused = await put(maxBytes + 1);
    expect(refused.status).toBe(413);
    expect(await refused.json()).toMatchObject({ detail: expect.stringContaining('has 300001 bytes') });
  });

  // RFC 9110 section 8.6: Content-Length is the same as for GET, or absent.
  test.each(responses)('HEAD of %s has the length of GET', async (_name, target, status) => {
    for (const accepted of ['identity', 'gzip']) {
      const request: RawRequest = { target, headers: [['Accept-Encoding', accepted]] };
      const get = await send(service.port, request);
      const head = await send(service.port, { ...request, method: 'HEAD' });
      expect([get.status, head.status, head.text]).toEqual([status, status, '']);
      const [length, headLength] = [get.headers['content-length'], head.headers['content-length']];
      expect([undefined, length]).toContain(headLength);
    }
  });
});
