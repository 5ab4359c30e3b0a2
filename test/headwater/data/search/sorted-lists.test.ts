/** Lists sorted by fields, and ranges of these, against plain arrays. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { putNewDocument, withUnits } from '../../../../lib/headwater/data/search/documents/document-items.ts';
import { termsOf } from '../../../../lib/headwater/data/search/index/document-terms.ts';
import { openIndex } from '../../../../lib/headwater/data/search/index/open-index.ts';
import { postingItem } from '../../../../lib/headwater/data/search/index/postings.ts';
import { shardTable } from '../../../../lib/headwater/data/search/index/shards.ts';
import {
  findPage,
  type ListContext,
  type ListRequest,
} from '../../../../lib/headwater/data/search/list/document-list.ts';
import { tableIndex } from '../../../../lib/headwater/data/search/table-index/table-index.ts';
import { amount } from '../../../support/amount.ts';
import { type Draw, drawn, some } from '../../../support/draw.ts';
import { memoryTable } from '../../../support/memory-table.ts';
import { inOrder, type Product, productType, sortedNames } from '../../../support/product-type.ts';

const start = Date.UTC(2026, 0, 1);
const prices = [0, 0.1, 0.3, 0.1 + 0.2, 1, 1.5, 2, 9.99, 10, 19.9, 100, 1e15, -1, -0.5, -20, 5e-7];
const codes = [
  'A',
  'a1',
  'B',
  'ab',
  'Ä',
  '𝒜',
  '\ue000',
  'a\tb',
  `${'long '.repeat(8)}1`,
  `${'long '.repeat(8)}2`,
];
const states = ['placed', 'paid', 'a state of more than twenty bytes'];

function randomProducts(draw: Draw): readonly Product[] {
  const count = draw.pick([0, 1, 12, 60, 260]);
  return Array.from({ length: count }, (_, at): Product => {
    const created = new Date(start + at * 1_000).toISOString();
    const _id = `${(start / 1_000 + at).toString(16)}000${(at * 7).toString(16).padStart(13, '0')}`;
    return {
      ...{ _id, created, revision: 1, updated: new Date(start + draw.nat(5) * 60_000).toISOString() },
      name: draw.pick(['red lamp', 'blue lamp', 'chair']),
      price: draw.pick(prices),
      state: draw.pick(states),
      tags: some(draw, ['new', 'sale'], 0, 2),
      ...(draw.chance(50) ? { stock: draw.nat(4) - 2 } : {}),
      ...(draw.chance(50) ? { due: `2026-0${1 + draw.nat(8)}-01T00:00:00Z` } : {}),
      ...(draw.chance(70) ? { code: draw.pick(codes) } : {}),
    };
  });
}

type Test = (product: Product) => boolean;

const has = (value: number | undefined, test: (value: number) => boolean) =>
  value !== undefined && test(value);

const conditions: readonly [query: string, test: Test][] = [
  ['price:<=9.99', ({ price }) => price <= 9.99],
  ['price:<0.3', ({ price }) => price < 0.3],
  ['price:>0.3', ({ price }) => price > 0.3],
  ['price:[0.1 TO 0.3]', ({ price }) => price >= 0.1 && price <= 0.3],
  ['price:{-1 TO 2}', ({ price }) => price > -1 && price < 2],
  ['price:9.99', ({ price }) => price === 9.99],
  ['price:{3 TO 1}', () => false],
  ['price:*', () => true],
  ['stock:>=0', ({ stock }) => has(stock, (value) => value >= 0)],
  ['-stock:1', ({ stock }) => stock !== 1],
  ['stock:*', ({ stock }) => stock !== undefined],
  ['due:2026-03', ({ due }) => due?.startsWith('2026-03') === true],
  ['due:>=2026-04', ({ due }) => due !== undefined && due >= '2026-04'],
  ['state:placed', ({ state }) => state === 'placed'],
  ['state:(placed OR paid)', ({ state }) => state === 'placed' || state === 'paid'],
  ['-state:paid', ({ state }) => state !== 'paid'],
  [`state:"${states[2]}"`, ({ state }) => state === states[2]],
  ['tags:sale', ({ tags }) => tags.includes('sale')],
  ['tags:(new OR sale)', ({ tags }) => tags.length > 0],
  ['lamp', ({ name }) => name.includes('lamp')],
];

interface Case {
  readonly products: readonly Product[];
  readonly asked: readonly (readonly [query: string, test: Test])[];
  readonly sort: string;
  readonly size: number;
  readonly from: number;
  readonly maxUnits: number;
  /** The numbers of shards of the terms, one after the other. */
  readonly shards: readonly number[];
}

