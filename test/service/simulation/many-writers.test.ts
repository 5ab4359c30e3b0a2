/** Many writers of one source, none of whom says which revision they have seen: nobody is told to send it again. */

import { expect, test } from 'vitest';
import { documentClient } from '../../../lib/data/store/client.ts';
import { createIdGenerator } from '../../../lib/data/store/ids.ts';
import type { SourceContent } from '../../../lib/service/sources/source-record.ts';
import { createSourceRepository } from '../support/source-repository.ts';
import { Chance } from './chance.ts';
import { simulatedClient } from './client.ts';
import { Table } from './table.ts';
import { VirtualClock } from './virtual-clock.ts';

const content: SourceContent = { tags: [], format: 'json', preprocessors: [] };

/** @param commandMs How long DynamoDB takes on average. @returns how many have succeeded. */
async function change(writers: number, commandMs: number): Promise<number> {
  const chance = new Chance(writers);
  const clock = new VirtualClock(Date.UTC(2026, 0, 1), chance.number);
  const table = new Table();
  const now = () => Math.floor(clock.now);
  const pause = (ms: number) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    clock.after(ms, () => {
      resolve();
      return true;
    });
    return promise;
  };
  const client = documentClient(
    simulatedClient(async (name, input) => {
      await pause(commandMs * (0.5 + chance.number()));
      return table.execute(name, input);
    }),
  );
  const random = chance.number;
  const open = () => {
    const newId = createIdGenerator({ now, random: (count) => chance.bytes(count) });
    return createSourceRepository({ client, tableName: 'simulated', now, pause, random, newId });
  };
  const created = open().create(content);
  await clock.run();
  const { _id } = await created;
  const changes = Array.from({ length: writers }, (_, index) =>
    open().replace(_id, { ...content, name: `by ${index}` }),
  );
  const ended = Promise.allSettled(changes);
  await clock.run();
  const made = (await ended).filter(({ status }) => status === 'fulfilled').length;
  const reading = open().get(_id);
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
