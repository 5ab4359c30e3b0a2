/** Samples whose writes are repeated, lost or overtaken. */

import { PutCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { type Documents, openDocuments } from '../../../lib/headwater/data/documents.ts';
import { findSample, putSample, removeSample } from '../../../lib/service/samples/sample-store.ts';
import { sourceType } from '../../../lib/service/sources/source-fields.ts';
import type { SourceRecord } from '../../../lib/service/sources/source-record.ts';
import { type Engine, startEngine } from '../../support/engine.ts';
import { clientThat } from '../../support/faulty-client.ts';
import { createSourceRepository, type SourceRepository } from '../support/source-repository.ts';

let engine: Engine;
let tableName: string;
let sources: SourceRepository;
let samples: Documents<SourceRecord>;
let id: string;

beforeAll(async () => {
  engine = await startEngine();
});
beforeEach(async () => {
  tableName = await engine.makeTable();
  sources = createSourceRepository({ client: engine.client, tableName });
  samples = openDocuments(sourceType, { client: engine.client, tableName });
  ({ _id: id } = await sources.create({ tags: [], format: 'json', preprocessors: [] }));
});

const anyTag = () => undefined;
const put = (store: Documents<SourceRecord>, n: number) =>
  putSample(store, id, { contentOf: () => ({ records: [{ n }] }), check: anyTag });
const stored = async () => (await findSample(samples, id)).sample?.records[0]?.['n'];
const isWriteOfSample = (command: unknown) =>
  command instanceof TransactWriteCommand &&
  command.input.TransactItems?.some(({ Put, Delete }) => (Put?.Item ?? Delete?.Key)?.['sk'] === 'sample');

/** Every write of a sample arrives twice, and only the second response returns; others may write in between. */
function losingAnswers(between: () => Promise<unknown> = async () => undefined): Documents<SourceRecord> {
  const client = clientThat(engine.client, async (command, forward) => {
    if (!isWriteOfSample(command)) return forward();
    await forward().catch(() => undefined);
    await between();
    return forward();
  });
  return openDocuments(sourceType, { client, tableName });
}

test('a put whose response is lost is made once', async () => {
  await put(losingAnswers(), 1);
  expect(await stored()).toBe(1);
  await put(losingAnswers(), 2);
  expect(await stored()).toBe(2);
});

test('a put that others have replaced since is not repeated', async () => {
  await put(samples, 0);
  let changes = 0;
  await put(
    losingAnswers(() => put(samples, 10 + ++changes)),
    1,
  );
  expect([await stored(), changes]).toEqual([11, 1]);
});

test('a deletion whose response is lost is made once', async () => {
  await put(samples, 1);
  await removeSample(losingAnswers(), id, anyTag);
  expect((await findSample(samples, id)).sample).toBeUndefined();
});

test('a late request does not bring a deleted sample back', async () => {
  const late: (() => Promise<unknown>)[] = [];
  const client = clientThat(engine.client, async (command, forward) => {
    if (isWriteOfSample(command)) late.push(forward);
    return forward();
  });
  await put(openDocuments(sourceType, { client, tableName }), 1);
  await removeSample(samples, id, anyTag);
  await Promise.allSettled(late.map((send) => send()));
  expect((await findSample(samples, id)).sample).toBeUndefined();
});

test('a source that is deleted during a put leaves no sample', async () => {
  const client = clientThat(engine.client, async (command, forward) => {
    if (isWriteOfSample(command)) await sources.remove(id);
    return forward();
  });
  await expect(put(openDocuments(sourceType, { client, tableName }), 1)).rejects.toMatchObject({
    code: 'not_found',
  });
  expect(await engine.scan(tableName)).toEqual([]);
});

test('others change the sample again and again: the caller learns it', async () => {
  let changes = 0;
  const client = clientThat(engine.client, async (command, forward) => {
    if (isWriteOfSample(command)) await put(samples, ++changes);
    return forward();
  });
  const store = openDocuments(sourceType, { client, tableName, pause: async () => undefined });
  await expect(put(store, 0)).rejects.toMatchObject({ code: 'write_conflict' });
  expect(await stored()).toBe(changes);
});

test('an item that somebody else has written is an error, not a sample', async () => {
  const key = { pk: `source/${id}`, sk: 'sample' };
  for (const item of [key, { ...key, write: 'a', stored: { layout: 1 }, records: '[]' }]) {
    await engine.client.send(new PutCommand({ TableName: tableName, Item: item }));
    await expect(findSample(samples, id)).rejects.toThrow(`The item of the sample of ${id} is malformed.`);
  }
});

test.each([
  [131_072, 1],
  [131_073, undefined],
])('the largest sample is stored beside preprocessors of %i bytes', async (bytes, revision) => {
  const preprocessors = (value: string) => [{ type: 'set', value }];
  const rest = JSON.stringify({ revision: 1, preprocessors: preprocessors('') }).length;
  const { _id: other } = await sources.create({
    ...{ tags: [], format: 'json' },
    preprocessors: preprocessors('x'.repeat(bytes - rest)),
  });
  const records = [{ a: 'x'.repeat(262_144 - JSON.stringify([{ a: '' }]).length) }];
  await putSample(samples, other, { contentOf: () => ({ records }), check: anyTag });
  const { sample } = await findSample(samples, other);
  expect(sample?.records).toEqual(records);
  expect(sample?.base?.revision).toBe(revision);
});
