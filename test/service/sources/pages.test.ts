/** Paging: no duplicates, no losses, and a budget for each page. */

import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ListRequest } from '../../../lib/headwater/data/search/list/document-list.ts';
import { createIdGenerator } from '../../../lib/headwater/data/store/ids.ts';
import { timeOfId } from '../../../lib/headwater/shared/id-time.ts';
import type { SourceContent, SourcePage, SourceRecord } from '../../../lib/service/sources/source-record.ts';
import { amount } from '../../support/amount.ts';
import { type Engine, startEngine } from '../../support/engine.ts';
import { meterClient } from '../../support/metered-client.ts';
import { itemsOf, putItems } from '../support/fill-table.ts';
import { ofTable } from '../support/list-engine.ts';
import { createSourceRepository, type SourceRepository } from '../support/source-repository.ts';

const content: SourceContent = { tags: [], format: 'json', preprocessors: [] };
const start = Date.UTC(2026, 0, 1);
const sorts = (['-created', 'created'] as const).slice(0, amount({ few: 1, many: 2 }));

let engine: Engine;
let tableName: string;
let sources: SourceRepository;

beforeAll(async () => {
  engine = await startEngine();
});
beforeEach(async () => {
  tableName = await engine.makeTable();
  sources = createSourceRepository({ client: engine.client, tableName, requestIn: 'query' });
});

/** Creates this number of sources, one second apart, oldest first. */
async function fill(
  count: number,
  contentOf: (index: number) => Partial<SourceContent>,
): Promise<SourceRecord[]> {
  let now = start;
  const newId = createIdGenerator({ now: () => now });
  const records = Array.from({ length: count }, (_, index) => {
    now += 1000;
    const _id = newId();
    const created = new Date(timeOfId(_id)).toISOString();
    return { _id, created, updated: created, revision: 1, ...content, ...contentOf(index) };
  });
  await putItems(
    engine.client,
    tableName,
    records.flatMap((record) => itemsOf(record)),
  );
  return records;
}

type Question = Omit<ListRequest, 'from' | 'after'>;

async function everyPage(
  question: Question,
  between: () => Promise<unknown> = async () => undefined,
): Promise<SourcePage[]> {
  const pages = [await sources.list({ ...question, from: 0 })];
  for (let after = pages[0]?.after; after !== undefined; after = pages.at(-1)?.after) {
    await between();
    pages.push(await sources.list({ ...question, from: 0, after }));
    if (pages.length > 1000) throw new Error('The pages do not end.');
  }
  return pages;
}

const idsOf = (pages: readonly { hits: readonly SourceRecord[] }[]) =>
  pages.flatMap(({ hits }) => hits.map(({ _id }) => _id));

describe.each(sorts)('by %s', { tags: ['property'] }, (sort) => {
  const inOrder = (records: readonly SourceRecord[]) =>
    sort === 'created' ? records.map(({ _id }) => _id) : records.map(({ _id }) => _id).toReversed();

  test.each(
    ['', 'tags:all', 'tags:al*', 'tags:all tags:third', 'tags:third OR tags:other', 'NOT tags:third'].slice(
      0,
      amount({ few: 3, many: 6 }),
    ),
  )('the pages of %j are the list', async (query) => {
    const tagsOf = (index: number) => ['all', index % 3 === 0 ? 'third' : 'other'];
    await fill(100, (index) => ({ tags: tagsOf(index) }));
    const all = await sources.list({ from: 0, size: 1000, query, sort });
    const pages = await everyPage({ size: 7, query, sort });
    expect(idsOf(pages)).toEqual(idsOf([all]));
    expect(all.hits.length).toBeGreaterThan(30);
    expect(pages).toHaveLength(Math.ceil(all.hits.length / 7));
    expect(new Set(pages.map(({ total }) => total))).toEqual(new Set([all.total]));
    expect(pages.some(({ partial }) => partial)).toBe(false);
  });

  test('concurrent creates, retags and deletions cause no duplicates and lose no unchanged source', async () => {
    const records = await fill(120, () => ({ tags: ['a'] }));
    const stay = records.filter((_, index) => index % 3 > 0);
    const go = records.filter((_, index) => index % 3 === 0);
    const change = async () => {
      const [deleted, retagged] = go.splice(sort === 'created' ? 0 : -2, 2);
      await sources.create({ ...content, tags: ['a'] });
      if (deleted) await sources.remove(deleted._id);
      if (retagged) await sources.replace(retagged._id, { ...content, tags: ['b'] });
    };
    const ids = idsOf(await everyPage({ size: 8, query: 'tags:a', sort }, change));
    expect(new Set(ids).size).toBe(ids.length);
    const staying = new Set(stay.map(({ _id }) => _id));
    expect(ids.filter((id) => staying.has(id))).toEqual(inOrder(stay));
  });
});

