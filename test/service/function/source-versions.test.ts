/** Versions of sources over the emitted functions: what a list has, one of them, and a source that is restored. */

import { beforeAll, beforeEach, expect, test } from 'vitest';
import { type SourceFunctions, sourceFunctions } from '../support/source-functions.ts';

let service: SourceFunctions;

beforeAll(async () => {
  service = await sourceFunctions(['update', 'patch', 'remove', 'getById', 'listVersions', 'getVersion']);
});

beforeEach(() => service.engine.clear(service.tableName));

const lowercase = { type: 'lowercase', field: 'a' };
const call = (nickname: string, id: string, request = {}) => service.call(nickname, id, request);
const patch = (id: string, body: object) => call('patch', id, { body });

interface Page {
  readonly total: number;
  readonly hits: readonly { readonly revision: number }[];
}

async function pageOf(id: string, query = ''): Promise<Page> {
  return (await call('listVersions', id, { query })).body as Page;
}

test('a list says what each change was about', async () => {
  const id = await service.make({ name: 'one' });
  await patch(id, { preprocessors: [lowercase, lowercase], tags: ['web'] });
  await patch(id, { name: 'two' });
  const { status, body } = await call('listVersions', id);
  const updated = expect.stringMatching(/Z$/);
  expect([status, body]).toEqual([
    200,
    {
      from: 0,
      size: 3,
      total: 3,
      total_relation: 'eq',
      hits: [
        { revision: 3, updated, name: 'two', steps: 2, changed: ['name'] },
        { revision: 2, updated, name: 'one', steps: 2, changed: ['tags', 'preprocessors'] },
        { revision: 1, updated, name: 'one', steps: 0 },
      ],
    },
  ]);
});

test('the last 20 are kept beside the present one, in pages', async () => {
  const id = await service.make();
  for (let at = 0; at < 25; at++) await patch(id, { name: `name ${at}` });
  const { total, hits } = await pageOf(id);
  expect([total, hits.map(({ revision }) => revision)]).toEqual([
    21,
    Array.from({ length: 21 }, (_, at) => 26 - at),
  ]);
  const { headers, body } = await call('listVersions', id, { query: '?from=5&size=2' });
  expect(body).toMatchObject({ from: 5, size: 2, total: 21, hits: [{ revision: 21 }, { revision: 20 }] });
  expect(headers['link']).toContain(`</v1/source/${id}/version?from=7&size=2>; rel="next"`);
  // The version before the earliest is gone, so nothing says what that change was about.
  expect(hits.at(-1)).not.toHaveProperty('changed');
  expect(await pageOf(id, '?size=0')).toMatchObject({ total: 21, hits: [] });
});

test('a version is the source of then, and a PUT restores it', async () => {
  const id = await service.make({ name: 'one', description: 'the first', preprocessors: [lowercase] });
  const first = (await call('getById', id)).body as object;
  await call('update', id, { body: { name: 'two' } });
  const version = await call('getVersion', id, { revision: '1' });
  expect(version).toMatchObject({ status: 200, headers: { etag: '"1"' } });
  // Preprocessors are shown as they were stored.
  expect(version.body).toEqual({ ...first, preprocessors: [lowercase] });
  const { _id, created, updated, revision, ...content } = Object(version.body);
  const late = await call('update', id, { body: content, headers: { 'if-match': '"1"' } });
  expect(late.status).toBe(412);
  const restored = await call('update', id, { body: content, headers: { 'if-match': '"2"' } });
  expect(restored).toMatchObject({
    status: 200,
    body: { ...content, revision: 3, preprocessors: [lowercase] },
  });
  expect((await call('getVersion', id, { revision: '2' })).body).toMatchObject({ name: 'two', revision: 2 });
  expect((await call('getVersion', id, { revision: '3' })).body).toMatchObject(content);
});

test.each([
  ['4', 404],
  ['0', 400],
  ['x', 400],
])('revision %s: %i', async (revision, status) => {
  const id = await service.make();
  expect((await call('getVersion', id, { revision })).status).toBe(status);
});

test('a refused change keeps no version, nor does an empty patch', async () => {
  const id = await service.make();
  await call('patch', id, { body: { name: 'x' }, headers: { 'if-match': '"9"' } });
  await call('patch', id, { body: { format: 'csv', csv: {}, multiline: {} } });
  await patch(id, {});
  expect(await pageOf(id)).toMatchObject({ total: 1 });
});

test('a source that is deleted has no versions, and leaves nothing', async () => {
  const id = await service.make();
  for (let at = 0; at < 22; at++) await patch(id, { name: `name ${at}` });
  expect((await call('remove', id, { method: 'DELETE' })).status).toBe(204);
  expect(await service.engine.scan(service.tableName)).toEqual([]);
  expect((await call('listVersions', id)).status).toBe(404);
  expect((await call('getVersion', id, { revision: '1' })).status).toBe(404);
});

test('a source of almost 400 KB has versions, which a list reads in several pages', async () => {
  const large = (at: number) => ({
    name: `large ${at}`,
    preprocessors: Array.from({ length: 48 }, () => ({ type: 'set', field: 'a', value: 'x'.repeat(8_000) })),
  });
  const id = await service.make(large(0));
  for (let at = 1; at < 5; at++) await call('update', id, { body: large(at) });
  const { hits } = await pageOf(id);
  expect(hits).toMatchObject([5, 4, 3, 2, 1].map((revision) => ({ revision, steps: 48 })));
  expect((await call('getVersion', id, { revision: '1' })).body).toMatchObject({ name: 'large 0' });
});
