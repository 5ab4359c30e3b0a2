import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { dataOf } from 'headwater/client';
import { testService } from 'headwater/testing';
import type { Client } from '#generated/client.ts';

const service = await testService<Client>();
after(service.close);

const scopes = ['bookmark:read', 'bookmark:write'];
const page = { url: 'https://www.rfc-editor.org/rfc/rfc9111', title: 'HTTP Caching', tags: ['http', 'rfc'] };

test('a page is found by its tag, and by a word of its title', async () => {
  const { client } = service.asUser({ subject: 'ann', scopes });
  const kept = await dataOf(client.bookmark.create({ body: page }));
  for (const query of ['tags:rfc', 'caching'])
    assert.deepEqual(await dataOf(client.bookmark.list({ query })), { total: 1, hits: [kept] });
});

test('a list has pages', async () => {
  const { client } = service.asUser({ subject: 'bob', scopes });
  for (const title of ['one', 'two', 'three'])
    await dataOf(client.bookmark.create({ body: { ...page, title } }));
  const { hits, after } = await dataOf(client.bookmark.list({ size: 2 }));
  const last = await dataOf(client.bookmark.list({ size: 2, after }));
  const titles = [...hits, ...last.hits].map(({ title }) => title);
  assert.deepEqual(titles, ['three', 'two', 'one']);
});

test('a change is refused if somebody else was faster', async () => {
  const { client } = service.asUser({ scopes });
  const { _id: id } = await dataOf(client.bookmark.create({ body: page }));
  const rename = (title: string | null) => client.bookmark.patch({ id, body: { title } }, { ifMatch: '"1"' });
  const { title, ...others } = await dataOf(rename(null));
  assert.deepEqual([title, others.tags], [undefined, page.tags]);
  assert.equal((await rename('Caches')).status, 412);
});

test('a removed bookmark is gone', async () => {
  const { client } = service.asUser({ scopes });
  const { _id: id } = await dataOf(client.bookmark.create({ body: page }));
  await dataOf(client.bookmark.remove({ id }));
  assert.equal((await client.bookmark.getById({ id })).status, 404);
});

test('everybody has bookmarks of their own, which a program may only read', async () => {
  const ann = service.asUser({ subject: 'ann', scopes });
  const bob = service.asUser({ subject: 'bob', scopes });
  const { _id: id } = await dataOf(ann.client.bookmark.create({ body: page }));
  assert.equal((await bob.client.bookmark.getById({ id })).status, 404);

  const program = await service.withKey({ owner: ann.owner, scopes: ['bookmark:read'] });
  assert.equal((await program.client.bookmark.getById({ id })).status, 200);
  assert.equal((await program.client.bookmark.remove({ id })).status, 403);
});
