/** Link headers, over HTTP: their targets exist. */

import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { HttpAnswer, RawRequest } from '../../headwater/run/gateways/client.ts';
import { describedBy, describedItem } from '../../support/links.ts';
import { type Call, describeGateways } from './gateways.ts';

const json = [['Content-Type', 'application/json']] as const;
const unknown = '/v1/source/0123456789abcdef01234567';
const source = describedBy('source');

async function create(call: Call, body: object): Promise<string> {
  const request = { method: 'POST', target: '/v1/source', headers: json, body: JSON.stringify(body) };
  return (await call(request)).headers['location'] ?? '';
}

/** Link targets by relation. */
function targets({ headers }: HttpAnswer): Readonly<Record<string, string>> {
  const found = [...(headers['link'] ?? '').matchAll(/<([^>]*)>; rel="(\w+)"/g)];
  return Object.fromEntries(found.map(([, target, rel]) => [rel, target]));
}

const rows: readonly [name: string, request: RawRequest, status: number, link: string | undefined][] = [
  ['a list', { target: '/v1/source?size=0' }, 200, `${source}, </v1/source?from=0&size=0>; rel="first"`],
  ['an unknown id', { target: unknown }, 404, source],
  ['an unknown id, to HEAD', { method: 'HEAD', target: unknown }, 404, source],
  ['DELETE of an unknown id', { method: 'DELETE', target: unknown }, 404, source],
  ['an invalid query', { target: '/v1/source?size=x' }, 400, source],
  ['an unsupported Accept', { target: '/v1/source', headers: [['Accept', 'text/csv']] }, 406, source],
  [
    'an unsupported media type',
    { method: 'POST', target: '/v1/source', headers: [['Content-Type', 'text/csv']], body: 'a' },
    415,
    source,
  ],
  ['an undeclared method', { method: 'DELETE', target: '/v1/source' }, 405, source],
  ['an undeclared method on an item', { method: 'POST', target: unknown }, 405, source],
  ['OPTIONS', { method: 'OPTIONS', target: '/v1/source' }, 204, source],
  ['OPTIONS on an item', { method: 'OPTIONS', target: unknown }, 204, source],
  ['an unknown path', { target: '/v1/nothing' }, 404, undefined],
  [
    'the descriptors, which have no descriptor',
    { target: '/v1/api-docs.json/source' },
    200,
    '</v1/openapi.json>; rel="service-desc"; type="application/json"',
  ],
  ['OPTIONS on a descriptor', { method: 'OPTIONS', target: '/v1/api-docs.json/source' }, 204, undefined],
];
describeGateways('Link', (test) => {
  for (const [name, request, status, link] of rows) {
    test(name, async (call) => {
      const answer = await call(request);
      expect([answer.status, answer.headers['link']]).toEqual([status, link]);
    });
  }

  test('a created source', async (call) => {
    const answer = await call({ method: 'POST', target: '/v1/source', headers: json, body: '{}' });
    expect([answer.status, answer.headers['link']]).toEqual([201, source]);
  });

  test('the operations on a source', async (call) => {
    const target = await create(call, {});
    const item = describedItem('source');
    for (const [status, request] of [
      [200, { target }],
      [200, { method: 'HEAD', target }],
      [304, { target, headers: [['If-None-Match', '"1"']] }],
      [200, { method: 'PUT', target, headers: json, body: '{"name":"a"}' }],
      [204, { method: 'DELETE', target }],
    ] as const) {
      const answer = await call(request);
      expect([answer.status, answer.headers['link']]).toEqual([status, item]);
    }
  });

  test('leads to the descriptor and the list', async (call) => {
    const { describedby = '', collection = '' } = targets(await call({ target: await create(call, {}) }));
    expect(await call({ target: describedby })).toMatchObject({
      status: 200,
      body: { resourcePath: '/source' },
    });
    expect(await call({ target: collection })).toMatchObject({
      status: 200,
      body: { hits: expect.any(Array) },
    });
  });
});

describeGateways('links between pages', (test) => {
  test('lead through a list and back', async (call) => {
    const tag = randomUUID();
    const created: string[] = [];
    for (let n = 0; n < 7; n++) created.unshift(await create(call, { tags: [tag] }));
    const idsOf = ({ body }: HttpAnswer) =>
      (body as { hits: { _id: string }[] }).hits.map(({ _id: id }) => id);

    const seen: string[][] = [];
    const list = `/v1/source?query=${tag}&size=3`;
    for (let target: string | undefined = list; target !== undefined; ) {
      const answer = await call({ target });
      expect(answer.status).toBe(200);
      seen.push(idsOf(answer));
      target = targets(answer)['next'];
      expect(seen.length).toBeLessThan(5);
    }
    expect(seen.map((ids) => ids.length)).toEqual([3, 3, 1]);
    expect(seen.flat()).toEqual(created.map((path) => path.split('/').at(-1)));

    const { prev = '', first = '' } = targets(await call({ target: `${list}&from=6` }));
    expect(idsOf(await call({ target: prev }))).toEqual(seen[1]);
    expect(idsOf(await call({ target: first }))).toEqual(seen[0]);
  });

  const kept: readonly [sent: string, kept: string][] = [
    ['', ''],
    ['?query=nothing', 'query=nothing&'],
    ['?size=10&query=no-such-tag&from=0', 'query=no-such-tag&'],
    ['?query=a%20b&size=10', 'query=a%20b&'],
    ['?query=%C3%84%26%3C', 'query=%C3%84%26%3C&'],
    ['?query=%22%3E;rel=next%22', 'query=%22%3E;rel=next%22&'],
  ];
  for (const [sent, others] of kept) {
    test(`keep "${sent}" unchanged`, async (call) => {
      const answer = await call({ target: `/v1/source${sent}` });
      expect(targets(answer)['first']).toBe(`/v1/source?${others}from=0&size=10`);
    });
  }
});