const cases = drawn((draw): Case => {
  const sort = `${draw.pick(['', '-'])}${draw.pick(sortedNames)}`;
  return {
    ...{ products: randomProducts(draw), sort, asked: some(draw, conditions, 0, 3) },
    ...{ size: draw.pick([1, 7, 50]), from: draw.pick([0, 0, 3, 40]) },
    ...{ maxUnits: draw.pick([100, 100, 12]), shards: draw.pick([[], [], [3], [2, 4]]) },
  };
});

function contextOf({ products, maxUnits, shards }: Case): ListContext<Product> {
  const epochs = shards.map((count, at) => ({ from: start + 20_000 * (at + 1), shards: count }));
  const terms = ['p', 'p>price', 'p>price>state/placed', 'p>stock'];
  const table = shardTable(Object.fromEntries(epochs.length > 0 ? terms.map((term) => [term, epochs]) : []));
  const index = openIndex(productType, { shards: table });
  const items = products.flatMap((document) => {
    const written = withUnits(index, { id: document._id, revision: 1, document, others: {} });
    const { id, units } = written;
    const { Put } = putNewDocument(index, written);
    const postings = [...termsOf(index, document)].map((term) => postingItem(index, { term, id, units }));
    return [Put?.Item ?? {}, ...postings];
  });
  const access = { index, table: memoryTable(items) };
  return { ...access, now: () => start, isTimeUp: () => false, maxUnits, searchIndex: tableIndex(access) };
}

/** All hits, page by page, and the first total. */
async function walk(context: ListContext<Product>, request: ListRequest<Product>) {
  const first = await findPage(context, request);
  const found = [...first.hits];
  let { after } = first;
  for (let pages = 0; after !== undefined; pages++) {
    if (pages > 2_000) throw new Error('The list has no end.');
    const page = await findPage(context, { ...request, from: 0, after });
    found.push(...page.hits);
    after = page.after;
  }
  return { ids: found.map(({ _id }) => _id), total: first.total, relation: first.relation };
}

const requestOf = ({ asked, sort, size, from }: Case): ListRequest<Product> => ({
  ...{ from, size, query: asked.map(([query]) => query).join(' ') },
  sort: sort as 'price',
});

test('any list has what matches, in its order, from its first page to its last', {
  tags: ['property'],
}, async () => {
  await fc.assert(
    fc.asyncProperty(cases, async (one) => {
      const { ids, total, relation } = await walk(contextOf(one), requestOf(one));
      const matching = one.products.filter((product) => one.asked.every(([, isTrue]) => isTrue(product)));
      expect(ids).toEqual(
        inOrder(matching, one.sort)
          .slice(one.from)
          .map(({ _id }) => _id),
      );
      if (relation === 'eq') expect(total).toBe(matching.length);
      else expect(total).toBeLessThanOrEqual(matching.length);
    }),
    { numRuns: amount({ few: 60, many: 400, most: 10_000 }) },
  );
});

/** To find out whether few documents match must leave enough to go on without that. */
test.each([10, 12, 49, 50, 51, 100])('a list of many shards gets on with %d units', async (maxUnits) => {
  const products = Array.from({ length: 260 }, (_, at): Product => {
    const created = new Date(start + at * 1_000).toISOString();
    const _id = `${(start / 1_000 + at).toString(16)}000${(at * 7).toString(16).padStart(13, '0')}`;
    const managed = { _id, created, updated: created, revision: 1 };
    return { ...managed, name: 'lamp', price: at, state: 'paid', tags: [], stock: at % 5 };
  });
  const asked = conditions.filter(([query]) => query === '-stock:1');
  const one: Case = { products, asked, sort: 'stock', size: 7, from: 40, maxUnits, shards: [3] };
  const { ids } = await walk(contextOf(one), requestOf(one));
  const matching = products.filter(({ stock }) => stock !== 1);
  expect(ids).toEqual(
    inOrder(matching, 'stock')
      .slice(40)
      .map(({ _id }) => _id),
  );
});

describe('sort', () => {
  const context = contextOf({
    ...{ products: [], asked: [], sort: '', size: 1, from: 0, maxUnits: 100 },
    shards: [],
  });

  test('refuses a field by which the type does not sort, and names those that it has', async () => {
    const refusal = findPage(context, { size: 1, sort: '-name' });
    await expect(refusal).rejects.toMatchObject({
      code: 'invalid_request',
      message:
        'The documents cannot be sorted by name: sort must be one of created, -created, updated, -updated, price, -price, stock, -stock, due, -due, code, -code.',
    });
  });
});
