/**
 * The cost of lists and writes in capacity units: it does not depend on the
 * number of sources.
 *
 * @module-tag storage
 */

import { beforeAll, describe, expect, test } from 'vitest';
import { openIndex } from '../../../lib/headwater/data/search/index/open-index.ts';
import type { ListRequest } from '../../../lib/headwater/data/search/list/document-list.ts';
import { sourceType } from '../../../lib/service/sources/source-fields.ts';
import type { SourceContent, SourcePage, SourceRecord } from '../../../lib/service/sources/source-record.ts';
import { type Engine, startEngine } from '../../support/engine.ts';
import { type Meter, meterClient } from '../../support/metered-client.ts';
import { itemsOf, putItems } from '../support/fill-table.ts';
import { createSourceRepository, type SourceRepository } from '../support/source-repository.ts';

const start = Date.UTC(2026, 0, 1);
/** The longest that is not shortened: no posting is larger. */
const longTag = 'customers-up-to-here';
/** The longest with which a first page costs 15 units. */
const nineBytes = 'customers';
/** Sources of 1.25 KB. */
const content: SourceContent = {
  tags: [],
  format: 'json',
  preprocessors: [{ type: 'set', value: 'x'.repeat(1000) }],
};

interface Filled {
  readonly tableName: string;
  readonly sources: SourceRepository;
  readonly meter: Meter;
}

/** The number of sources in the larger table. */
const count = 11_000;

let engine: Engine;
let small: Filled;
let large: Filled;

beforeAll(async () => {
  engine = await startEngine();
  small = await fill(1000);
  large = await fill(count);
});

/** One source per second; most have only postings, since nothing else of them is read. */
async function fill(amount: number): Promise<Filled> {
  const tableName = await engine.makeTable();
  const items = Array.from({ length: amount }, (_, index) => {
    const record = recordAt(index);
    const [source, ...postings] = itemsOf(record);
    const isShown = index % 100 === 0 || amount - index <= 250 || index <= 1010 || index % 500 > 480;
    return isShown && source ? [source, ...postings] : postings;
  });
  await putItems(engine.client, tableName, items.flat());
  const meter = meterClient(engine.client);
  return { tableName, sources: createSourceRepository({ client: meter.client, tableName }), meter };
}

function recordAt(index: number): SourceRecord {
  const time = start + index * 1000;
  const _id = `${(time / 1000).toString(16).padStart(8, '0')}000${index.toString(16).padStart(13, '0')}`;
  const created = new Date(time).toISOString();
  const tags = [
    'common',
    longTag,
    nineBytes,
    `only-${index}`,
    ...[10, 100].filter((one) => index % one === 0).map((one) => `each-${one}`),
    ...(index % 2 === 0 ? ['half'] : []),
  ];
  return { _id, created, updated: created, revision: 1, ...content, tags };
}

const list = async (
  { sources, meter }: Filled,
  question: Omit<ListRequest, 'from'> & { readonly from?: number },
) => {
  let page: SourcePage | undefined;
  const { units } = await meter.measure(async () => {
    page = await sources.list({ from: 0, ...question });
  });
  if (!page) throw new Error('There is no page.');
  return { page, units };
};

/** The costs of a page and of counting: a second page counts nothing. */
async function costOf(filled: Filled, query: string): Promise<{ page: number; count: number }> {
  const first = await list(filled, { size: 10, query });
  const second = await list(filled, { size: 10, query, after: first.page.after ?? '' });
  expect([first.page.size, second.page.size]).toEqual([10, 10]);
  return { page: second.units, count: first.units - second.units };
}

const queries: readonly [name: string, query: string, units: number][] = [
  ['of the newest sources', '', 11],
  ['of a tag', 'tags:common', 11],
  ['of a tag on one in ten', 'tags:each-10', 11],
  ['of two tags', 'tags:each-10 tags:common', 12],
  ['of either of two tags', 'tags:each-10 OR tags:common', 12],
  ['of a prefix', 'tags:comm*', 11],
  ['of a prefix of two terms', 'tags:each*', 11.5],
  ['of all without a tag', 'NOT tags:each-100', 12],
  ['of a range of time', 'created:[2026-01-01T00:05 TO 2026-01-01T00:09]', 11],
  ['of a range of time and a tag', 'created:<2026-01-01T00:10 tags:each-10', 11],
];

