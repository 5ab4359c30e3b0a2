/** The streams of a list, against plain arrays. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Posting, postingKey } from '../../../../lib/headwater/data/search/index/postings.ts';
import { placeOfTerm } from '../../../../lib/headwater/data/search/index/terms.ts';
import { type Purpose, SearchBudget } from '../../../../lib/headwater/data/search/list/search-budget.ts';
import {
  type CandidateStream,
  following,
  isBefore,
  isStop,
  newCount,
  type Search,
} from '../../../../lib/headwater/data/search/list/search-index.ts';
import { Intersection } from '../../../../lib/headwater/data/search/table-index/intersection.ts';
import {
  LoadedStream,
  loadCandidates,
} from '../../../../lib/headwater/data/search/table-index/loaded-stream.ts';
import { Difference, Union } from '../../../../lib/headwater/data/search/table-index/merged-streams.ts';
import {
  type TableSearch,
  TermStream,
} from '../../../../lib/headwater/data/search/table-index/term-stream.ts';
import { firstId, lastId } from '../../../../lib/headwater/data/store/ids.ts';
import { getItems, queryItems } from '../../../../lib/headwater/data/store/table-reads.ts';
import { type Draw, drawn } from '../../../support/draw.ts';
import { memoryTable } from '../../../support/memory-table.ts';

function budgetOf(units: number): SearchBudget {
  const budget = new SearchBudget(units);
  budget.allowCount(units, units);
  return budget;
}

const every = { low: firstId, high: lastId };
const space = { owner: 'public', all: 'things', shards: new Map() };
const partOf = (term: string) => ({ ...placeOfTerm(space, term), term, ...every });
const terms = ['t/aa', 't/bb', 't/cc'];
/** More than one read of a term. */
const maxIds = 400;

/** Ids a second apart, so that the distance of ids is one of time. */
const idAt = (index: number) => `${(0x6955b900 + index).toString(16)}${'0'.repeat(16)}`;

interface Case {
  readonly isDescending: boolean;
  /** The ids of each term, in the order of the list. */
  readonly idsOf: ReadonlyMap<string, readonly string[]>;
  readonly wanted: number;
}

function randomCase(draw: Draw): Case {
  const isDescending = draw.chance(50);
  const size = draw.pick([0, 3, 90, maxIds]);
  const idsOf = new Map(
    terms.map((term) => {
      const percent = draw.pick([100, 60, 5, 0]);
      const ids = Array.from({ length: size }, (_, index) => idAt(index)).filter(() => draw.chance(percent));
      return [term, isDescending ? ids.toReversed() : ids];
    }),
  );
  return { isDescending, idsOf, wanted: draw.pick([1, 10, 100]) };
}

function searchOf({ isDescending, idsOf, wanted }: Case, units = Number.POSITIVE_INFINITY): TableSearch {
  const postings = [...idsOf].flatMap(([term, ids]) => ids.map((id) => postingOf(term, id)));
  return {
    table: memoryTable(postings.map((posting) => postingKey(space, posting))),
    space,
    queryItems,
    getItems,
    counting: newCount(),
    sortField: undefined,
    isDescending,
    start: isDescending ? lastId : firstId,
    wanted,
    skip: 0,
    countUpTo: 0,
    isTimeUp: () => false,
    budget: budgetOf(units),
  };
}

const postingOf = (term: string, id: string): Posting => ({ term, id });
const streamOf = (search: TableSearch, term: string) => new TermStream(search, partOf(term));
const opened = (stream: CandidateStream) => ({ stream, isExact: true });

interface Walked {
  readonly ids: string[];
  readonly stoppedAt?: string;
}

/** All candidates from an id on, by `seek`. */
async function walk(
  search: Search,
  stream: CandidateStream,
  purpose: Purpose,
  from?: string,
): Promise<Walked> {
  const ids: string[] = [];
  let next: string | undefined = from ?? search.start;
  while (next !== undefined) {
    const found = await stream.seek(next, purpose);
    if (!found) break;
    // A stream that goes back would be followed for ever.
    if (found.position !== next && !isBefore(search, next, found.position))
      throw new Error(`${found.position} is before ${next}`);
    if (isStop(found)) return { ids, stoppedAt: found.position };
    ids.push(found.position);
    next = following(search, found.position);
  }
  return { ids };
}

