/**
 * The documents of writes that have not ended. The entries that these writes change may
 * be wrong: the write may still be running, may have crashed, or may have failed to
 * delete the entries that it has put. All other entries are exact. So a list may skip
 * and count by entries, if it reads the documents of such writes when it comes to them.
 *
 * The first list that counts, whatever its query, also ends crashed writes: it deletes
 * their entries.
 */

import { ignoreTransient } from '../../store/aws-errors.ts';
import { timeOfId } from '../../store/ids.ts';
import { parseItems } from '../../store/malformed.ts';
import { getItems, queryItems } from '../../store/table-reads.ts';
import { deleteItem } from '../../store/table-writes.ts';
import { maxEntryMs } from '../documents/document-writes.ts';
import { deleteSeenEntry, getEntry, parseEntry } from '../index/entries.ts';
import {
  deleteOpenWrite,
  maxOpenWrites,
  type OpenWrite,
  parseOpenWrite,
  queryOpenWrites,
} from '../index/open-writes.ts';
import { type CheckContext, readDocuments } from './check-candidates.ts';
import { dependsOn, type Walk } from './combine-plans.ts';
import { leftAmong } from './left-entries.ts';

export type OpenDocuments = ReadonlySet<string>;

export const noOpenDocuments: OpenDocuments = new Set();

/** A list ends one write, and more while they have at most this many terms together: each term costs half a read unit. */
const maxEndedTerms = 12;

interface OpenOptions {
  /** If false, reading costs half, and the total may lag for a moment. */
  readonly isConsistent: boolean;
  /** The walk to be counted. Writes that change none of its entries are ignored. */
  readonly walk: Walk;
}

/** Undefined if there are too many: then no entry can be trusted. */
export async function readOpenDocuments<Document>(
  context: CheckContext<Document>,
  { isConsistent, walk }: OpenOptions,
): Promise<OpenDocuments | undefined> {
  const { index, table, now } = context;
  const requests = queryOpenWrites(index, isConsistent);
  const pages = await Promise.all(requests.map((request) => queryItems(table, request)));
  const items = pages.flatMap((page) => page.items);
  const writes = parseItems(table, items, parseOpenWrite);
  if (writes.length === 0) return noOpenDocuments;
  const left = writes.filter(({ write }) => now() - timeOfId(write) > maxEntryMs);
  let terms = 0;
  for (const write of left) {
    const isFirst = terms === 0;
    terms += write.terms.length;
    if (context.isTimeUp() || (!isFirst && terms > maxEndedTerms)) break;
    await endWrite(context, write).catch(ignoreTransient);
  }
  if (writes.length > maxOpenWrites || pages.some(({ last }) => last !== undefined)) return undefined;
  // A walk that cannot be opened becomes a walk over all documents (open-walk.ts).
  const matters = (term: string) => term === index.all || dependsOn(walk, term);
  return new Set(writes.filter((write) => write.terms.some(matters)).map(({ id }) => id));
}

/** Deletes the remaining entries of a crashed write, and finally its note. */
async function endWrite<Document>(
  context: CheckContext<Document>,
  { id, write, terms }: OpenWrite,
): Promise<void> {
  const { index, table } = context;
  const keys = terms.map((term) => getEntry(index, { term, id }).Key ?? {});
  // The entries are so old that every replica has them.
  const entries = parseItems(table, await getItems(table, keys, { isConsistent: false }), parseEntry);
  const read = await readDocuments(context, [id], { isConsistent: true });
  // The needs of a malformed document are unknown, so its entries stay.
  if (read.malformed.size > 0) return;
  const left = leftAmong(context, entries, read);
  await Promise.all(left.map((entry) => deleteItem(table, deleteSeenEntry(index, entry))));
  await deleteItem(table, deleteOpenWrite(index, { id, write }));
}