describe('a page of ten', () => {
  test.each(queries)(
    '%s, %j, costs at most %d units, at any size of the table',
    async (_name, query, units) => {
      const [one, other] = [await costOf(small, query), await costOf(large, query)];
      expect(one.page).toBeLessThanOrEqual(units);
      expect(other.page).toBeLessThanOrEqual(units);
      expect(one.count).toBeLessThanOrEqual(75);
      expect(other.count).toBeLessThanOrEqual(75);
    },
  );

  test('of a tag on one in a hundred costs 11', async () => {
    const { page, units } = await list(large, { size: 10, query: 'tags:each-100' });
    expect([page.size, page.total]).toEqual([10, 110]);
    expect(units).toBe(11);
  });

  test('of a prefix of many terms costs 11.5', async () => {
    const { page, count } = await costOf(large, 'tags:only-*');
    expect(page).toBe(11.5);
    expect(count).toBeLessThanOrEqual(75);
    expect(await list(small, { size: 0, query: 'tags:only-*' })).toMatchObject({
      page: { total: 1000, total_relation: 'eq' },
    });
  });

  test('costs the same on page 100', async () => {
    let { page } = await list(large, { size: 10, query: 'tags:each-100' });
    const units: number[] = [];
    while (page.after !== undefined) {
      const next = await list(large, { size: 10, query: 'tags:each-100', after: page.after });
      units.push(next.units);
      page = next.page;
    }
    expect(units).toEqual(Array(10).fill(11));
  });

  test.each(['', 'tags:common'])('of %j from 9,990 costs at most 80, including the count', async (query) => {
    const { page, units } = await list(large, { from: 9990, size: 10, query });
    expect(page).toMatchObject({ size: 10, total: 10_000, total_relation: 'gte' });
    expect(units).toBeLessThanOrEqual(80);
  });
});

test.each(['', 'tags:common', 'tags:each-10 tags:common', 'tags:each-10 OR tags:common'])(
  'counting 10,000 of %j costs at most 75',
  async (query) => {
    const { page, units } = await list(large, { size: 0, query, track_total: true });
    expect(page.total).toBeGreaterThanOrEqual(1000);
    expect(units).toBeLessThanOrEqual(75);
  },
);

test.each([
  ['', 13.5],
  ['created:>=2026', 13.5],
  ['tags:common', 14.5],
  [`tags:${nineBytes}`, 15],
  [`tags:${longTag}`, 16.5],
  ['NOT tags:each-100', 15],
  ['NOT tags:each-10', 15.5],
  ['NOT tags:half', 22],
] as const)('a first page of %j with its total costs at most %d', async (query, most) => {
  for (const filled of [small, large]) {
    const { page, units } = await list(filled, { size: 10, query });
    expect(page.size).toBe(10);
    expect(units).toBeLessThanOrEqual(most);
  }
  const { page } = await list(large, { size: 10, query });
  expect(page).toMatchObject({ total: 1000, total_relation: 'gte' });
});

test.each([
  [8, 15],
  [16, 16],
  [47, 19.5],
])('a first page for an owner of %d characters with its total costs %d', async (characters, units) => {
  const owner = 'o'.repeat(characters);
  const tableName = await engine.makeTable();
  const index = openIndex(sourceType, { owner });
  const items = Array.from({ length: 1100 }, (_, at) => {
    const [source, inList] = itemsOf({ ...recordAt(at), tags: [] }, index);
    return [...(at >= 1080 && source ? [source] : []), ...(inList ? [inList] : [])];
  });
  await putItems(engine.client, tableName, items.flat());
  const meter = meterClient(engine.client);
  const sources = createSourceRepository({ client: meter.client, tableName, owner });
  const first = await list({ tableName, sources, meter }, { size: 10 });
  expect(first).toMatchObject({ page: { size: 10, total: 1000, total_relation: 'gte' }, units });
});