/** The same by `pass`, so many at a time. */
async function passAll(search: Search, stream: CandidateStream, step: number): Promise<number> {
  let count = 0;
  let next: string | undefined = search.start;
  while (next !== undefined) {
    const passed = await stream.pass(next, step);
    expect(passed.isStopped).toBe(false);
    expect(passed.count).toBeLessThanOrEqual(step);
    count += passed.count;
    next = passed.next;
  }
  return count;
}

const first = (ids: Case['idsOf'], term: string | undefined) => ids.get(term ?? '') ?? [];
const [a = '', b = '', c = ''] = terms;

const kinds: readonly [
  name: string,
  open: (search: TableSearch) => CandidateStream,
  want: (ids: Case['idsOf']) => readonly string[],
][] = [
  ['a term', (search) => streamOf(search, a), (ids) => first(ids, a)],
  [
    'an intersection',
    (search) =>
      new Intersection(
        search,
        terms.map((term) => streamOf(search, term)),
      ),
    (ids) => first(ids, a).filter((id) => first(ids, b).includes(id) && first(ids, c).includes(id)),
  ],
  [
    'a union',
    (search) =>
      new Union(
        search,
        terms.map((term) => opened(streamOf(search, term))),
      ),
    (ids) => {
      const all = [...new Set(terms.flatMap((term) => first(ids, term)))].toSorted();
      return [...ids.values()].some((list) => list.length > 1 && (list[0] ?? '') > (list[1] ?? ''))
        ? all.toReversed()
        : all;
    },
  ],
  [
    'a difference',
    (search) =>
      new Difference(
        search,
        streamOf(search, a),
        [b, c].map((term) => opened(streamOf(search, term))),
      ),
    (ids) => first(ids, a).filter((id) => !first(ids, b).includes(id) && !first(ids, c).includes(id)),
  ],
  [
    'an intersection of a union and a difference',
    (search) =>
      new Intersection(search, [
        new Union(search, [opened(streamOf(search, a)), opened(streamOf(search, b))]),
        new Difference(search, streamOf(search, a), [opened(streamOf(search, c))]),
      ]),
    (ids) => first(ids, a).filter((id) => !first(ids, c).includes(id)),
  ],
];

const parameters = { seed: 20260101, numRuns: 60 };

describe.each(kinds)('%s', (_name, open, want) => {
  test('a count finds exactly its documents, each once and in order', async () => {
    await fc.assert(
      fc.asyncProperty(drawn(randomCase), async (one) => {
        const search = searchOf(one);
        expect((await walk(search, open(search), 'count')).ids).toEqual(want(one.idsOf));
      }),
      parameters,
    );
  });

  test('a page finds all its documents in order, and no document twice', async () => {
    await fc.assert(
      fc.asyncProperty(drawn(randomCase), async (one) => {
        const search = searchOf(one);
        const { ids } = await walk(search, open(search), 'page');
        const wanted = new Set(want(one.idsOf));
        expect(ids.filter((id) => wanted.has(id))).toEqual(want(one.idsOf));
        expect(new Set(ids).size).toBe(ids.length);
        expect(one.isDescending ? ids.toReversed() : ids).toEqual(ids.toSorted());
      }),
      parameters,
    );
  });

  test('passing counts them, however many at a time', async () => {
    await fc.assert(
      fc.asyncProperty(drawn(randomCase), fc.constantFrom(1, 7, 1000), async (one, step) => {
        const search = searchOf(one);
        expect(await passAll(search, open(search), step)).toBe(want(one.idsOf).length);
      }),
      parameters,
    );
  });

  test('a search that stops says where it continues: nothing is lost or found twice', async () => {
    await fc.assert(
      fc.asyncProperty(drawn(randomCase), fc.integer({ min: 6, max: 12 }), async (one, units) => {
        const ids: string[] = [];
        let from: string | undefined;
        do {
          const search = searchOf(one, units);
          const walked: Walked = await walk(search, open(search), 'count', from);
          ids.push(...walked.ids);
          // Each search must get on: else it would never end.
          if (walked.stoppedAt !== undefined) expect(walked.stoppedAt).not.toBe(from);
          from = walked.stoppedAt;
        } while (from !== undefined);
        expect(ids).toEqual(want(one.idsOf));
      }),
      parameters,
    );
  });
});

