/** How many sources have any of several terms, where these are too many to be read side by side. */

import type { QueryCommandOutput } from '@aws-sdk/client-dynamodb';
import type { Search } from './candidate-stream.ts';
import { type EntryPage, type IndexEntry, parseEntry, queryPlace, queryTerm } from './index-entries.ts';
import { placeOfPrefix, termBeginsWith } from './index-terms.ts';
import type { Walk } from './list-plan.ts';

export type TermsWalk = Extract<Walk, { kind: 'term' | 'prefix' }>;

export interface SourceCount {
  readonly count: number;
  /** Whether there are no more. */
  readonly isComplete: boolean;
}

/** Of the largest entries 2,000 are 30 read units, and of most 20. */
const entriesPerRead = 2_000;

/**
 * Each source once, which means that all entries are read.
 *
 * @returns Undefined when the index does not say which have them: a text is longer than what is kept of it.
 */
export async function countSources(
  search: Search,
  walks: readonly TermsWalk[],
  limit: number,
): Promise<SourceCount | undefined> {
  const ids = new Set<string>();
  for (const walk of walks) {
    for await (const entries of readAll(search, walk)) {
      if (!entries) return { count: Math.min(ids.size, limit), isComplete: false };
      const belonging = idsOf(walk, entries);
      if (!belonging) return undefined;
      for (const id of belonging) ids.add(id);
      if (ids.size >= limit) return { count: limit, isComplete: false };
    }
  }
  return { count: ids.size, isComplete: true };
}

/** Undefined comes last, when no more may be read. */
async function* readAll(search: Search, walk: TermsWalk): AsyncGenerator<readonly IndexEntry[] | undefined> {
  const { table, tableName, isNewestFirst } = search;
  const page = { isNewestFirst, isConsistent: false, limit: entriesPerRead };
  let after: EntryPage['after'];
  do {
    if (search.entriesLeft <= 0 || search.isTimeUp()) return yield undefined;
    const output: QueryCommandOutput = await table.query(
      walk.kind === 'term'
        ? queryTerm(tableName, walk.term, walk.range, { ...page, after })
        : queryPlace(tableName, placeOfPrefix(walk.of, walk.prefix), undefined, { ...page, after }),
    );
    const entries = (output.Items ?? []).map(parseEntry);
    search.entriesLeft -= entries.length;
    yield entries;
    after = output.LastEvaluatedKey;
  } while (after !== undefined);
}

/** Undefined when only the sources can tell. */
function idsOf(walk: TermsWalk, entries: readonly IndexEntry[]): string[] | undefined {
  const { low, high } = walk.range;
  const within = entries.filter(({ id }) => low <= id && id <= high);
  const isOf = ({ term }: IndexEntry) => walk.kind === 'term' || termBeginsWith(term, walk.prefix);
  if (within.some((entry) => isOf(entry) === undefined)) return undefined;
  return within.filter(isOf).map(({ id }) => id);
}
