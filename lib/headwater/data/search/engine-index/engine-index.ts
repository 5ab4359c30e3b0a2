/** The index of lists in a search engine: ids and what queries compare. The documents stay in the table. */

import { itemsOf, membersOf } from '../../../shared/json/is-object.ts';
import type { Engine } from '../../search-engine/engine.ts';
import { postJson } from '../../search-engine/post-json.ts';
import type { DocumentType } from '../document-type.ts';
import type { SearchIndex } from '../list/search-index.ts';
import { positionMember } from './document-shape.ts';
import { EngineStream, type FindPart, type FoundPart, type PartRequest } from './engine-stream.ts';
import { translate } from './query-clauses.ts';

/** @returns undefined if the engine has no answer. */
export type Ask = <Answer>(question: (engine: Engine) => Promise<Answer>) => Promise<Answer | undefined>;

interface IndexedDocuments {
  readonly ask: Ask;
  /** The name of the index. */
  readonly index: string;
  readonly owner: string;
  readonly type: Pick<DocumentType<never>, 'fields'>;
}

/**
 * One request finds the documents of a page and their number. If the engine has no answer, the other index makes the whole list.
 * If it fails at a later request of the same list, the list ends there, and says where to go on.
 *
 * @param other Plans the lists for which the engine has no answer.
 */
export function engineIndex({ ask, index, owner, type }: IndexedDocuments, other: SearchIndex): SearchIndex {
  return {
    plan: async (query, search) => {
      const { query: clause, isExact } = translate(type.fields, query);
      const filter = [{ term: { owner } }, clause];
      const { sortField } = search;
      const position = sortField === undefined ? 'id' : positionMember(sortField);
      const find: FindPart = (part) =>
        ask((engine) => findPositions(engine, index, { ...part, filter, position }));
      const stream = new EngineStream(find, search);
      const first = await stream.begin(isExact);
      if (!first) return other.plan(query, search);
      // Only documents that do not match cost units, and an exact query finds none.
      const units = isExact ? 0 : Number.POSITIVE_INFINITY;
      return { units, open: async () => ({ stream, isExact, ...first }) };
    },
  };
}

interface FilteredPart extends PartRequest {
  readonly filter: readonly object[];
  /** The member of the index that has the positions. */
  readonly position: string;
}

async function findPositions(
  engine: Engine,
  index: string,
  { filter, position, from, isDescending, skip, size, countUpTo }: FilteredPart,
): Promise<FoundPart> {
  const range = { range: { [position]: isDescending ? { lte: from } : { gte: from } } };
  const order = isDescending ? 'desc' : 'asc';
  // A document without a value has two positions, and comes last.
  const mode = isDescending ? 'min' : 'max';
  const body = {
    query: { bool: { filter: [...filter, range] } },
    sort: [{ [position]: position === 'id' ? order : { order, mode } }],
    _source: false,
    from: skip,
    size,
    track_total_hits: countUpTo === 0 ? false : countUpTo,
  };
  const answer = await postJson(engine, [index, '_search'], body, {
    filter_path: 'hits.total.value,hits.hits.sort',
    allow_partial_search_results: 'false',
  });
  const { hits, total } = membersOf(membersOf(answer)['hits']);
  return {
    positions: itemsOf(hits).map((hit) => String(itemsOf(membersOf(hit)['sort'])[0])),
    total: Number(membersOf(total)['value'] ?? 0),
  };
}