describe('a term', () => {
  test('a range of ids is a part of it', async () => {
    await fc.assert(
      fc.asyncProperty(drawn(randomCase), fc.nat(maxIds), fc.nat(maxIds), async (one, low, high) => {
        const range = { low: idAt(low), high: idAt(high) };
        const search = searchOf(one);
        const { ids } = await walk(search, new TermStream(search, { ...partOf(a), ...range }), 'count');
        expect(ids).toEqual(first(one.idsOf, a).filter((id) => range.low <= id && id <= range.high));
      }),
      parameters,
    );
  });

  test('seeking skips postings without reading those far behind', async () => {
    const ids = Array.from({ length: maxIds }, (_, index) => idAt(index));
    const search = searchOf({ isDescending: false, idsOf: new Map([[a, ids]]), wanted: 1 });
    const stream = streamOf(search, a);
    for (const index of [0, 150, 151, 390]) {
      expect(await stream.seek(idAt(index), 'page')).toEqual({ position: idAt(index) });
    }
    expect(await stream.seek(idAt(maxIds), 'page')).toBeUndefined();
    expect(stream.known(idAt(maxIds))).toBeUndefined();
  });

  test('postings that were read before are not read again', async () => {
    const ids = [idAt(1), idAt(2)];
    const search = searchOf({ isDescending: false, idsOf: new Map(), wanted: 1 }, 0);
    const postings = ids.map((id) => postingOf(a, id));
    const stream = new TermStream(search, partOf(a), { postings, next: undefined });
    expect(await walk(search, stream, 'page')).toEqual({ ids });
  });
});

describe('a union', () => {
  const search = searchOf({ isDescending: false, idsOf: new Map(), wanted: 1 });
  const loaded = (...indexes: number[]) =>
    new LoadedStream(
      search,
      indexes.map((index) => ({ position: idAt(index) })),
    );

  test('a candidate is sure if one of the streams with it is exact', async () => {
    const union = new Union(search, [
      { stream: loaded(1, 2), isExact: false },
      { stream: loaded(2, 3), isExact: true },
    ]);
    const found = await Promise.all([1, 2, 3].map((index) => union.seek(idAt(index), 'count')));
    expect(found).toEqual([
      { position: idAt(1), isSure: false },
      { position: idAt(2), isSure: true },
      { position: idAt(3), isSure: true },
    ]);
  });

  test('no stream has no documents', async () => {
    expect(await new Union(search, []).seek(firstId, 'page')).toBeUndefined();
  });
});

describe('loaded terms', () => {
  const walks = terms.map((term) => ({ kind: 'term', term, range: every }) as const);
  const union = kinds[2]?.[2] ?? (() => []);

  test('are each document once, in the order of the list', async () => {
    await fc.assert(
      fc.asyncProperty(drawn(randomCase), async (one) => {
        const search = searchOf(one);
        const loaded = await loadCandidates(search, walks, 10_000);
        expect(loaded?.isComplete).toBe(true);
        const stream = new LoadedStream(search, loaded?.candidates ?? []);
        expect((await walk(search, stream, 'count')).ids).toEqual(union(one.idsOf));
        const again = new LoadedStream(search, loaded?.candidates ?? []);
        expect(await passAll(search, again, 7)).toBe(union(one.idsOf).length);
      }),
      parameters,
    );
  });

  test('are incomplete at the limit', async () => {
    await fc.assert(
      fc.asyncProperty(drawn(randomCase), fc.integer({ min: 1, max: maxIds }), async (one, limit) => {
        const loaded = await loadCandidates(searchOf(one), walks, limit);
        const size = union(one.idsOf).length;
        expect(loaded?.isComplete).toBe(size < limit);
        expect(loaded?.candidates.length).toBeGreaterThanOrEqual(Math.min(size, limit));
      }),
      parameters,
    );
  });

  test('end when the time is up', async () => {
    const search = { ...searchOf({ isDescending: true, idsOf: new Map([[a, [idAt(1)]]]), wanted: 1 }) };
    const loaded = await loadCandidates({ ...search, isTimeUp: () => true }, walks, 10);
    expect(loaded).toEqual({ candidates: [], isComplete: false });
  });
});
