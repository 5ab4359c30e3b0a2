/** Lists of a second type of document, in one table with sources: whatever is indexed, they agree with the evaluator. */

import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { termsOf } from '../../../lib/headwater/data/search/index/document-terms.ts';
import {
  type DocumentPage,
  findPage,
  type ListContext,
} from '../../../lib/headwater/data/search/list/document-list.ts';
import { tableIndex } from '../../../lib/headwater/data/search/table-index/table-index.ts';
import { createIdGenerator } from '../../../lib/headwater/data/store/ids.ts';
import { accessTable, type TableAccess } from '../../../lib/headwater/data/store/table-access.ts';
import { evaluate } from '../../../lib/headwater/shared/query/evaluate.ts';
import { parseQuery } from '../../../lib/headwater/shared/query/parse-query.ts';
import { amount } from '../../support/amount.ts';
import { type Book, type BookContent, type BookFields, bookIndex, openShelf } from '../../support/books.ts';
import { type Draw, drawn, some } from '../../support/draw.ts';
import { type Engine, startEngine } from '../../support/engine.ts';
import { type QueryStyle, randomQuery } from '../../support/random-queries.ts';
import { postingsAmong } from '../support/open-sources.ts';
import { createSourceRepository } from '../support/source-repository.ts';

const variants: readonly [name: string, fields: BookFields][] = [
  ['titles and ISBNs are indexed', { title: { terms: 'bw', isDefault: true }, isbn: { terms: 'bi' } }],
  ['nothing is indexed', { title: { isDefault: true }, isbn: {} }],
  ['both have the same kind of term', { title: { terms: 'b', isDefault: true }, isbn: { terms: 'b' } }],
  [
    'both are default fields with the same kind of term',
    { title: { terms: 'b', isDefault: true }, isbn: { terms: 'b', isDefault: true } },
  ],
  [
    'one default field is not indexed',
    { title: { terms: 'bw', isDefault: true }, isbn: { isDefault: true } },
  ],
  ['there is no default field', { title: { terms: 'bw' }, isbn: { terms: 'bi' } }],
];

const words = ['web', 'Web', 'server', 'log', 'logs', 'éclair', '978-1'];
const isbns = ['978-1', '978-10', '978-2', 'web', 'Web log'];
const years = [2014, 2015, 2016];
const contents = (draw: Draw): BookContent => ({
  title: some(draw, words, 0, 4).join(' '),
  published: new Date(Date.UTC(draw.pick(years), draw.nat(11))).toISOString(),
  ...(draw.chance(60) ? { isbn: draw.pick(isbns) } : {}),
});

const style: QueryStyle = {
  isMixed: true,
  and: [' ', ' AND '],
  or: [' OR ', ' || '],
  not: ['NOT ', '-'],
  clauses: [
    ...['web', 'log', 'lo*', '"web log"', '"web server"', '978*', '*', 'nowhere'],
    ...['title:web', 'title:lo*', 'title:"server log"', 'title:*', 'isbn:978*', 'isbn:"978-1"', 'isbn:web'],
    ...['isbn:"web log"', 'isbn:*', 'published:2014', 'published:[2014-06 TO 2015}', 'version:>1'],
    ...['added:>=2026-01-01T00:00:01Z', 'added:<now-1s', 'id:695*', 'id:00*'],
  ],
};

const start = Date.UTC(2026, 0, 1);
const filled = 60;
const rounds = amount({ few: 1, many: 1, most: 30 });
const queriesPerRound = 20;

let engine: Engine;
beforeAll(async () => {
  engine = await startEngine();
});

/** Sources with the same words as the books, whose postings are in the same table. */
async function addSources(tableName: string): Promise<void> {
  const sources = createSourceRepository({ client: engine.client, tableName });
  for (const tag of words)
    await sources.create({ name: words.join(' '), tags: [tag], format: 'json', preprocessors: [] });
}

const byId = (a: Book, b: Book) => (a.id < b.id ? -1 : 1);

async function everyPage(
  context: ListContext<Book>,
  request: Parameters<typeof findPage>[1],
): Promise<DocumentPage<Book>[]> {
  const pages = [await findPage(context, request)];
  for (let after = pages[0]?.after; after !== undefined; after = pages.at(-1)?.after)
    pages.push(await findPage(context, { ...request, from: 0, after }));
  return pages;
}

describe.each(variants.slice(0, amount({ few: 1, many: variants.length })))('%s', (_name, fields) => {
  const index = bookIndex(fields);

  test('random queries over changing books agree with the evaluator, page by page', {
    tags: ['property'],
  }, async () => {
    let now = start;
    const tableName = await engine.makeTable();
    await addSources(tableName);
    const table: TableAccess = accessTable(engine.client, tableName);
    const searchIndex = tableIndex({ index, table });
    const context = { index, table, searchIndex, now: () => now, isTimeUp: () => false };
    const shelf = openShelf({ ...context, newId: createIdGenerator({ now: () => now }) });
    const seed = 20260101;
    let books: Book[] = [];
    for (const content of fc.sample(drawn(contents), { numRuns: filled, seed })) {
      now += 25;
      books.push(await shelf.add(content));
    }
    const questions = fc.sample(randomQuery(style), { numRuns: rounds * queriesPerRound, seed });
    const draws = fc.sample(
      drawn((draw) => draw),
      { numRuns: rounds, seed },
    );
    for (const [round, draw] of draws.entries()) {
      now += 25;
      const one = draw.pick(books);
      const other = draw.pick(books.filter((book) => book !== one));
      await shelf.remove(one.id);
      books = books.filter((book) => book !== one && book !== other);
      books.push(await shelf.replace(other.id, contents(draw)));
      for (const query of questions.slice(round * queriesPerRound, (round + 1) * queriesPerRound)) {
        const parsed = parseQuery(query, { fields: index.fields, now });
        const matching = books.filter((book) => evaluate(index, parsed, book)).toSorted(byId);
        const sort = draw.chance(50) ? 'created' : '-created';
        const pages = await everyPage(context, { from: 0, size: 8 + draw.nat(40), query, sort });
        const found = pages.flatMap(({ hits }) => hits);
        expect({ query, found }).toEqual({
          query,
          found: sort === 'created' ? matching : matching.toReversed(),
        });
        expect({ query, total: pages[0]?.total, relation: pages[0]?.relation }).toEqual({
          query,
          total: matching.length,
          relation: 'eq',
        });
      }
    }
    const postings = postingsAmong(await engine.scan(tableName));
    const ids = new Set(books.map(({ id }) => id));
    expect(
      postings
        .filter(({ id }) => ids.has(id))
        .map(({ term, id }) => `${term} ${id}`)
        .toSorted(),
    ).toEqual(
      books.flatMap((book) => [...termsOf(index, book)].map((term) => `${term} ${book.id}`)).toSorted(),
    );
  });
});
