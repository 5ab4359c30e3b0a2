/**
 * Paths that the gateway cannot route, under `npm start`, over both gateways.
 *
 * @module-tag local
 */

import { beforeAll, describe, expect, test } from 'vitest';
import { copyProjectWith, type LocalService, startLocal } from '../../../support/local-service.ts';

const operation = (operationId: string, names: readonly string[]) => ({
  operationId,
  tags: ['segment'],
  parameters: names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
  responses: { 200: { description: 'OK', content: { 'application/json': { schema: {} } } } },
});

const paths = {
  '/segment/{id}': { get: operation('read', ['id']), delete: operation('remove', ['id']) },
  '/segment/{id}.json': { get: operation('readJson', ['id']) },
  '/segment/{id}:cancel': { post: operation('cancel', ['id']) },
  '/segment/{id}:end/': { post: operation('end', ['id']) },
  '/segment/{a},{b}/$links': { get: operation('links', ['a', 'b']) },
};

const names = ['read', 'remove', 'readJson', 'cancel', 'end', 'links'];
const handlers = names.map((name) => [
  `handlers/segment/${name}.ts`,
  `export const handle = (input: object) => ({ name: '${name}', ...input });`,
]);

describe.each(['offline', 'strict'])('over the gateway %s', (gateway) => {
  let service: LocalService;

  beforeAll(async () => {
    const document = {
      openapi: '3.1.0',
      info: { title: 'Segments', version: '1' },
      servers: [{ url: '/v1' }],
      tags: [{ name: 'segment' }],
      paths,
    };
    const project = await copyProjectWith({
      'descriptors/segment.json': document,
      ...Object.fromEntries(handlers),
    });
    service = await startLocal(project, ['--gateway', gateway]);
  });

  test.each([
    ['GET', '/7', { name: 'read', id: '7' }],
    ['GET', '/7.json', { name: 'readJson', id: '7' }],
    ['GET', '/%C3%A4%20b%2525.json', { name: 'readJson', id: 'ä b%25' }],
    ['DELETE', '/7.json', { name: 'remove', id: '7.json' }],
    ['POST', '/7:cancel', { name: 'cancel', id: '7' }],
    ['POST', '/7%3Acancel', { name: 'cancel', id: '7' }],
    ['POST', '/7:end', { name: 'end', id: '7' }],
    ['POST', '/7:end/', { name: 'end', id: '7' }],
    ['GET', '/1,%202/$links', { name: 'links', a: '1', b: ' 2' }],
  ])('%s /v1/segment%s', async (method, path, want) => {
    const response = await service.fetch(`/v1/segment${path}`, { method });
    expect([response.status, await response.json()]).toEqual([200, want]);
    expect(response.headers.get('link')).toContain('</v1/api-docs.json/segment>; rel="describedby"');
  });

  test('other methods get 405, and HEAD no content', async () => {
    const refused = await service.fetch('/v1/segment/7:cancel', { method: 'PUT' });
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, expect.stringContaining('POST')]);
    const head = await service.fetch('/v1/segment/7.json', { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    const slash = await service.fetch('/v1/segment/7:cancel/', { method: 'POST' });
    expect(slash.status).toBe(404);
  });
});
