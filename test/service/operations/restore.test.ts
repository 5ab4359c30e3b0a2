/** A table that was restored between two writes of one source: `verify --repair` makes it whole. */

import { beforeEach, describe, expect, test } from 'vitest';
import { documentClient } from '../../../lib/headwater/data/store/client.ts';
import { newProgress, type Progress, verifyTable } from '../../../lib/headwater/tools/admin/verify-table.ts';
import type { SourceContent, SourceRecord } from '../../../lib/service/sources/source-record.ts';
import { storedTypes } from '../../../lib/service/stored-types.ts';
import { simulatedClient } from '../simulation/client.ts';
import type { Item } from '../simulation/marshalled-item.ts';
import { keyOf } from '../simulation/stored-items.ts';
import { Table, type Write } from '../simulation/table.ts';
import { createSourceRepository, type SourceRepository } from '../support/source-repository.ts';

const tableName = 'restored';
const before: SourceContent = { name: 'old log', tags: ['red', 'green'], format: 'json', preprocessors: [] };
const after: SourceContent = { name: 'new log', tags: ['green', 'blue'], format: 'csv', preprocessors: [] };

let now: number;
const clock = {
  now: () => now,
  random: () => 0.5,
  pause: async (ms: number) => {
    now += ms;
  },
};

beforeEach(() => {
  now = Date.UTC(2026, 0, 1);
});

function clientOf(table: Table) {
  return documentClient(simulatedClient(async (name, input) => table.execute(name, input)));
}

function open(table: Table): SourceRepository {
  return createSourceRepository({ client: clientOf(table), tableName, ...clock });
}

async function repair(table: Table): Promise<Progress['report']> {
  const progress = newProgress(tableName, storedTypes, 2);
  const client = clientOf(table);
  await verifyTable({
    client,
    tableName,
    types: storedTypes,
    clock,
    isRepairing: true,
    unitsPerSecond: 1_000,
    progress,
  });
  return progress.report;
}

/** The table before a change, and all writes of the change. */
async function record(change: (sources: SourceRepository, id: string) => Promise<unknown>) {
  const writes: Write[] = [];
  const table = new Table({ onCommit: (its) => writes.push(...its) });
  const sources = open(table);
  const { _id } = await sources.create(before);
  const items = table.items.all();
  writes.length = 0;
  now += 1_000;
  await change(sources, _id);
  return { items, writes };
}

/** A table with the items after the writes that the restore includes. */
function restore(items: readonly Item[], writes: readonly Write[]): Table {
  const table = new Table();
  for (const item of items) table.items.write(keyOf(item), item);
  for (const { key, after: item } of writes) table.items.write(key, item);
  return table;
}

async function expectWhole(table: Table): Promise<void> {
  now += 60_000;
  await repair(table);
  const { found, findings } = await repair(table);
  // Postings without a document stay: they may be its only trace.
  const isLeft = found.superfluous > 0;
  expect(found).toMatchObject({ missing: 0, malformed: 0 });
  expect(findings.filter(({ reason }) => !reason.startsWith('there is no '))).toEqual([]);
  const sources = open(table);
  const all = (await sources.list({ from: 0, size: 10 })).hits;
  const hasTag = (tag: string) => all.filter((source: SourceRecord) => source.tags.includes(tag));
  for (const tag of ['red', 'green', 'blue']) {
    const { hits, total } = await sources.list({ query: `tags:${tag}`, from: 0, size: 10 });
    expect({ tag, hits }).toEqual({ tag, hits: hasTag(tag) });
    if (isLeft) continue;
    expect(total).toBe(hasTag(tag).length);
    const others = await sources.list({ query: `NOT tags:${tag}`, from: 0, size: 10 });
    expect(others.total).toBe(all.length - hasTag(tag).length);
  }
}

describe.each([
  ['replace', (sources: SourceRepository, id: string) => sources.replace(id, after)],
  ['create', (sources: SourceRepository) => sources.create(after)],
  ['remove', (sources: SourceRepository, id: string) => sources.remove(id)],
])('within the writes of %s', (_name, change) => {
  test('after each of them', async () => {
    const { items, writes } = await record(change);
    expect(writes.length).toBeGreaterThan(3);
    for (let count = 0; count <= writes.length; count++)
      await expectWhole(restore(items, writes.slice(0, count)));
  });

  /** Partitions may be restored to different moments of the same second. */
  test('with any of them', { tags: ['storage'] }, async () => {
    const { items, writes } = await record(change);
    for (let choice = 0; choice < 2 ** writes.length; choice++) {
      const chosen = writes.filter((_, index) => (choice >> index) % 2 === 1);
      await expectWhole(restore(items, chosen));
    }
  });
});
