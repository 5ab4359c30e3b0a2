/** The table remembers the epochs of shards: a setting that lacks one is refused before it can hide or misplace a source. */

import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { shardTable } from '../../../lib/headwater/data/search/index/shards.ts';
import { systemClock } from '../../../lib/headwater/data/store/clock.ts';
import { checkShards } from '../../../lib/headwater/data/store/shard-epochs.ts';
import { newProgress, verifyTable } from '../../../lib/headwater/tools/admin/verify-table.ts';
import type { SourceContent } from '../../../lib/service/sources/source-record.ts';
import { storedTypes } from '../../../lib/service/stored-types.ts';
import { type Engine, startEngine } from '../../support/engine.ts';
import { createSourceRepository } from '../support/source-repository.ts';

const content: SourceContent = { tags: ['web'], format: 'json', preprocessors: [] };
const start = Date.UTC(2026, 0, 1);
const hour = 3_600_000;
const four = { s: [{ from: start + hour, shards: 4 }] };
const both = {
  s: [...four.s, { from: start + 2 * hour, shards: 16 }],
  't/web': [{ from: start + 2 * hour, shards: 2 }],
};

let engine: Engine;
let tableName: string;
let now: number;

beforeAll(async () => {
  engine = await startEngine();
});
beforeEach(async () => {
  tableName = await engine.makeTable();
  now = start;
});

/** The sources, as a container with the setting sees them. */
function openWith(setting: Parameters<typeof shardTable>[0]) {
  const shards = shardTable(setting);
  return createSourceRepository({ client: engine.client, tableName, shards, now: () => now });
}

const stored = async () => (await engine.scan(tableName)).find(({ pk }) => pk === '~settings');

test('the first write notes the epochs, and a later setting may add to them', async () => {
  await openWith({}).create(content);
  expect(await stored()).toBeUndefined();
  await openWith(four).create(content);
  now += 90 * 60_000;
  const sharded = openWith(both);
  for (let made = 0; made < 8; made++) await sharded.create(content);
  now += hour;
  for (let made = 0; made < 8; made++) await sharded.create(content);
  expect(await sharded.list({ from: 0, size: 100, query: 'tags:web' })).toMatchObject({
    total: 18,
    size: 18,
  });
  expect(() => checkShards(both, undefined)).not.toThrow();
});

describe('a setting that contradicts the table', () => {
  const settings = [
    ['none', {}],
    ['one epoch less', four],
    ['another number', { ...both, s: [...four.s, { from: start + 2 * hour, shards: 8 }] }],
    ['another time', { ...both, s: [...four.s, { from: start + hour, shards: 16 }] }],
  ] as const;

  test.each(settings)(
    '%s: no function starts, no write is made, and verify refuses',
    async (_name, setting) => {
      await openWith(both).create(content);
      const item = await stored();
      expect(() => checkShards(setting, item)).toThrow('INDEX_SHARDS');
      expect(() => checkShards(both, item)).not.toThrow();
      const before = await engine.scan(tableName);
      if (Object.keys(setting).length > 0)
        await expect(openWith(setting).create(content)).rejects.toThrow('INDEX_SHARDS');
      const progress = newProgress(tableName, storedTypes, 1);
      const verify = verifyTable({
        ...{ client: engine.client, tableName, types: storedTypes, shards: setting, clock: systemClock },
        ...{ isRepairing: true, unitsPerSecond: Number.POSITIVE_INFINITY, progress },
      });
      await expect(verify).rejects.toThrow('INDEX_SHARDS');
      expect(await engine.scan(tableName)).toEqual(before);
    },
  );
});

test('an epoch that began before postings of the owner is refused', async () => {
  now = start + 3 * hour;
  await openWith({}).create(content);
  await expect(openWith(four).create(content)).rejects.toThrow('must begin after the deployment');
  expect(await stored()).toBeUndefined();
  expect(await openWith({}).list({ from: 0, size: 10 })).toMatchObject({ total: 1 });
});
