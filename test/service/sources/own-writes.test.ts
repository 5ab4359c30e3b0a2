/** The SDK repeats a request whose response was lost: the database recognizes it, and the write is made once. */

import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { SourceContent } from '../../../lib/service/sources/source-record.ts';
import { type Engine, startEngine } from '../../support/engine.ts';
import { clientThat } from '../../support/faulty-client.ts';
import { onlyRevision } from '../support/only-revision.ts';
import { namesOfEntries, postingsAmong } from '../support/open-sources.ts';
import { createSourceRepository, type SourceRepository } from '../support/source-repository.ts';

const content: SourceContent = { tags: ['a', 'b'], format: 'json', preprocessors: [] };
const other: SourceContent = { ...content, tags: ['b', 'c'] };

let engine: Engine;
let tableName: string;
let sources: SourceRepository;

beforeAll(async () => {
  engine = await startEngine();
});
beforeEach(async () => {
  tableName = await engine.makeTable();
  sources = createSourceRepository({ client: engine.client, tableName });
});

const isWrite = (command: unknown): boolean => command instanceof TransactWriteCommand;

/** Every write arrives twice, and only the second response returns; others may write in between. */
function losingAnswers(between: () => Promise<unknown> = async () => undefined): SourceRepository {
  const client = clientThat(engine.client, async (command, forward) => {
    if (isWrite(command)) {
      await forward().catch(() => undefined);
      await between();
    }
    return forward();
  });
  return createSourceRepository({ client, tableName });
}

/** The table holds exactly the items of the sources. */
async function expectClean(ids: readonly string[]): Promise<void> {
  const items = await engine.scan(tableName);
  const postings = postingsAmong(items);
  const records = await Promise.all(ids.map((id) => sources.get(id)));
  const names = postings.map(({ term, id }) => `${term} ${id}`);
  expect(names.toSorted()).toEqual([...namesOfEntries(records)].toSorted());
}

const replaced = (times: number, id: () => string) => async () => {
  for (let time = 0; time < times; time++) await sources.replace(id(), { ...other, name: `other ${time}` });
};

test('create writes once', async () => {
  const record = await losingAnswers().create(content);
  expect(await sources.get(record._id)).toEqual(record);
  expect(await sources.list({ from: 0, size: 10 })).toMatchObject({ total: 1, hits: [record] });
});

test('create succeeds even if the source has since been changed or deleted', async () => {
  const newest = async () => (await sources.list({ from: 0, size: 1 })).hits[0]?._id ?? '';
  const changed = await losingAnswers(async () => sources.replace(await newest(), other)).create(content);
  expect(changed).toMatchObject({ ...content, revision: 1 });
  expect(await sources.get(changed._id)).toMatchObject({ ...other, revision: 2 });
  const deleted = await losingAnswers(async () => sources.remove(await newest())).create(content);
  expect(deleted).toMatchObject({ ...content, revision: 1 });
  await expect(sources.get(deleted._id)).rejects.toMatchObject({ code: 'not_found' });
});

test.each([0, 1, 7, 9, 30])('a change is applied once, followed by %i changes of others', async (times) => {
  const { _id } = await sources.create(content);
  const mine = await losingAnswers(replaced(times, () => _id)).replace(_id, other, onlyRevision(1));
  expect(mine).toMatchObject({ ...other, revision: 2 });
  expect(await sources.get(_id)).toMatchObject({ revision: 2 + times });
  await expectClean([_id]);
});

test('a change that lost is not reported as done', async () => {
  const { _id } = await sources.create(content);
  const client = clientThat(engine.client, async (command, forward) => {
    if (isWrite(command)) await sources.replace(_id, content);
    return forward();
  });
  const error = await createSourceRepository({ client, tableName })
    .replace(_id, other, onlyRevision(1))
    .catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: 'precondition_failed', message: 'It is at revision 2.' });
  expect(await sources.get(_id)).toMatchObject({ ...content, revision: 2 });
});

test('a deletion succeeds and removes its postings', async () => {
  const kept = await sources.create(content);
  const { _id } = await sources.create(content);
  await losingAnswers().remove(_id, onlyRevision(1));
  await expect(sources.get(_id)).rejects.toMatchObject({ code: 'not_found' });
  await expectClean([kept._id]);
});

test('only one of two deletions succeeds', async () => {
  const { _id } = await sources.create(content);
  const answers = await Promise.allSettled([losingAnswers().remove(_id), losingAnswers().remove(_id)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(answers.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'not_found' },
  });
});

test('deleting an unknown source is not_found', async () => {
  await expect(losingAnswers().remove('0'.repeat(24))).rejects.toMatchObject({ code: 'not_found' });
});

test('a reserved id is created once, and later returns the current source', async () => {
  const id = '6955b9003e7fedcba9876543';
  const created = await losingAnswers().create(content, { id });
  expect(created).toMatchObject({ ...content, _id: id, created: '2026-01-01T00:00:00.999Z', revision: 1 });
  const changed = await sources.replace(id, other);
  expect(await sources.create(content, { id })).toEqual(changed);
  await expectClean([id]);
});

test('a create that arrives again within ten minutes does not bring the source back', async () => {
  const late: (() => Promise<unknown>)[] = [];
  const client = clientThat(engine.client, (command, forward) => {
    if (isWrite(command)) late.push(forward);
    return forward();
  });
  const { _id } = await createSourceRepository({ client, tableName }).create(content);
  await sources.remove(_id);
  await Promise.all(late.map((send) => send()));
  await expectClean([]);
});
