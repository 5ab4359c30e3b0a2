/**
 * What sorted lists and ranges cost, in read units: the same among 1,000, 100,000 and 10,000,000 documents.
 */

import { describe, expect, test } from 'vitest';
import {
  findPage,
  type ListContext,
  type ListRequest,
} from '../../../../lib/headwater/data/search/list/document-list.ts';
import { tableIndex } from '../../../../lib/headwater/data/search/table-index/table-index.ts';
import { accessTable } from '../../../../lib/headwater/data/store/table-access.ts';
import { endlessIndex, endlessTable } from '../../../support/endless-table.ts';
import type { Product } from '../../../support/product-type.ts';

const sizes = [1_000, 100_000, 10_000_000];

interface Priced {
  /** Of the first page, which counts the total, and of the second one. */
  readonly first: number;
  readonly second: number | undefined;
  readonly total: number;
  readonly relation: string;
  readonly isPartial: boolean;
}

async function price(count: number, request: Partial<ListRequest<Product>>): Promise<Priced> {
  const { client, takeUnits } = endlessTable(count);
  const access = { index: endlessIndex, table: accessTable(client, 'endless') };
  const context: ListContext<Product> = {
    ...access,
    ...{ now: () => 0, isTimeUp: () => false, searchIndex: tableIndex(access) },
  };
  const { total, relation, isPartial, after, hits } = await findPage(context, { size: 10, ...request });
  const first = takeUnits();
  if (!isPartial) expect(hits).toHaveLength(10);
  const second = after === undefined ? undefined : await findPage(context, { size: 10, ...request, after });
  return { first, second: second && takeUnits(), total, relation, isPartial };
}

type Row = readonly [name: string, request: Partial<ListRequest<Product>>, first: number, second: number];

/** The most units among all sizes, of the first page with its total and of the second one. */
const bounded: readonly Row[] = [
  ['all, by price', { sort: 'price' }, 16, 11],
  ['all, the dearest first', { sort: '-price' }, 16, 11],
  ['a range of prices with 401 documents, by price', { sort: 'price', query: 'price:[1 TO 5]' }, 13, 11],
  ['a state, by price within states', { sort: 'price', query: 'state:placed' }, 17.5, 11],
  ['a state and a range, by price', { sort: '-price', query: 'state:placed price:<5' }, 11, 11],
  ['twenty documents with a word, by price', { sort: 'price', query: 'oak' }, 31, 31],
  ['a range of prices with 401 documents, the newest first', { query: 'price:[1 TO 5]' }, 12.5, 12.5],
];

describe('a page of ten', () => {
  test.each(bounded)(
    'of %s costs at most %3$d units, and the next one %4$d',
    async (_name, request, most, next) => {
      const prices: Priced[] = [];
      for (const count of sizes) prices.push(await price(count, request));
      expect(Math.max(...prices.map(({ first }) => first))).toBe(most);
      expect(Math.max(...prices.map(({ second = 0 }) => second))).toBe(next);
      // Beyond the first thousand, nothing depends on the size of the table.
      expect(prices[2]).toEqual(prices[1]);
    },
  );

  test('of what no posting leads to in order stops at the budget of the list, knows its total, and goes on', async () => {
    const request = { sort: 'price', query: 'lamp' } as const;
    const [small, ...large] = await Promise.all(sizes.map((count) => price(count, request)));
    expect(small).toEqual({ first: 21, second: undefined, total: 10, relation: 'eq', isPartial: false });
    for (const one of large) {
      expect(one).toMatchObject({ total: 1_000, isPartial: true });
      expect(Math.max(one.first, one.second ?? 0)).toBeLessThanOrEqual(115);
    }
  });
});
