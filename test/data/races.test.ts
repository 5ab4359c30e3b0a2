/** Writers that race and crash: no listed source without its entry, no entry that shows a wrong source. */

import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { beforeAll, describe, expect, test } from 'vitest';
import { parseEntry } from '../../lib/data/index-entries.ts';
import { termsOf } from '../../lib/data/index-terms.ts';
import { parseSource } from '../../lib/data/source-items.ts';
import type { SourceContent, SourceRecord } from '../../lib/data/source-record.ts';
import { createSourceRepository, type SourceRepository } from '../../lib/data/source-repository.ts';
import { type Engine, startEngine } from '../support/dynalite.ts';

const tags = ['red', 'green', 'blue'];
const tagged = (...own: string[]): SourceContent => ({ tags: own, format: 'json', preprocessors: [] });

let engine: Engine;

beforeAll(async () => {
  engine = await startEngine();
});

class Crash extends Error {}

/** A client of a process that dies before its n-th command: from then on nothing is sent. */
function crashingClient(commands: number): DynamoDBClient {
  let sent = 0;
  return new Proxy(engine.client, {
    get: (client, key) => {
      if (key !== 'send') return Reflect.get(client, key);
      return (command: never) => (++sent > commands ? Promise.reject(new Crash()) : client.send(command));
    },
  });
}

interface TableState {
  readonly records: readonly SourceRecord[];
  /** `term id` */
  readonly entries: ReadonlySet<string>;
}

async function stateOf(tableName: string): Promise<TableState> {
  const items = await engine.scan(tableName);
  const records = items.filter((item) => item.document).map((item) => parseSource(item).record);
  const entries = items
    .filter((item) => item.r)
    .map(parseEntry)
    .map(({ term, id }) => `${term} ${id}`);
  return { records, entries: new Set(entries) };
}

const wanted = ({ records }: TableState) =>
  new Set(records.flatMap((record) => termsOf(record).map((term) => `${term} ${record._id}`)));

/** Every list shows exactly the sources that belong in it. */
async function expectRightLists(sources: SourceRepository, records: readonly SourceRecord[]): Promise<void> {
  for (const query of [undefined, ...tags]) {
    const want = records
      .filter((record) => query === undefined || record.tags.includes(query))
      .map(({ _id }) => _id);
    const { hits } = await sources.list({ from: 0, size: 1000, ...(query === undefined ? {} : { query }) });
    expect(hits.map(({ _id }) => _id)).toEqual(want.toSorted().toReversed());
  }
}

/** What a crash may leave: entries too many, which one pass of reads takes away once they are old. */
async function expectSound(tableName: string): Promise<void> {
  const before = await stateOf(tableName);
  expect(wanted(before).difference(before.entries)).toEqual(new Set());
  const later = () => Date.now() + 61_000;
  const sources = createSourceRepository({ client: engine.client, tableName, now: later });
  await expectRightLists(sources, before.records);
  const after = await stateOf(tableName);
  expect(after.entries).toEqual(wanted(after));
}

describe('a crash before each command', () => {
  const operations: readonly [
    name: string,
    run: (sources: SourceRepository, id: string) => Promise<unknown>,
  ][] = [
    ['of create', (sources) => sources.create(tagged('red', 'green'))],
    ['of a replace that changes tags', (sources, id) => sources.replace(id, tagged('green', 'blue'))],
    ['of remove', (sources, id) => sources.remove(id)],
  ];
  test.each(operations)('%s leaves the lists right', async (_name, run) => {
    let crashes = 0;
    for (let commands = 0; ; commands++) {
      const tableName = await engine.makeTable();
      const { _id } = await createSourceRepository({ client: engine.client, tableName }).create(
        tagged('red', 'green'),
      );
      const outcome = await run(
        createSourceRepository({ client: crashingClient(commands), tableName }),
        _id,
      ).then(
        () => 'done',
        (error: unknown) => error,
      );
      await expectSound(tableName);
      if (outcome === 'done') break;
      expect(outcome).toBeInstanceOf(Crash);
      crashes++;
    }
    expect(crashes).toBeGreaterThanOrEqual(4);
  });
});

test('writers that race, retag, delete and crash at random lose no entry and show no wrong source', async () => {
  const random = pseudoRandom(20260101);
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
  for (let round = 0; round < 25; round++) {
    const tableName = await engine.makeTable();
    const seed = createSourceRepository({ client: engine.client, tableName });
    const { _id } = await seed.create(tagged('red'));
    const writers = Array.from({ length: 5 }, async () => {
      const client = random() < 0.5 ? crashingClient(Math.floor(random() * 8)) : engine.client;
      const sources = createSourceRepository({ client, tableName });
      const change = () => sources.replace(_id, tagged(...tags.filter(() => random() < 0.5)));
      await pick([
        change,
        change,
        change,
        () => sources.create(tagged(pick(tags))),
        () => sources.remove(_id),
      ])().catch(() => undefined);
      await sources.list({ from: 0, size: 10, query: pick(tags) }).catch(() => undefined);
    });
    await Promise.all(writers);
    await expectSound(tableName);
  }
});

/** Mulberry32: the same numbers at every run. */
function pseudoRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
