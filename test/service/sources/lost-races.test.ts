/** Lost races, crashes and refused writes: no list hides a source or counts one too many, by `after` and by `from`. */

import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { SourceContent } from '../../../lib/service/sources/source-record.ts';
import { type Engine, startEngine } from '../../support/engine.ts';
import { Crash, clientThat } from '../../support/faulty-client.ts';
import { onlyRevision } from '../support/only-revision.ts';
import { namesOfEntries, postingsAmong } from '../support/open-sources.ts';
import { createSourceRepository, type SourceRepository } from '../support/source-repository.ts';

const content: SourceContent = { tags: [], format: 'json', preprocessors: [] };
const tagged: SourceContent = { ...content, tags: ['x'] };

let engine: Engine;
let tableName: string;
let sources: SourceRepository;
let ids: string[];

beforeAll(async () => {
  engine = await startEngine();
});
beforeEach(async () => {
  tableName = await engine.makeTable();
  sources = createSourceRepository({ client: engine.client, tableName });
  ids = [];
});

async function createMany(count: number): Promise<void> {
  for (let made = 0; made < count; made++) ids.unshift((await sources.create(content))._id);
}

async function byAfter(lists: SourceRepository, query: string): Promise<string[]> {
  const found: string[] = [];
  let after: string | undefined;
  do {
    const page = await lists.list({ from: 0, size: 7, query, ...(after === undefined ? {} : { after }) });
    found.push(...page.hits.map(({ _id }) => _id));
    ({ after } = page);
  } while (after !== undefined);
  return found;
}

async function byFrom(lists: SourceRepository, query: string): Promise<string[]> {
  const found: string[] = [];
  for (let from = 0; from < ids.length; from += 7)
    found.push(...(await lists.list({ from, size: 7, query })).hits.map(({ _id }) => _id));
  return found;
}

async function expectEvery(query: string, lists = sources): Promise<void> {
  expect(await lists.list({ from: 0, size: 0, query })).toMatchObject({
    total: ids.length,
    total_relation: 'eq',
  });
  expect(await byAfter(lists, query)).toEqual(ids);
  expect(await byFrom(lists, query)).toEqual(ids);
}

/** The table has exactly the postings of the sources. */
async function expectClean(): Promise<void> {
  const items = await engine.scan(tableName);
  const records = await Promise.all(ids.map((id) => sources.get(id)));
  expect(new Set(postingsAmong(items).map(({ term, id }) => `${term} ${id}`))).toEqual(
    namesOfEntries(records),
  );
}

const isWrite = (command: unknown) => command instanceof TransactWriteCommand;

test('20 of 40 sources are tagged by a PUT that loses its race: NOT shows all 40', {
  tags: ['faults'],
}, async () => {
  await createMany(40);
  for (const id of ids.slice(0, 20)) {
    const client = clientThat(engine.client, async (command, forward) => {
      if (isWrite(command)) await sources.replace(id, { ...content, name: 'won' });
      return forward();
    });
    const loser = createSourceRepository({ client, tableName }).replace(id, tagged, onlyRevision(1));
    await expect(loser).rejects.toMatchObject({ code: 'precondition_failed' });
  }
  await expectClean();
  for (const query of ['NOT tags:x', '', 'NOT (tags:x OR tags:y)', 'name:won OR NOT tags:x'])
    await expectEvery(query);
});

test('20 of 40 sources are tagged by a PUT that crashes: NOT shows all 40', {
  tags: ['faults'],
}, async () => {
  await createMany(40);
  for (const id of ids.slice(0, 20)) {
    const client = clientThat(engine.client, (command, forward) =>
      isWrite(command) ? Promise.reject(new Crash()) : forward(),
    );
    const crashed = createSourceRepository({ client, tableName }).replace(id, tagged);
    await expect(crashed).rejects.toBeInstanceOf(Crash);
  }
  await expectEvery('NOT tags:x');
  expect(await sources.list({ from: 0, size: 0, query: 'tags:x' })).toMatchObject({ total: 0 });
  await expectClean();
});

test('a page that fills up just before its end has after, and the last page has none', async () => {
  await createMany(4);
  for (const id of ids.slice(2)) await sources.replace(id, tagged);
  const page = await sources.list({ from: 0, size: 2, query: 'NOT tags:x' });
  expect(page).toMatchObject({ size: 2, total: 2, total_relation: 'eq' });
  const last = await sources.list({ from: 0, size: 2, query: 'NOT tags:x', after: page.after ?? '' });
  expect(last).toMatchObject({ size: 0, total: 2 });
  expect(last).not.toHaveProperty('after');
});
