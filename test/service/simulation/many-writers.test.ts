/**
 * Many writers of one source, none of whom says which revision they have seen: nobody is told to send it again. Many pushes to one
 * stream.
 */

import { expect, test } from 'vitest';
import type { SourceContent } from '../../../lib/service/sources/source-record.ts';
import { batchOf } from '../support/stream-log.ts';
import { Chance } from './chance.ts';
import { product } from './product.ts';
import { open } from './subject.ts';
import { Table } from './table.ts';
import { VirtualClock } from './virtual-clock.ts';

const content: SourceContent = { tags: [], format: 'json', preprocessors: [] };

/** A table whose commands take `commandMs` on average, and processes that use it. */
function openWorld(seed: number, commandMs: number) {
  const chance = new Chance(seed);
  const clock = new VirtualClock(Date.UTC(2026, 0, 1), chance.number);
  const table = new Table({ now: () => clock.now, pick: (low, high) => chance.whole(low, high) });
  const refused: string[] = [];
  const begin = (name: string, input: object) => {
    try {
      return table.begin(name, input);
    } catch (error) {
      refused.push(name);
      throw error;
    }
  };
  const send = async (name: string, input: object) => {
    const end = begin(name, input);
    await clock.pause(commandMs * (0.5 + chance.number()));
    return end();
  };
  const process = () => open(product, { send, now: () => Math.floor(clock.now), pause: clock.pause }, chance);
  const run = async <Result>(started: Promise<Result>): Promise<Result> => {
    await clock.run();
    return started;
  };
  return { process, run, refused };
}

/** @returns how many have succeeded. */
async function change(writers: number, commandMs: number): Promise<number> {
  const { process, run } = openWorld(writers, commandMs);
  const { _id } = await run(product.createDocument(process().sources, content));
  const changes = Array.from({ length: writers }, (_, index) =>
    product.changeDocument(process().sources, _id, {
      contentOf: () => ({ ...content, name: `by ${index}` }),
    }),
  );
  const ended = await run(Promise.allSettled(changes));
  const made = ended.filter(({ status }) => status === 'fulfilled').length;
  const { revision } = await run(product.getDocument(process().sources, _id));
  expect(revision).toBe(1 + made);
  return made;
}

test.each([5, 20])('30 writers of one source all succeed when DynamoDB takes %d ms', async (commandMs) => {
  expect(await change(30, commandMs)).toBe(30);
});

test('100 writers of one source all succeed when DynamoDB takes 5 ms', { tags: ['faults'] }, async () => {
  expect(await change(100, 5)).toBe(100);
});

test('pushes to one stream never meet each other, in whatever number they run', async () => {
  const { process, run, refused } = openWorld(1, 10);
  const store = process();
  const { _id: source } = await run(product.createDocument(store.sources, content));
  const opened = { source, state: 'open', tags: [], on_error: 'quarantine', retention_days: 1 } as const;
  const { _id: stream } = await run(product.createStream(store.streams, opened));
  const pushes = Array.from({ length: 40 }, (_, index) => {
    const { streams, clock } = process();
    const log = { owner: 'public', stream, table: streams.table, now: clock.now, newId: streams.newId };
    return product.appendBatch(log, batchOf([1], [2]), index % 2 ? String(index) : undefined);
  });
  const results = await run(Promise.all(pushes));
  const positions = results.flatMap(({ outcomes }) => outcomes.map(({ position = -1 }) => position));
  expect(positions.toSorted((one, other) => one - other)).toEqual(Array.from({ length: 80 }, (_, n) => n));
  expect(refused).toEqual([]);
});
