/**
 * The documents of writes that have not ended. The postings that these writes change may
 * be wrong: the write may still be running, may have crashed, or may have failed to
 * delete the postings that it has put. All other postings are exact. So a list may skip
 * and count by postings, if it reads the documents of such writes when it comes to them.
 *
 * The first list that counts, whatever its query, also ends crashed writes: it deletes
 * their postings.
 */

import { ignoreTransient } from '../../store/aws-errors.ts';
import { timeOfId } from '../../store/ids.ts';
import { parseItems } from '../../store/malformed.ts';
import { getItems, queryItems } from '../../store/table-reads.ts';
import { deleteItem } from '../../store/table-writes.ts';
import { maxPostingMs } from '../documents/document-writes.ts';
import { deleteSeenPosting, getPosting, parsePosting } from '../index/postings.ts';
import {
  deleteWriteIntent,
  maxWriteIntents,
  parseWriteIntent,
  queryWriteIntents,
  type WriteIntent,
} from '../index/write-intents.ts';
import { type CheckContext, readDocuments } from './check-candidates.ts';
import { type AccessPath, dependsOn } from './combine-plans.ts';
import { orphansAmong } from './orphans.ts';

export type OpenDocuments = ReadonlySet<string>;

export const noOpenDocuments: OpenDocuments = new Set();

/** A list ends one write, and more while they have at most this many terms together: each term costs half a read unit. */
const maxEndedTerms = 12;

interface OpenOptions {
  /** If false, reading costs half, and the total may lag for a moment. */
  readonly isConsistent: boolean;
  /** The path to be counted. Writes that change none of its postings are ignored. */
  readonly path: AccessPath;
}

/** Undefined if there are too many: then no posting can be trusted. */
export async function readOpenDocuments<Document>(
  context: CheckContext<Document>,
  { isConsistent, path }: OpenOptions,
): Promise<OpenDocuments | undefined> {
  const { index, table, now } = context;
  const requests = queryWriteIntents(index, isConsistent);
  const pages = await Promise.all(requests.map((request) => queryItems(table, request)));
  const items = pages.flatMap((page) => page.items);
  const writes = parseItems(table, items, parseWriteIntent);
  if (writes.length === 0) return noOpenDocuments;
  const crashed = writes.filter(({ write }) => now() - timeOfId(write) > maxPostingMs);
  let terms = 0;
  for (const write of crashed) {
    const isFirst = terms === 0;
    terms += write.terms.length;
    if (context.isTimeUp() || (!isFirst && terms > maxEndedTerms)) break;
    await endWrite(context, write).catch(ignoreTransient);
  }
  if (writes.length > maxWriteIntents || pages.some(({ last }) => last !== undefined)) return undefined;
  // A path that cannot be opened becomes a path over all documents (open-access-path.ts).
  const matters = (term: string) => term === index.all || dependsOn(path, term);
  return new Set(writes.filter((write) => write.terms.some(matters)).map(({ id }) => id));
}

/** Deletes the remaining postings of a crashed write, and finally its intent. */
async function endWrite<Document>(
  context: CheckContext<Document>,
  { id, write, terms }: WriteIntent,
): Promise<void> {
  const { index, table } = context;
  const keys = terms.map((term) => getPosting(index, { term, id }).Key ?? {});
  // The postings are so old that every replica has them.
  const postings = parseItems(table, await getItems(table, keys, { isConsistent: false }), parsePosting);
  const read = await readDocuments(context, [id], { isConsistent: true });
  // The needs of a malformed document are unknown, so its postings stay.
  if (read.malformed.size > 0) return;
  const orphans = orphansAmong(context, postings, read);
  await Promise.all(orphans.map((posting) => deleteItem(table, deleteSeenPosting(index, posting))));
  await deleteItem(table, deleteWriteIntent(index, { id, write }));
}
