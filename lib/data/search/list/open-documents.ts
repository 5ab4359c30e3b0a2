/**
 * The documents of writes that have not ended. The entries that these change may
 * lead astray: the write may still be running, may have crashed, or may have been
 * unable to delete what it has put. All other entries are exact. So a list may
 * skip and count by entries, if it looks at the documents of such writes when it
 * comes to them.
 *
 * Writes that have crashed are ended here: so their entries are deleted by the
 * first list that counts, whatever its query.
 */

import { timeOfId } from '../../store/ids.ts';
import { parseItems } from '../../store/malformed.ts';
import { getItems, queryItems } from '../../store/table-reads.ts';
import { deleteItem } from '../../store/table-writes.ts';
import { maxEntryMs } from '../documents/document-writes.ts';
import { leaveToReaders } from '../documents/entry-changes.ts';
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

/** Their ids. */
export type OpenDocuments = ReadonlySet<string>;

export const noOpenDocuments: OpenDocuments = new Set();

/** A list ends one write, and more as long as they have so many terms together: each term costs half a read unit. */
const maxEndedTerms = 12;

interface OpenOptions {
  /** Without it, reading costs half, and the total may lag for a moment. */
  readonly isConsistent: boolean;
  /** Writes that change none of its entries do not matter. */
  readonly walk: Walk;
}

/** Undefined when there are too many: then no entry can be trusted. */
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
    await endWrite(context, write).catch(leaveToReaders);
  }
  if (writes.length > maxOpenWrites || pages.some(({ last }) => last !== undefined)) return undefined;
  // A walk that cannot be opened becomes one of all documents (open-walk.ts).
  const matters = (term: string) => term === index.all || dependsOn(walk, term);
  return new Set(writes.filter((write) => write.terms.some(matters)).map(({ id }) => id));
}

/** Deletes what is left of a write that crashed, and its note at the end. */
async function endWrite<Document>(
  context: CheckContext<Document>,
  { id, write, terms }: OpenWrite,
): Promise<void> {
  const { index, table } = context;
  const keys = terms.map((term) => getEntry(index, { term, id }).Key ?? {});
  // They are so old that any replica has them.
  const entries = parseItems(table, await getItems(table, keys, { isConsistent: false }), parseEntry);
  const read = await readDocuments(context, [id], { isConsistent: true });
  // Nothing is known about what a malformed document needs.
  if (read.malformed.size > 0) return;
  const left = leftAmong(context, entries, read);
  await Promise.all(left.map((entry) => deleteItem(table, deleteSeenEntry(index, entry))));
  await deleteItem(table, deleteOpenWrite(index, { id, write }));
}
