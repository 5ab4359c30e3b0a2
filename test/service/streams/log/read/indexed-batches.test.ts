/** The positions of a crashed push in the index of batches: an end that is too far would hide the batches before it. */

import { expect, test } from 'vitest';
import { accessTable, type Item } from '../../../../../lib/headwater/data/store/table-access.ts';
import { segmentPositions } from '../../../../../lib/service/streams/log/batch-items.ts';
import { batchType } from '../../../../../lib/service/streams/log/read/indexed-batches.ts';
import { startEngine } from '../../../../support/engine.ts';
import { drawFrom, Model } from '../../../support/random-log.ts';
import { batchOf, beginStream } from '../../../support/stream-log.ts';

test.each([
  { segments: 0, isKnown: true },
  { segments: 10, isKnown: true },
  // Nobody looks for the next batch through so many empty segments.
  { segments: 100, isKnown: false },
])('the end of a void before $segments empty segments is known: $isKnown', async ({ segments, isKnown }) => {
  const engine = await startEngine();
  const tableName = await engine.makeTable();
  const stream = await beginStream({ client: engine.client, tableName }, 'a'.repeat(24));
  const model = new Model({ engine, tableName }, stream);
  await model.crash(drawFrom(1));
  await model.jump(segments * segmentPositions);
  const { outcomes } = await model.open().append(batchOf([1]));
  await model.open().all();
  const table = accessTable(engine.client, tableName);
  const voids = (await engine.scan(tableName)).filter((item: Item) => item['void'] === true);
  const read = voids.map((item: Item) => {
    const name = batchType.nameOf(item);
    return name && batchType.read(table, item, name);
  });
  const end = outcomes[0]?.position;
  expect(await Promise.all(read)).toEqual([
    isKnown ? { version: 1, document: expect.objectContaining({ first: 0, end, span: end }) } : undefined,
  ]);
});
