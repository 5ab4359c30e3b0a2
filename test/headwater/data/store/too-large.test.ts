/** An item beyond the limit of DynamoDB, in each command that could store it. */

import { expect, test } from 'vitest';
import { maxItemBytes } from '../../../../lib/headwater/data/store/item-size.ts';
import { accessTable, type TableAccess } from '../../../../lib/headwater/data/store/table-access.ts';
import { putItem } from '../../../../lib/headwater/data/store/table-writes.ts';
import { transact } from '../../../../lib/headwater/data/store/transactions.ts';
import { changeItem, updateItem } from '../../../../lib/headwater/data/store/update-item.ts';
import { startEngine } from '../../../support/engine.ts';

const engine = await startEngine();

const Key = { pk: 'upload', sk: 'text' };
const room = 'pkuploadsktextcontent'.length;
const text = (bytes: number) => 'x'.repeat(bytes - room);
const put = (content: unknown) => ({ Item: { ...Key, content } });
const update = (content: unknown) => ({
  Key,
  UpdateExpression: 'SET content = :content',
  ExpressionAttributeValues: { ':content': content },
});

const writes: readonly [name: string, run: (table: TableAccess, content: unknown) => Promise<unknown>][] = [
  ['putItem', (table, content) => putItem(table, put(content))],
  ['updateItem', (table, content) => updateItem(table, update(content))],
  ['changeItem', (table, content) => changeItem(table, update(content))],
  ['a Put of transact', (table, content) => transact(table, [{ Put: put(content) }])],
  [
    'an Update of transact',
    (table, content) =>
      transact(table, [{ Put: { Item: { pk: 'a', sk: 'b' } } }, { Update: update(content) }]),
  ],
];

test.each(writes)('%s stores the largest item, and refuses a larger one', async (_name, write) => {
  const tableName = await engine.makeTable();
  const table = accessTable(engine.client, tableName);
  const tooLarge = write(table, text(maxItemBytes + 1));
  await expect(tooLarge).rejects.toMatchObject({
    code: 'content_too_large',
    status: 413,
    message: 'An item of this request takes too many bytes to store; at most 409600 can be stored.',
    members: { max_bytes: 409_600 },
    cause: expect.any(Error),
  });
  expect(await engine.scan(tableName)).toEqual([]);

  await write(table, text(maxItemBytes));
  expect(await engine.scan(tableName)).toContainEqual({ ...Key, content: text(maxItemBytes) });
});

test('any other mistake of a request stays internal', async () => {
  const table = accessTable(engine.client, await engine.makeTable());
  await expect(putItem(table, { Item: { pk: 'no sort key' } })).rejects.toMatchObject({
    name: 'ValidationException',
  });
});
