/** The SDK repeats a request whose response was lost: a write that fails because of its own first attempt has succeeded. */

import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { SourceContent } from '../../../lib/service/sources/source-record.ts';
import { type Engine, startEngine } from '../../support/engine.ts';
import { clientThat } from '../../support/faulty-client.ts';
import { onlyRevision } from '../support/only-revision.ts';
import { isOpenWrite, namesOfEntries, postingsAmong } from '../support/open-sources.ts';
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

const isOfSource = (command: unknown): boolean =>
  command instanceof PutCommand && command.input.Item?.['sk'] === 'document';

/** Every write arrives twice, and only the second response returns; others may write in between. */
function losingAnswers(between: () => Promise<unknown> = async () => undefined): SourceRepository {
  const client = clientThat(engine.client, async (command, forward) => {
    if (isOfSource(command)) {
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
  expect(items.filter(isOpenWrite)).toEqual([]);
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
    if (isOfSource(command)) await sources.replace(_id, content);
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
  await sources.remove(id);
  expect(await sources.create(content, { id })).toEqual(created);
  await expect(sources.get(id)).rejects.toMatchObject({ code: 'not_found' });
  await expectClean([]);
});

test('a refused clean-up does not fail a completed write', async () => {
  const { _id } = await sources.create(content);
  const client = clientThat(engine.client, (command, forward) =>
    command instanceof DeleteCommand
      ? Promise.reject(Object.assign(new Error('refused'), { name: 'ThrottlingException' }))
      : forward(),
  );
  const refused = createSourceRepository({ client, tableName });
  expect(await refused.replace(_id, other)).toMatchObject({ ...other, revision: 2 });
  await refused.remove(_id);
  await expect(sources.get(_id)).rejects.toMatchObject({ code: 'not_found' });
});

test('a write delayed beyond the lifetime of its postings is not made', async () => {
  const { _id } = await sources.create(content);
  const before = await engine.scan(tableName);
  let now = Date.now();
  const client = clientThat(engine.client, async (command, forward) => {
    const output = await forward();
    if (command instanceof PutCommand) now += 30_001;
    return output;
  });
  const slow = createSourceRepository({ client, tableName, now: () => now });
  await expect(slow.replace(_id, other)).rejects.toMatchObject({ code: 'timeout' });
  await expect(slow.create(content)).rejects.toMatchObject({ code: 'timeout' });
  const sourcesIn = (items: typeof before) => items.filter((item) => item['sk'] === 'document');
  expect(sourcesIn(await engine.scan(tableName))).toEqual(sourcesIn(before));
});