test.each([
  [`tags:common OR tags:${longTag}`, 21],
  ['tags:common OR tags:half OR tags:each-10', 18.5],
] as const)(
  'a first page of %j with its total costs at most %d, and is exact to 1,000',
  async (query, most) => {
    const { page, units } = await list(large, { size: 10, query });
    expect(page).toMatchObject({ size: 10, total: 1000, total_relation: 'gte' });
    expect(units).toBeLessThanOrEqual(most);
  },
);

/** The total among 1,000 sources, one in two with `half` and one in ten with `each-10`. */
const totals: readonly [query: string, total: number][] = [
  ['', 1000],
  ['tags:common', 1000],
  ['NOT tags:half', 500],
  ['NOT tags:each-10', 900],
  ['tags:common tags:half', 500],
  ['tags:common NOT tags:each-10', 900],
  ['tags:half OR tags:each-10', 500],
  ['tags:common OR tags:half OR tags:each-10', 1000],
  ['NOT (tags:half OR tags:each-100)', 500],
  ['NOT (tags:common tags:half)', 500],
  [`tags:common tags:half tags:each-10 tags:${longTag}`, 100],
  ['tags:only-*', 1000],
  ['tags:common tags:only-99*', 11],
];

test.each(totals)('among 1,000 sources the total of %j is exact: %d', async (query, total) => {
  for (const size of [0, 10]) {
    const { page, units } = await list(small, { size, query });
    expect(page).toMatchObject({ total, total_relation: 'eq' });
    expect(units).toBeLessThanOrEqual(50);
  }
});

describe('two common tags', () => {
  test('are counted to the end within 75 units', async () => {
    const query = 'tags:common tags:half';
    const tracked = { size: 10, query, track_total: true };
    const [first, second] = [await list(large, tracked), await list(small, tracked)];
    const { units } = await list(large, { size: 10, query, after: first.page.after ?? '' });
    expect(first.units - units).toBeLessThanOrEqual(75);
    expect(first.page).toMatchObject({ total: count / 2, total_relation: 'eq' });
    expect(second.page).toMatchObject({ total: 500, total_relation: 'eq' });
  });

  test('cost at most 80 from a high offset, including the count', async () => {
    for (const from of [100, 5_480, 9_990]) {
      const { units } = await list(large, { from, size: 10, query: 'tags:common tags:half' });
      expect(units).toBeLessThanOrEqual(80);
    }
  });
});

describe('a write', () => {
  const five: SourceContent = { ...content, name: 'access log', tags: ['a', 'b', 'c', 'd', 'e'] };

  test('costs two units for each tag and word, and is one command after the read', async () => {
    const { sources, meter } = small;
    let record: SourceRecord | undefined;
    const created = await meter.measure(async () => {
      record = await sources.create(five);
    });
    const id = record?._id ?? '';
    // A transaction takes twice the units: of the source of 1.25 KB, its posting among all sources, five tags, two words and a
    // type.
    expect(created).toMatchObject({ units: 2 * (2 + 1 + 5 + 2 + 1), requests: 1 });
    // One unit to read it; then the source, the version before it, and each changed posting.
    const change = (content: SourceContent) => meter.measure(() => sources.replace(id, content));
    expect(await change({ ...five, name: 'access' })).toMatchObject({
      units: 1 + 2 * (2 + 2 + 1),
      requests: 2,
    });
    expect(await change({ ...five, name: 'mail' })).toMatchObject({
      units: 1 + 2 * (2 + 2 + 2),
      requests: 2,
    });
    const other: SourceContent = { ...five, name: 'mail', format: 'csv' };
    expect(await change(other)).toMatchObject({ units: 1 + 2 * (2 + 2), requests: 2 });
    // Also the count of the streams that use it, and each of the three versions by a request of its own.
    expect(await meter.measure(() => sources.remove(id))).toMatchObject({
      units: 1 + 2 * (2 + 8 + 1) + 3 * 2 * 2,
      requests: 2 + 3,
    });
  });
});
