/** How many sources have any of several terms, where these are too many to be read side by side. */

import type { Search } from './candidate-stream.ts';
import { type IndexEntry, parseEntry, queryPlace, queryTerm } from './index-entries.ts';
import { placeOfPrefix, termBeginsWith } from './index-terms.ts';
import type { Walk } from './list-plan.ts';

export type TermsWalk = Extract<Walk, { kind: 'term' | 'prefix' }>;

/** Of the largest entries 2,000 are 30 read units, and of most 20. */
const entriesPerRead = 2_000;

/**
 * Each source once, which means that all entries are read.
 *
 * @returns `isComplete`: false when there may be more.
 */
export async function countSources(
  search: Search,
  walks: readonly TermsWalk[],
  limit: number,
): Promise<{ readonly count: number; readonly isComplete: boolean }> {
  const ids = new Set<string>();
  let isComplete = true;
  for (const walk of walks) {
    let after: EntriesRead['after'];
    do {
      if (ids.size >= limit || search.entriesLeft <= 0 || search.isTimeUp())
        return { count: Math.min(ids.size, limit), isComplete: false };
      const read: EntriesRead = await readEntries(search, walk, after);
      after = read.after;
      search.entriesLeft -= read.entries.length;
      const belongs = read.entries.map((entry) => isOf(walk, entry));
      for (const [at, { id }] of read.entries.entries()) if (belongs[at]) ids.add(id);
      isComplete &&= !belongs.includes(undefined);
    } while (after !== undefined);
  }
  return { count: Math.min(ids.size, limit), isComplete: isComplete && ids.size < limit };
}

interface EntriesRead {
  readonly entries: readonly IndexEntry[];
  readonly after: Parameters<typeof parseEntry>[0] | undefined;
}

async function readEntries(
  { table, tableName, isNewestFirst }: Search,
  walk: TermsWalk,
  after: EntriesRead['after'],
): Promise<EntriesRead> {
  const page = { isNewestFirst, isConsistent: false, limit: entriesPerRead, after };
  const query =
    walk.kind === 'term'
      ? queryTerm(tableName, walk.term, walk.range, page)
      : queryPlace(tableName, placeOfPrefix(walk.of, walk.prefix), undefined, page);
  const output = await table.query(query);
  return { entries: (output.Items ?? []).map(parseEntry), after: output.LastEvaluatedKey };
}

/** Undefined when only the source can tell. */
function isOf(walk: TermsWalk, { term, id }: IndexEntry): boolean | undefined {
  const { low, high } = walk.range;
  if (id < low || id > high) return false;
  return walk.kind === 'term' || termBeginsWith(term, walk.prefix);
}
