/** Lost races, crashes and refused writes: no list hides a source or counts one too many, by `after` and by `from`. */

import { BatchGetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { maxPostingMs } from '../../../lib/data/search/documents/document-writes.ts';
import type { SourceContent } from '../../../lib/service/sources/source-record.ts';
import { type Engine, startEngine } from '../../support/engine.ts';
import { Crash, clientThat } from '../../support/faulty-client.ts';
import { meterClient } from '../../support/metered-client.ts';
import { onlyRevision } from '../support/only-revision.ts';
import { isOpenWrite, namesOfEntries, postingsAmong } from '../support/open-sources.ts';
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

/** The table has exactly the postings of the sources, and no write intents. */
async function expectClean(): Promise<void> {
  const items = await engine.scan(tableName);
  const records = await Promise.all(ids.map((id) => sources.get(id)));
  expect(items.filter(isOpenWrite)).toEqual([]);
  expect(new Set(postingsAmong(items).map(({ term, id }) => `${term} ${id}`))).toEqual(
    namesOfEntries(records),
  );
}

const isDocument = (command: unknown) =>
  command instanceof PutCommand && command.input.Item?.['sk'] === 'document';

test('20 of 40 sources are tagged by a PUT that loses its race: NOT shows all 40', {
  tags: ['long'],
}, async () => {
  await createMany(40);
  for (const id of ids.slice(0, 20)) {
    const client = clientThat(engine.client, async (command, forward) => {
      if (isDocument(command)) await sources.replace(id, { ...content, name: 'won' });
      return forward();
    });
    const loser = createSourceRepository({ client, tableName }).replace(id, tagged, onlyRevision(1));
    await expect(loser).rejects.toMatchObject({ code: 'precondition_failed' });
  }
  await expectClean();
  for (const query of ['NOT tags:x', '', 'NOT (tags:x OR tags:y)', 'name:won OR NOT tags:x'])
    await expectEvery(query);
});

test('20 of 40 sources are tagged by a PUT that crashes: NOT shows all 40, at once and for ever', {
  tags: ['long'],
}, async () => {
  await createMany(40);
  for (const id of ids.slice(0, 20)) {
    const client = clientThat(engine.client, (command, forward) =>
      isDocument(command) ? Promise.reject(new Crash()) : forward(),
    );
    const crashed = createSourceRepository({ client, tableName }).replace(id, tagged);
    await expect(crashed).rejects.toBeInstanceOf(Crash);
  }
  await expectEvery('NOT tags:x');
  expect(await sources.list({ from: 0, size: 0, query: 'tags:x' })).toMatchObject({ total: 0 });
  const now = () => Date.now() + maxPostingMs + 10_000;
  const later = createSourceRepository({ client: engine.client, tableName, now });
  // Nobody reads the tag: each list that counts ends some of the writes.
  for (let lists = 0; lists < 5; lists++) await expectEvery('NOT tags:x', later);
  await expectClean();
});

describe('creates that one partition refuses', () => {
  const refused = 60;

  /** The partition of the word refuses; all else works. */
  function throttled(): SourceRepository {
    const client = clientThat(engine.client, (command, forward) =>
      command instanceof PutCommand && command.input.Item?.['pk'] === 'w/ho'
        ? Promise.reject(Object.assign(new Error('busy'), { name: 'ThrottlingException' }))
        : forward(),
    );
    return createSourceRepository({ client, tableName });
  }

  test('leave every list full, at 20 units at most, and no posting behind', { tags: ['long'] }, async () => {
    await createMany(30);
    const hot: SourceContent = {
      ...content,
      name: 'hot',
      tags: ['a', 'b', 'c'],
      description: 'one two three',
    };
    const writers = throttled();
    for (let made = 0; made < refused; made++)
      await expect(writers.create(hot)).rejects.toMatchObject({ code: 'unavailable' });
    const meter = meterClient(engine.client);
    const metered = createSourceRepository({ client: meter.client, tableName });
    const { units } = await meter.measure(async () => {
      const { hits } = await metered.list({ from: 0, size: 10 });
      expect(hits.map(({ _id }) => _id)).toEqual(ids.slice(0, 10));
    });
    expect(units).toBeLessThanOrEqual(20);
    expect(await byAfter(sources, '')).toEqual(ids);
    expect(await byFrom(sources, '')).toEqual(ids);
    const postings = postingsAmong(await engine.scan(tableName));
    expect(new Set(postings.map(({ id }) => id))).toEqual(new Set(ids));
  });
});

test('after many writes that have not ended, a list claims no exact total, and from skips what it has seen', async () => {
  const client = clientThat(engine.client, (command, forward) =>
    isDocument(command) ? Promise.reject(new Crash()) : forward(),
  );
  const crashing = createSourceRepository({ client, tableName });
  for (let made = 0; made < 40; made++) await expect(crashing.create(tagged)).rejects.toBeInstanceOf(Crash);
  await createMany(3);
  const page = await sources.list({ from: 0, size: 2 });
  expect(page.hits.map(({ _id }) => _id)).toEqual(ids.slice(0, 2));
  expect(page).toMatchObject({ total: 2, total_relation: 'gte' });
  expect((await sources.list({ from: 2, size: 2 })).hits.map(({ _id }) => _id)).toEqual(ids.slice(2));
  expect(await sources.list({ from: 0, size: 10 })).toMatchObject({ total: 3, total_relation: 'eq' });
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

test('a reader that is frozen while it reads a source does not delete the posting of a later write', async () => {
  await createMany(1);
  const [id = ''] = ids;
  const crashing = clientThat(engine.client, (command, forward) =>
    isDocument(command) ? Promise.reject(new Crash()) : forward(),
  );
  await createSourceRepository({ client: crashing, tableName })
    .replace(id, tagged)
    .catch(() => undefined);
  // It has read the posting and the source when it freezes; its clock goes on.
  let now = Date.now();
  let batches = 0;
  const client = clientThat(engine.client, async (command, forward) => {
    const output = await forward();
    // It reads the candidates of the page.
    if (command instanceof BatchGetCommand && ++batches === 1) now += maxPostingMs + 60_000;
    return output;
  });
  const reader = createSourceRepository({ client, tableName, now: () => now });
  const page = { from: 0, size: 10, query: 'tags:x' };
  await reader.list(page);
  expect(batches).toBe(1);
  // The posting is still there: the write might have been running.
  expect(postingsAmong(await engine.scan(tableName)).map(({ term }) => term)).toContain('t/x');
});
