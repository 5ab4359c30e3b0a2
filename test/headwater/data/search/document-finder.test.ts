/** The finder: hits and counts of a list within its budget, against plain arrays. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { putNewDocument, withUnits } from '../../../../lib/headwater/data/search/documents/document-items.ts';
import { termsOf } from '../../../../lib/headwater/data/search/index/document-terms.ts';
import { postingItem, postingKey } from '../../../../lib/headwater/data/search/index/postings.ts';
import { partsOfTerm } from '../../../../lib/headwater/data/search/index/terms.ts';
import { DocumentFinder } from '../../../../lib/headwater/data/search/list/document-finder.ts';
import { SearchBudget } from '../../../../lib/headwater/data/search/list/search-budget.ts';
import { newCount } from '../../../../lib/headwater/data/search/list/search-index.ts';
import {
  type TableSearch,
  TermStream,
} from '../../../../lib/headwater/data/search/table-index/term-stream.ts';
import { firstId, lastId } from '../../../../lib/headwater/data/store/ids.ts';
import { getItems, queryItems } from '../../../../lib/headwater/data/store/table-reads.ts';
import { evaluate } from '../../../../lib/headwater/shared/query/evaluate.ts';
import { parseQuery } from '../../../../lib/headwater/shared/query/parse-query.ts';
import { type Book, bookIndex } from '../../../support/books.ts';
import { type Draw, drawn } from '../../../support/draw.ts';
import { memoryTable } from '../../../support/memory-table.ts';

function budgetOf(units: number): SearchBudget {
  const budget = new SearchBudget(units);
  budget.allowCount(units, units);
  return budget;
}

const index = bookIndex({ title: { terms: 'bw', isDefault: true }, isbn: { terms: 'bi' } });
const now = Date.UTC(2026, 0, 1);

interface Library {
  readonly books: readonly Book[];
  /** Whether postings say the read units of their documents: earlier code put postings without them. */
  readonly isSized: boolean;
  readonly isDescending: boolean;
}

function randomLibrary(draw: Draw): Library {
  const count = draw.pick([0, 1, 30, 250]);
  const percent = draw.pick([0, 5, 50, 100]);
  const books = Array.from({ length: count }, (_, at) => ({
    id: `${(0x6955b900 + at).toString(16)}${'0'.repeat(16)}`,
    version: 1,
    title: draw.chance(percent) ? 'web' : 'log',
    published: '2014-01-01',
  }));
  const isDescending = draw.chance(50);
  return { books: isDescending ? books.toReversed() : books, isSized: draw.chance(50), isDescending };
}

interface Asked {
  readonly query: string;
  /** The term whose documents are the candidates, and whether all of them match. */
  readonly term: string;
  readonly isExact: boolean;
}

/** A term that says all about the query, and one that says nothing about it. */
const asked: readonly [name: string, asked: Asked][] = [
  ['candidates that all match', { query: 'title:web', term: 'bw/web', isExact: true }],
  ['candidates that must be checked', { query: 'title:web', term: 'books', isExact: false }],
];

interface Budget {
  /** Read units besides the hits. */
  readonly units: number;
  readonly start?: string | undefined;
}

function finderOf(
  { books, isSized, isDescending }: Library,
  { query, term, isExact }: Asked,
  budget: Budget,
) {
  const items = books.flatMap((document) => {
    const { id } = document;
    const written = withUnits(index, { id, revision: 1, document, others: {} });
    const { units } = written;
    const postings = [...termsOf(index, document)].map((one) =>
      isSized ? postingItem(index, { term: one, id, units }) : postingKey(index, { term: one, id }),
    );
    const { Put } = putNewDocument(index, written);
    return [Put?.Item ?? {}, ...postings];
  });
  const search: TableSearch = {
    table: memoryTable(items),
    space: index,
    queryItems,
    getItems,
    counting: newCount(),
    sortField: undefined,
    isDescending,
    start: budget.start ?? (isDescending ? lastId : firstId),
    wanted: 10,
    skip: 0,
    countUpTo: 0,
    isTimeUp: () => false,
    budget: budgetOf(budget.units),
  };
  const parsed = parseQuery(query, { fields: index.fields, now });
  const context = {
    index,
    table: search.table,
    now: () => now,
    isTimeUp: () => false,
    isMatch: (book: Book) => evaluate(index, parsed, book),
    positionOf: ({ id }: Book) => id,
  };
  const [part] = partsOfTerm(index, term);
  if (!part) throw new Error(`${term} has no part.`);
  const stream = new TermStream(search, part);
  return new DocumentFinder(context, search, { stream, isExact });
}

const matching = ({ books }: Library, { query }: Asked) => {
  const parsed = parseQuery(query, { fields: index.fields, now });
  return books.filter((book) => evaluate(index, parsed, book));
};

const parameters = { seed: 20260101, numRuns: 60 };
const enough = 10_000;

describe.each(asked)('%s', (_name, list) => {
  test('find skips, then returns the hits; count adds the rest', async () => {
    await fc.assert(
      fc.asyncProperty(drawn(randomLibrary), fc.nat(300), fc.nat(60), async (library, skip, size) => {
        const finder = finderOf(library, list, { units: enough });
        const want = matching(library, list);
        const { skipped, hits } = await finder.find(skip, size);
        expect(skipped).toBe(Math.min(skip, want.length));
        expect(hits.slice(0, size)).toEqual(want.slice(skip, skip + size));
        expect(hits).toEqual(want.slice(skip, skip + hits.length));
        const { count, isComplete } = await finder.count(enough);
        expect([skipped + hits.length + count, isComplete]).toEqual([want.length, true]);
        expect(finder.next).toBeUndefined();
      }),
      parameters,
    );
  });

  test('a count ends at its limit', async () => {
    await fc.assert(
      fc.asyncProperty(drawn(randomLibrary), fc.integer({ min: 1, max: 300 }), async (library, limit) => {
        const finder = finderOf(library, list, { units: enough });
        const { count, isComplete } = await finder.count(limit);
        const { length } = matching(library, list);
        expect(isComplete).toBe(length < limit);
        expect(isComplete ? count : Math.min(count, limit)).toBe(Math.min(length, limit));
      }),
      parameters,
    );
  });

  test('a small budget takes several searches, which together find the same', {
    tags: ['storage'],
  }, async () => {
    await fc.assert(
      fc.asyncProperty(
        drawn(randomLibrary),
        fc.nat(40),
        fc.record({ units: fc.integer({ min: 1, max: 60 }) }),
        async (library, from, budget) => {
          const found: Book[] = [];
          let start: string | undefined;
          let skip = from;
          do {
            const finder = finderOf(library, list, { ...budget, start });
            const { skipped, hits } = await finder.find(skip, enough);
            found.push(...hits);
            skip -= skipped;
            expect(finder.next).not.toBe(start ?? '');
            start = finder.next;
          } while (start !== undefined);
          expect(found).toEqual(matching(library, list).slice(from));
        },
      ),
      parameters,
    );
  });
});
