/**
 * The intents of writes that are under way, and the requests that put, find and delete
 * them. Pure: each function returns the request of one command.
 *
 * A write that changes postings first puts an intent, which names them, and deletes it at
 * its end. So an intent names every posting that a crash may leave behind. All other postings are
 * exact, and counts may trust them (list/open-documents.ts).
 */

import { layoutVersion } from '../../store/layout.ts';
import type { Item } from '../../store/table-access.ts';
import type { QueryRequest } from '../../store/table-reads.ts';
import type { DeleteRequest, PutRequest } from '../../store/table-writes.ts';
import { longId, shortId } from './postings.ts';
import { type KeySpace, partsOfTerm, placeOfPosting } from './terms.ts';

export interface WriteIntent {
  readonly id: string;
  /** The id of the write, which contains the time of its beginning. */
  readonly write: string;
  /** The revision that it makes. */
  readonly revision: number;
  /** The terms whose postings the write puts or deletes. */
  readonly terms: readonly string[];
}

/** The most writes that a list reads. If there are more, it trusts no posting. */
export const maxWriteIntents = 32;

const idLength = 16;

export function putWriteIntent(space: KeySpace, { id, write, revision, terms }: WriteIntent): PutRequest {
  return { Item: { ...keyOf(space, { id, write }), layout: layoutVersion, revision, terms: [...terms] } };
}

export function deleteWriteIntent(space: KeySpace, write: Pick<WriteIntent, 'id' | 'write'>): DeleteRequest {
  return { Key: keyOf(space, write) };
}

/** One request for each shard of the term of all documents. */
export function queryWriteIntents(space: KeySpace, isConsistent: boolean): QueryRequest[] {
  const partitions = new Set(partsOfTerm(space, space.all).map(({ partition }) => intentsOf(partition)));
  return [...partitions].map((partition) => ({
    KeyConditionExpression: '#pk = :pk',
    ExpressionAttributeNames: { '#pk': 'pk' },
    ExpressionAttributeValues: { ':pk': partition },
    ConsistentRead: isConsistent,
    Limit: maxWriteIntents + 1,
  }));
}

/** Undefined if the item is not an open write but something that other software has written. */
export function parseWriteIntent({ sk, revision, terms }: Item): WriteIntent | undefined {
  const [id, write] = [longId(String(sk).slice(0, idLength)), longId(String(sk).slice(idLength))];
  const isId = (text: string) => /^[0-9a-f]{24}$/.test(text);
  if (!isId(id) || !isId(write) || typeof revision !== 'number' || !Array.isArray(terms)) return undefined;
  return { id, write, revision, terms: terms.map(String) };
}

function keyOf(space: KeySpace, { id, write }: Pick<WriteIntent, 'id' | 'write'>): Item {
  const { partition } = placeOfPosting(space, space.all, id);
  return { pk: intentsOf(partition), sk: shortId(id) + shortId(write) };
}

/** The intents are beside the list's partition; no kind of term contains the character. */
function intentsOf(partition: string): string {
  return `${partition}!`;
}