test('a page continues after a deleted source', async () => {
  const records = await fill(10, () => ({}));
  const first = await sources.list({ from: 0, size: 3 });
  await Promise.all(first.hits.map(({ _id }) => sources.remove(_id)));
  const second = await sources.list({ from: 0, size: 3, after: first.after ?? '' });
  expect(idsOf([second])).toEqual(
    records
      .map(({ _id }) => _id)
      .toReversed()
      .slice(3, 6),
  );
});

test('the first page sets the total and the current time for all pages', async () => {
  let now = start + 20_000;
  sources = createSourceRepository({ client: engine.client, tableName, requestIn: 'query', now: () => now });
  await fill(10, () => ({}));
  const question = { from: 0, size: 4, query: 'created:>=now-15s' };
  const first = await sources.list(question);
  await sources.create(content);
  now += 3600_000;
  const second = await sources.list({ ...question, after: first.after ?? '' });
  expect([first.total, first.size, second.total, second.size]).toEqual([6, 4, 6, 2]);
  expect(second).not.toHaveProperty('after');
});

test('pages start after the sources that from skips', async () => {
  const records = await fill(10, () => ({}));
  const first = await sources.list({ from: 5, size: 3 });
  const second = await sources.list({ from: 0, size: 3, after: first.after ?? '' });
  expect(idsOf([first, second])).toEqual(
    records
      .map(({ _id }) => _id)
      .toReversed()
      .slice(5),
  );
});

test('from together with after is refused', async () => {
  const error = await sources.list({ from: 1, size: 1, after: 'x' }).catch((reason: unknown) => reason);
  expect(error).toMatchObject({
    code: 'invalid_request',
    message: 'from is 1 together with after, which already determines the position.',
    members: {
      errors: [{ in: 'query', name: 'from', code: 'maximum', message: 'must be 0 together with after' }],
    },
  });
});

test('a cursor of another query is refused', async () => {
  await fill(2, () => ({}));
  const { after = '' } = await sources.list({ from: 0, size: 1 });
  const error = await sources
    .list({ from: 0, size: 1, query: 'a', after })
    .catch((reason: unknown) => reason);
  const message = 'must be the cursor of a page with the same query and sort';
  expect(error).toMatchObject({
    code: 'invalid_request',
    message: `The parameter after ${message}.`,
    members: { errors: [{ in: 'query', name: 'after', code: 'format', message }] },
  });
});

describe('a prefix of many terms', () => {
  test('with few sources finds all of them', { tags: ['storage'] }, async () => {
    const isRare = (index: number) => index % 50 === 0;
    const records = await fill(2500, (index) =>
      isRare(index) ? { tags: [`rare-${index}`, ...(index % 100 === 0 ? ['rare-100'] : [])] } : {},
    );
    const pages = await everyPage({ size: 20, query: 'tags:rare*', sort: 'created' });
    expect(
      pages.map(({ size, total, total_relation, partial }) => [size, total, total_relation, partial]),
    ).toEqual([
      [20, 50, 'eq', undefined],
      [20, 50, 'eq', undefined],
      [10, 50, 'eq', undefined],
    ]);
    expect(idsOf(pages)).toEqual(records.filter((_, index) => isRare(index)).map(({ _id }) => _id));
    const skipped = await sources.list({ from: 45, size: 20, query: 'tags:rare*' });
    expect(idsOf([skipped])).toEqual(idsOf(pages).slice(0, 5).toReversed());
  });

  // To store so many takes a quarter of a minute.
  test.skipIf(amount({ few: 1, many: 1, most: 0 }))(
    'with more sources than are counted finds all of them',
    { tags: ['storage', 'property'] },
    async () => {
      const records = await fill(10_050, (index) => ({ tags: [`own-${index}`] }));
      const first = await sources.list({ from: 0, size: 30, query: 'tags:own*', track_total: true });
      expect(first).toMatchObject({ size: 30, total: 10_000, total_relation: 'gte' });
      const second = await sources.list({ from: 0, size: 30, query: 'tags:own*', after: first.after ?? '' });
      expect(idsOf([first, second])).toEqual(
        records
          .slice(-60)
          .map(({ _id }) => _id)
          .toReversed(),
      );
    },
  );
});

