/** The operations of /source, over HTTP. */

import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { RawRequest } from '../../headwater/run/gateways/client.ts';
import { type Call, describeGateways } from './gateways.ts';
import { problem } from './table.ts';

const json = [['Content-Type', 'application/json']] as const;

const post = (body: unknown): RawRequest => ({
  method: 'POST',
  target: '/v1/source',
  headers: json,
  body: JSON.stringify(body),
});
const put = (target: string, body: unknown): RawRequest => ({ ...post(body), method: 'PUT', target });
const remove = (target: string): RawRequest => ({ method: 'DELETE', target });

interface Source {
  readonly _id: string;
  readonly created: string;
}

async function create(call: Call, body: unknown): Promise<Source> {
  return (await call(post(body))).body as Source;
}

describeGateways('a source', (test) => {
  test('is created, with Location', async (call) => {
    const input = {
      name: 'access log',
      description: 'Łódź 😀',
      tags: ['web'],
      format: 'text',
      preprocessors: [{ type: 'set', field: 'message', value: { a: [1, null] } }],
    };
    const { status, headers, body } = await call(post(input));
    const { _id: id, created } = body as Source;
    expect({ status, body }).toEqual({
      status: 201,
      body: {
        ...input,
        _id: id,
        created,
        updated: created,
        revision: 1,
        preprocessors: [
          {
            ...input.preprocessors[0],
            summary: 'Sets message to {"a":[1,null]}.',
            inputs: [],
            outputs: ['message'],
          },
        ],
      },
    });
    expect(headers['location']).toBe(`/v1/source/${id}`);
    expect((await call({ target: `/v1/source/${id}` })).body).toEqual(body);
  });

  test('without members gets the defaults', async (call) => {
    expect(await create(call, {})).toMatchObject({
      tags: [],
      format: 'json',
      preprocessors: [],
      revision: 1,
    });
  });

  test('is replaced without merging', async (call) => {
    const { _id: id, created } = await create(call, { name: 'a', description: 'b', tags: ['c'] });
    const { status, body } = await call(put(`/v1/source/${id}`, { tags: ['d'] }));
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { _id: id, created, revision: 2, tags: ['d'] },
    });
    expect(body).not.toHaveProperty('name');
    expect((await call({ target: `/v1/source/${id}` })).body).toEqual(body);
  });

  test('returns 404 after it is deleted', async (call) => {
    const { _id: id } = await create(call, {});
    const { status, text } = await call(remove(`/v1/source/${id}`));
    expect({ status, text }).toEqual({ status: 204, text: '' });
    for (const request of [
      { target: `/v1/source/${id}` },
      remove(`/v1/source/${id}`),
      put(`/v1/source/${id}`, {}),
    ]) {
      expect(await call(request)).toMatchObject({ status: 404, body: problem('not_found') });
    }
  });

  test('is unchanged after a refused update', async (call) => {
    const source = await create(call, { name: 'a' });
    const target = `/v1/source/${source._id}`;
    expect((await call(put(target, { name: 1 }))).status).toBe(400);
    expect((await call(put(target, { name: 'x'.repeat(129) }))).status).toBe(400);
    expect((await call({ target })).body).toEqual(source);
  });
});

describeGateways('a list of sources', (test) => {
  /** Creates sources with a unique tag, since other cases share the table. */
  async function tagged(call: Call, amount: number): Promise<{ tag: string; ids: string[] }> {
    const tag = randomUUID();
    const ids: string[] = [];
    for (let n = 0; n < amount; n++) ids.unshift((await create(call, { name: `s${n}`, tags: [tag] }))._id);
    return { tag, ids };
  }

  test('is newest first, page by page', async (call) => {
    const { tag, ids } = await tagged(call, 12);
    const page = async (query: string) => {
      const { body } = await call({ target: `/v1/source?query=${tag}${query}` });
      const { hits, ...rest } = body as { hits: Source[] };
      return { ...rest, ids: hits.map(({ _id: id }) => id) };
    };
    const all = { total: 12, total_relation: 'eq' };
    const after = expect.any(String);
    expect(await page('')).toEqual({ ...all, from: 0, size: 10, ids: ids.slice(0, 10), after });
    expect(await page('&from=10')).toEqual({ ...all, from: 10, size: 2, ids: ids.slice(10) });
    expect(await page('&from=3&size=2')).toEqual({ ...all, from: 3, size: 2, ids: ids.slice(3, 5), after });
    expect(await page('&size=0')).toEqual({ ...all, from: 0, size: 0, ids: [] });
    expect(await page('&from=100')).toEqual({ ...all, from: 100, size: 0, ids: [] });
  });

  test('finds a tag in any letter case and encoding', async (call) => {
    const tag = `${randomUUID()} Ä+&=%/?#`;
    const { _id: id } = await create(call, { tags: [tag] });
    for (const text of [tag, tag.toUpperCase(), tag.normalize('NFD')]) {
      const answer = await call({ target: `/v1/source?query=${encodeURIComponent(`"${text}"`)}` });
      expect(answer.body).toMatchObject({ total: 1, hits: [{ _id: id }] });
    }
    const withPlus = encodeURIComponent(`"${tag}"`).replaceAll('%20', '+');
    expect((await call({ target: `/v1/source?query=${withPlus}` })).body).toMatchObject({ total: 1 });
  });

  test('omits changed and deleted sources', async (call) => {
    const { tag, ids } = await tagged(call, 2);
    await call(put(`/v1/source/${ids[0]}`, { tags: [] }));
    await call(remove(`/v1/source/${ids[1]}`));
    expect((await call({ target: `/v1/source?query=${tag}` })).body).toMatchObject({ total: 0, hits: [] });
  });
});
