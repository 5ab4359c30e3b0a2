/** Sorted lists by a search engine: the same as by the table, whatever the query is, in one request. */

import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import {
  type Documents,
  listConsistently,
  listDocuments,
  openDocuments,
} from '../../../../lib/headwater/data/documents.ts';
import { indexedDocuments } from '../../../../lib/headwater/data/search/engine-index/indexed-documents.ts';
import { rebuildIndexes } from '../../../../lib/headwater/data/search/engine-index/rebuild-index.ts';
import { connectEngine } from '../../../../lib/headwater/data/search-engine/engine.ts';
import { accessTable } from '../../../../lib/headwater/data/store/table-access.ts';
import { createDocument } from '../../../../lib/headwater/data/writes.ts';
import { startEngine } from '../../../support/engine.ts';
import { inOrder, type Product, productType, sortedNames } from '../../../support/product-type.ts';
import { type SearchEngine, startSearchEngine } from '../../../support/search-engine.ts';

const time = { signal: new AbortController().signal, lambda: { getRemainingTimeInMillis: () => 60_000 } };
const access = { authorize: async <Request>(request: Request) => request, forget: () => undefined };

let search: SearchEngine;
let products: Documents<Product>;
const stored: Product[] = [];

beforeAll(async () => {
  const engine = await startEngine();
  search = await startSearchEngine();
  const tableName = await engine.makeTable();
  products = openDocuments(productType, { client: engine.client, tableName, time });
  for (const [at, price] of [9.99, -1, 0.3, 0.1 + 0.2, 120, 0.3].entries()) {
    const content = { name: 'lamp', price, state: at % 2 === 0 ? 'placed' : 'paid', tags: [] };
    const more = { ...(at < 4 ? { stock: 3 - at } : {}), ...(at === 2 ? {} : { code: `C${5 - at}` }) };
    stored.push(await createDocument(products, { ...content, ...more }));
  }
  const table = accessTable(engine.client, tableName);
  const connected = connectEngine({ endpoint: search.endpoint, access }, time);
  const types = [indexedDocuments(productType)];
  await rebuildIndexes({ table, engine: connected, types, onItems: () => undefined });
});

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  // Another test of this process may have left an engine that rests after a failure.
  vi.setSystemTime(Date.now() + 86_400_000);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

const conditions: readonly (readonly [query: string, isTrue: (product: Product) => boolean])[] = [
  ['', () => true],
  ['state:placed', ({ state }) => state === 'placed'],
  ['price:<=0.3', ({ price }) => price <= 0.3],
  ['price:[0.3 TO 9.99} -state:paid', ({ price, state }) => price >= 0.3 && price < 9.99 && state !== 'paid'],
];
const sorts = sortedNames.flatMap((name) => [name, `-${name}`] as const);

test.each(conditions)('%j in every order, page by page', async (query, isTrue) => {
  vi.stubEnv('SEARCH_LISTS', 'on');
  vi.stubEnv('SEARCH_ENDPOINT', search.endpoint);
  for (const sort of sorts) {
    const wanted = inOrder(stored.filter(isTrue), sort).map(({ _id }) => _id);
    for (const list of [listDocuments<Product>, listConsistently<Product>]) {
      const found: string[] = [];
      const before = search.requests.length;
      let after: string | undefined;
      do {
        const page = await list(products, {
          size: 2,
          sort,
          query,
          ...(after === undefined ? {} : { after }),
        });
        found.push(...page.hits.map(({ _id }) => _id));
        expect(page).toMatchObject({ total: wanted.length, isPartial: false });
        ({ after } = page);
      } while (after !== undefined);
      expect([sort, found]).toEqual([sort, wanted]);
      expect(search.requests.length > before).toBe(list === listDocuments);
    }
  }
});
