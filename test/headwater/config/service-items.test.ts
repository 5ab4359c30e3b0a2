/** The attributes of the framework's items, beside what a service stores. */

import { ScanCommand } from '@aws-sdk/client-dynamodb';
import { expect, test } from 'vitest';
import { configRule } from '../../../lib/headwater/config/config-rules.ts';
import { serviceAttributes } from '../../../lib/headwater/config/service-items.ts';
import { putShards } from '../../../lib/headwater/data/store/shard-epochs.ts';
import { accessTable, putItem } from '../../../lib/headwater/entries/table.ts';
import { testService } from '../../../lib/headwater/entries/testing.ts';
import { makeBookmarkProject } from '../testing/bookmark-project.ts';

/** The types of an index key. */
const types: Readonly<Record<string, string>> = { S: 'string', N: 'number' };

test('each attribute of an item of the framework is known, with its type', { tags: ['local'] }, async () => {
  const service = await testService({ projectFolder: await makeBookmarkProject() });
  const scopes = ['bookmark:read', 'bookmark:write'];
  const { fetch } = await service.withKey({ scopes, lifetime: '1h' });
  const created = await fetch('/v1/bookmark', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': 'a' },
    body: JSON.stringify({ url: 'https://example.com' }),
  });
  expect(created.status).toBe(201);
  expect((await fetch('/v1/bookmark?query=url:https')).status).toBe(200);
  const client = await service.table.client();
  await putItem(
    accessTable(client, service.table.name),
    putShards({ 't/a': [{ from: 1, shards: 2 }] }, undefined),
  );
  const { Items = [] } = await client.send(new ScanCommand({ TableName: service.table.name }));
  const found = new Map<string, Set<string>>();
  for (const [name, value] of Items.flatMap((item) => Object.entries(item))) {
    const [type = ''] = Object.keys(value);
    found.set(name, (found.get(name) ?? new Set()).add(types[type] ?? 'other'));
  }
  // A member of the document.
  found.delete('url');
  const read = [...found].map(([name, all]) => [name, all.size > 1 ? 'other' : [...all][0]]);
  expect(read.length).toBeGreaterThan(20);
  expect(Object.fromEntries(read.toSorted())).toEqual(
    Object.fromEntries(Object.entries(serviceAttributes).filter(([name]) => found.has(name))),
  );
  await service.close();
});

const problemsOf = (partition: unknown, sort?: unknown) =>
  configRule
    .check({ table: { indexes: { byKey: { partition, ...(sort === undefined ? {} : { sort }) } } } }, [])
    .map(({ path, accepted }) => [path.slice(3).join('.'), accepted]);

test('an index must not make DynamoDB refuse items of the framework, nor show API keys', () => {
  expect(problemsOf('state', 'created')).toEqual([
    ['sort', 'another attribute; _id sorts documents by their creation'],
  ]);
  expect(problemsOf('state', 'revision')).toEqual([['sort', 'the type "number"']]);
  expect(problemsOf('owner')).toEqual([['', 'an attribute that they lack as one of the keys, such as _id']]);
  expect(problemsOf('owner', { name: 'lastUsed', type: 'number' })).toHaveLength(1);
  expect(problemsOf('owner', '_id')).toEqual([]);
  expect(problemsOf('state', { name: 'revision', type: 'number' })).toEqual([]);
});
