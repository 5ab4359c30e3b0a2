/** A function that is frozen while the SDK waits for a response: when the token is forgotten, no attempt is sent. */

import { expect, test } from 'vitest';
import type { SourceContent } from '../../../lib/service/sources/source-record.ts';
import { Chance } from './chance.ts';
import type { Retry } from './client.ts';
import { product } from './product.ts';
import { open } from './subject.ts';
import { Table } from './table.ts';

/** The SDK sends a command again if it gets no response. */
const retry: Retry = (attempt) => attempt().catch(attempt);

test('a create that is frozen after its first attempt does not bring back a source that was deleted meanwhile', async () => {
  let time = Date.UTC(2026, 0, 1);
  const now = () => time++;
  const pause = async () => undefined;
  const table = new Table({ now });
  const send = async (name: string, input: object) => table.execute(name, input);
  const others = open(product, { send, now, pause }, new Chance(1)).sources;
  const reservedId = others.newId();
  let isFrozen = false;
  const sendFirst = async (name: string, input: object) => {
    const output = table.execute(name, input);
    if (isFrozen) return output;
    isFrozen = true;
    await product.removeDocument(others, reservedId);
    time += 20 * 60_000;
    throw Object.assign(new Error('no response'), { name: 'TimeoutError' });
  };
  const { sources } = open(product, { send: sendFirst, retry, now, pause }, new Chance(2));
  const content: SourceContent = { tags: ['red'], format: 'json', preprocessors: [] };
  const created = product.createDocument(sources, content, { reservedId });
  await expect(created).rejects.toMatchObject({ code: 'timeout' });
  expect(isFrozen).toBe(true);
  expect(table.items.all()).toEqual([]);
});
