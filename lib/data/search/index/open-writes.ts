/**
 * The writes that are under way, and the requests that note, find and forget
 * them. Pure: each function returns the request of one command.
 *
 * A write that changes entries first notes them, and forgets the note at its end.
 * So a note names every entry that a crash may leave behind. All other entries are
 * exact, and counts may trust them (list/open-documents.ts).
 */

import { layoutVersion } from '../../store/layout.ts';
import type { Item } from '../../store/table-access.ts';
import type { QueryRequest } from '../../store/table-reads.ts';
import type { DeleteRequest, PutRequest } from '../../store/table-writes.ts';
import { longId, shortId } from './entries.ts';
import { type EntrySpace, partsOfTerm, placeOfEntry } from './terms.ts';

export interface OpenWrite {
  /** The id of the document. */
  readonly id: string;
  /** The id of the write, which contains the time of its beginning. */
  readonly write: string;
  /** The revision that it makes. */
  readonly revision: number;
  /** The terms whose entries the write puts or deletes. */
  readonly terms: readonly string[];
}

/** The most writes that a list reads. If there are more, it trusts no entry. */
export const maxOpenWrites = 32;

const idLength = 16;

export function putOpenWrite(space: EntrySpace, { id, write, revision, terms }: OpenWrite): PutRequest {
  return { Item: { ...keyOf(space, { id, write }), layout: layoutVersion, revision, terms: [...terms] } };
}

export function deleteOpenWrite(space: EntrySpace, write: Pick<OpenWrite, 'id' | 'write'>): DeleteRequest {
  return { Key: keyOf(space, write) };
}

/** One request for each shard of the term of all documents. */
export function queryOpenWrites(space: EntrySpace, isConsistent: boolean): QueryRequest[] {
  const partitions = new Set(partsOfTerm(space, space.all).map(({ partition }) => notesOf(partition)));
  return [...partitions].map((partition) => ({
    KeyConditionExpression: '#pk = :pk',
    ExpressionAttributeNames: { '#pk': 'pk' },
    ExpressionAttributeValues: { ':pk': partition },
    ConsistentRead: isConsistent,
    Limit: maxOpenWrites + 1,
  }));
}

/** Undefined if the item is not an open write but something that other software has written. */
export function parseOpenWrite({ sk, revision, terms }: Item): OpenWrite | undefined {
  const [id, write] = [longId(String(sk).slice(0, idLength)), longId(String(sk).slice(idLength))];
  const isId = (text: string) => /^[0-9a-f]{24}$/.test(text);
  if (!isId(id) || !isId(write) || typeof revision !== 'number' || !Array.isArray(terms)) return undefined;
  return { id, write, revision, terms: terms.map(String) };
}

function keyOf(space: EntrySpace, { id, write }: Pick<OpenWrite, 'id' | 'write'>): Item {
  const { partition } = placeOfEntry(space, space.all, id);
  return { pk: notesOf(partition), sk: shortId(id) + shortId(write) };
}

/** The notes are beside the list's partition; no kind of term contains the character. */
function notesOf(partition: string): string {
  return `${partition}!`;
}
