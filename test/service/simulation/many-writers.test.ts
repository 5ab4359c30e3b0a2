/** Many writers of one source, none of whom says which revision they have seen: nobody is told to send it again. */

import { expect, test } from 'vitest';
import type { SourceContent } from '../../../lib/service/sources/source-record.ts';
import { Chance } from './chance.ts';
import { product } from './product.ts';
import { open } from './subject.ts';
import { Table } from './table.ts';
import { VirtualClock } from './virtual-clock.ts';

const content: SourceContent = { tags: [], format: 'json', preprocessors: [] };

/** @param commandMs How long DynamoDB takes on average. @returns how many have succeeded. */
async function change(writers: number, commandMs: number): Promise<number> {
  const chance = new Chance(writers);
  const clock = new VirtualClock(Date.UTC(2026, 0, 1), chance.number);
  const table = new Table({ now: () => clock.now, pick: (low, high) => chance.whole(low, high) });
  const pause = (ms: number) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    clock.after(ms, () => {
      resolve();
      return true;
    });
    return promise;
  };
  const send = async (name: string, input: object) => {
    const end = table.begin(name, input);
    await pause(commandMs * (0.5 + chance.number()));
    return end();
  };
  const process = () => open(product, { send, now: () => Math.floor(clock.now), pause }, chance).sources;
  const created = product.createDocument(process(), content);
  await clock.run();
  const { _id } = await created;
  const changes = Array.from({ length: writers }, (_, index) =>
    product.changeDocument(process(), _id, { contentOf: () => ({ ...content, name: `by ${index}` }) }),
  );
  const ended = Promise.allSettled(changes);
  await clock.run();
  const made = (await ended).filter(({ status }) => status === 'fulfilled').length;
  const reading = product.getDocument(process(), _id);
  await clock.run();
  expect((await reading).revision).toBe(1 + made);
  return made;
}

test.each([5, 20])('30 writers of one source all succeed when DynamoDB takes %d ms', async (commandMs) => {
  expect(await change(30, commandMs)).toBe(30);
});

test('100 writers of one source all succeed when DynamoDB takes 5 ms', { tags: ['long'] }, async () => {
  expect(await change(100, 5)).toBe(100);
});
