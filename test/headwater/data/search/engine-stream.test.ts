/** The stream of a search engine, against plain arrays: what it finds and counts, in how many requests, and where it stops. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  EngineStream,
  type FoundPart,
  type PartRequest,
} from '../../../../lib/headwater/data/search/engine-index/engine-stream.ts';
import { SearchBudget } from '../../../../lib/headwater/data/search/list/search-budget.ts';
import {
  following,
  isBefore,
  newCount,
  type Search,
} from '../../../../lib/headwater/data/search/list/search-index.ts';
import { firstId, lastId } from '../../../../lib/headwater/data/store/ids.ts';

const idAt = (index: number) => `${(0x6955b900 + index).toString(16)}${'0'.repeat(16)}`;

interface Case {
  readonly size: number;
  readonly isDescending: boolean;
  readonly skip: number;
  readonly wanted: number;
  readonly countUpTo: number;
}

const cases: fc.Arbitrary<Case> = fc.record({
  size: fc.constantFrom(0, 1, 24, 25, 26, 80, 400),
  isDescending: fc.boolean(),
  skip: fc.constantFrom(0, 0, 1, 24, 80, 300),
  wanted: fc.constantFrom(0, 1, 25, 100),
  countUpTo: fc.constantFrom(0, 1, 30, 81, 1_001),
});

/** An engine with some ids. @param answers How many requests it answers before it fails. */
function begin({ size, ...list }: Case, answers = Number.POSITIVE_INFINITY) {
  const ids = Array.from({ length: size }, (_, index) => idAt(index));
  const inOrder = list.isDescending ? ids.toReversed() : ids;
  const search: Search = {
    ...{ ...list, sortField: undefined, start: list.isDescending ? lastId : firstId },
    ...{ isTimeUp: () => false, budget: new SearchBudget(0), counting: newCount() },
  };
  const requests: PartRequest[] = [];
  const find = async (part: PartRequest): Promise<FoundPart | undefined> => {
    requests.push(part);
    if (requests.length > answers) return undefined;
    const matches = inOrder.filter((id) => !isBefore(search, id, part.from));
    return {
      positions: matches.slice(part.skip, part.skip + part.size),
      total: Math.min(matches.length, part.countUpTo),
    };
  };
  /** The ids from this one on, in the order of the list. */
  const from = (id: string | undefined) =>
    id === undefined ? [] : inOrder.filter((one) => !isBefore(search, one, id));
  return { stream: new EngineStream(find, search), search, inOrder, from, requests };
}

/** Also all that the first part has, and one more or fewer. */
const limits = fc.oneof(fc.integer({ min: 1, max: 500 }), fc.constantFrom(24, 25, 26, 100, 101));

const steps = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('seek' as const), limit: fc.constant(1) }),
    fc.record({ kind: fc.constant('pass' as const), limit: limits }),
  ),
  { maxLength: 12 },
);

test('any seeks and passes find and count what an array has', async () => {
  await fc.assert(
    fc.asyncProperty(cases, fc.boolean(), steps, async (one, isExact, taken) => {
      const { stream, search, from } = begin(one);
      await stream.begin(isExact);
      let id: string | undefined = search.start;
      const skip = isExact && one.skip > 0 ? [{ kind: 'pass', limit: one.skip }] : [];
      for (const { kind, limit } of [...skip, ...taken]) {
        const left = from(id);
        if (id === undefined) return;
        if (kind === 'seek') {
          const found = await stream.seek(id);
          expect(found?.position).toBe(left[0]);
          id = found && following(search, found.position);
        } else {
          const { count, next, isStopped } = await stream.pass(id, limit);
          expect([count, isStopped]).toEqual([Math.min(limit, left.length), false]);
          id = next;
        }
        expect(from(id)).toEqual(left.slice(limit));
      }
    }),
    { seed: 20260101, numRuns: 300 },
  );
});

const long = { size: 400, isDescending: true, skip: 0, wanted: 10, countUpTo: 1_001 };

test.each([0, 395])(
  'the first request finds a page behind %i matches, and counts all of them',
  async (skip) => {
    const { stream, search, inOrder, requests } = begin({ ...long, skip });
    expect(await stream.begin(true)).toEqual({});
    let id: string | undefined = skip > 0 ? (await stream.pass(search.start, skip)).next : search.start;
    const page = inOrder.slice(skip, skip + 10);
    for (const expected of page) {
      const found = await stream.seek(id ?? '');
      expect(found).toEqual({ position: expected });
      id = following(search, expected);
    }
    const left = 400 - skip - page.length;
    expect(await stream.pass(id ?? '', 991)).toEqual({ count: left, next: undefined, isStopped: false });
    expect(requests).toHaveLength(1);
  },
);

test('a list that is too long to count has at least as many as it asks for', async () => {
  for (const [countUpTo, begun] of [
    [399, { atLeast: 399 }],
    [400, { atLeast: 400 }],
    [401, {}],
  ] as const)
    expect(await begin({ ...long, countUpTo }).stream.begin(true)).toEqual(begun);
});

test('the engine is asked for no more than it lets skip and count', async () => {
  const { stream, requests } = begin({ ...long, skip: 9_990, countUpTo: 10_001 });
  await stream.begin(true);
  expect(requests).toMatchObject([{ skip: 9_990, size: 11, countUpTo: 10_001 }]);
});

test('where a later request has no answer, a seek stops, and so does a pass', async () => {
  const { stream, search, inOrder } = begin({ ...long, countUpTo: 30 }, 1);
  await stream.begin(true);
  let id: string = search.start;
  for (const expected of inOrder.slice(0, 20)) {
    expect(await stream.seek(id)).toEqual({ position: expected });
    id = following(search, expected) ?? '';
  }
  const end = following(search, inOrder[24] ?? '') ?? '';
  expect(await stream.pass(id, 100)).toEqual({ count: 5, next: end, isStopped: true });
  expect(await stream.seek(end)).toEqual({ position: end, isStop: true });
});

test('an engine without an answer does not begin', async () => {
  const { stream } = begin(long, 0);
  expect(await stream.begin(true)).toBeUndefined();
});
