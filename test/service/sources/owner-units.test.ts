/** What the lists of one owner may cost in a second, over all functions. */

import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { SourceContent, SourceRecord } from '../../../lib/service/sources/source-record.ts';
import { type Engine, startEngine } from '../../support/engine.ts';
import { meterClient } from '../../support/metered-client.ts';
import { itemsOf, putItems } from '../support/fill-table.ts';
import { createSourceRepository } from '../support/source-repository.ts';

const content: SourceContent = { name: 'access log', tags: ['web'], format: 'json', preprocessors: [] };
const ownerUnits = 250;

let engine: Engine;
let tableName: string;

beforeAll(async () => {
  engine = await startEngine();
});
beforeEach(async () => {
  tableName = await engine.makeTable();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 0, 1) });
});
afterEach(() => {
  vi.useRealTimers();
});

async function fill(): Promise<void> {
  const records = Array.from({ length: count }, (_, at): SourceRecord => {
    const _id = `${(0x6955b900 + at).toString(16)}${'0'.repeat(16)}`;
    const created = new Date((0x6955b900 + at) * 1_000).toISOString();
    return { ...content, _id, created, updated: created, revision: 1 };
  });
  await putItems(
    engine.client,
    tableName,
    records.flatMap((record) => itemsOf(record)),
  );
}

/** One of many functions with the same table. */
const open = (owner = 'public', client = engine.client) =>
  createSourceRepository({ client, tableName, owner, ownerUnits });
const list = (query: string, owner?: string) => open(owner).list({ from: 0, size: 10, query });

/** More sources than one list may check, so that a list takes all that it has reserved. */
const count = 120;

/** Each reserves 100 units for documents that have to be checked, and 10 for its hits. */
const dear = ['format:csv', '-name:*', '"log access"', 'description:access', 'revision:>1'];

describe.each(dear)('%s', (query) => {
  test('is refused after two in a second, for its owner alone, and accepted in the next', async () => {
    await fill();
    await list(query);
    await list(query);
    const error = await list(query).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'too_many_requests', status: 429, headers: { 'retry-after': '1' } });
    expect(error).toMatchObject({ message: expect.stringContaining('110 read units') });
    await list(query, 'anna');
    vi.setSystemTime(Date.now() + 1_000);
    await list(query);
  });
});

test('at once, no more are accepted than the units allow', async () => {
  await fill();
  const all = await Promise.allSettled(Array.from({ length: 10 }, () => list('format:csv')));
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
});

test.each(['', 'tags:web', 'web', 'tags:web tags:log', 'NOT tags:web', 'created:2026', 'tags:we*'])(
  'a list of %j is cheap: never refused, and without a write',
  async (query) => {
    const meter = meterClient(engine.client);
    const { written } = await meter.measure(async () => {
      for (let sent = 0; sent < 20; sent++)
        await open('public', meter.client).list({ from: 0, size: 10, query });
    });
    expect(written).toBe(0);
  },
);

test('what a list has not taken is given back', async () => {
  await open().create(content);
  for (let sent = 0; sent < 20; sent++) await list('format:csv');
});

test('a dear list costs one write unit', async () => {
  await fill();
  const meter = meterClient(engine.client);
  const run = () => open('public', meter.client).list({ from: 0, size: 10, query: 'format:csv' });
  expect((await meter.measure(run)).written).toBe(1);
});