describe('a search with few hits', () => {
  ofTable('ends after 100 units, reports it, and can be continued', { tags: ['storage'] }, async () => {
    const records = await fill(450, (index) => (index % 200 === 0 ? { format: 'csv' } : {}));
    const { client, measure } = meterClient(engine.client);
    const metered = createSourceRepository({ client, tableName });
    const pages: SourcePage[] = [];
    do {
      const after = pages.at(-1)?.after;
      const { units } = await measure(async () => {
        const position = after === undefined ? {} : { after };
        pages.push(await metered.list({ from: 0, size: 2, query: 'format:csv', ...position }));
      });
      expect(units).toBeLessThanOrEqual(100 + 5);
    } while (pages.at(-1)?.after !== undefined);
    expect(pages.slice(0, -1).every(({ partial }) => partial)).toBe(true);
    expect(pages.length).toBeGreaterThan(4);
    expect(pages.length).toBeLessThan(8);
    expect(idsOf(pages)).toEqual([400, 200, 0].map((index) => records[index]?._id));
    expect(pages[0]).toMatchObject({ total: 1, total_relation: 'gte' });
  });

  ofTable('ends also while skipping, and continues to skip', { tags: ['storage'] }, async () => {
    const records = await fill(800, (index) => (index % 2 === 0 ? { format: 'csv' } : {}));
    const csv = records
      .filter(({ format }) => format === 'csv')
      .map(({ _id }) => _id)
      .toReversed();
    let page = await sources.list({ from: 300, size: 2, query: 'format:csv' });
    let pages = 1;
    for (; page.size === 0 && page.after; pages++)
      page = await sources.list({ from: 0, size: 2, query: 'format:csv', after: page.after });
    expect(pages).toBeGreaterThan(5);
    expect(pages).toBeLessThan(9);
    expect(idsOf([page])).toEqual(csv.slice(300, 302));
  });

  ofTable('counts only up to its budget', { tags: ['storage'] }, async () => {
    await fill(450, () => ({ format: 'csv' }));
    const page = await sources.list({ from: 0, size: 0, query: 'format:csv' });
    expect(page).toMatchObject({ size: 0, total_relation: 'gte', hits: [] });
    expect(page.total).toBeGreaterThanOrEqual(90);
    expect(page.total).toBeLessThan(200);
  });

  ofTable('ends at the deadline with the hits so far', async () => {
    const records = await fill(300, (index) => (index % 150 === 149 ? { format: 'csv' } : {}));
    let asked = 0;
    const hasty = createSourceRepository({ client: engine.client, tableName, isTimeUp: () => ++asked > 3 });
    const patient = createSourceRepository({ client: engine.client, tableName, maxUnits: 1_000 });
    const first = await hasty.list({ from: 0, size: 2, query: 'format:csv' });
    expect(first).toMatchObject({ size: 1, partial: true, total: 1, total_relation: 'gte' });
    const second = await patient.list({ from: 0, size: 2, query: 'format:csv', after: first.after ?? '' });
    expect(idsOf([first, second])).toEqual([299, 149].map((index) => records[index]?._id));
  });

  ofTable.each(['', 'tags:even', 'tags:ev*', 'tags:even web', 'format:csv'])(
    'whose time is over before its first document is unavailable: %j',
    async (query) => {
      await fill(3, () => ({ tags: ['even', 'web'], format: 'csv' }));
      const late = createSourceRepository({ client: engine.client, tableName, isTimeUp: () => true });
      const sent = late.list({ from: 0, size: 2, query });
      await expect(sent).rejects.toMatchObject({ code: 'unavailable', headers: { 'retry-after': '1' } });
    },
  );

  // To store so many takes half a minute.
  test.skipIf(amount({ few: 1, many: 1, most: 0 }))(
    'ends also when it reads only postings: two common terms without a common source',
    { tags: ['storage', 'property'] },
    async () => {
      await fill(24_000, (index) => ({ tags: [index % 2 === 0 ? 'even' : 'odd'] }));
      const pages = await everyPage({ size: 10, query: 'tags:even tags:odd' });
      expect(pages.map(({ size, partial }) => [size, partial])).toEqual([
        [0, true],
        [0, undefined],
      ]);
    },
  );
});
