/**
 * Checks every candidate on its document, so that a list never shows a wrong
 * hit, and deletes the entries that crashed writes have left (document-writes.ts).
 */

import type { TableAccess } from '../../store/table-access.ts';
import { documentKey, parseDocument, type Stored } from '../documents/document-items.ts';
import { leaveToReaders, maxEntryMs } from '../documents/document-writes.ts';
import { termsOf } from '../index/document-terms.ts';
import { deleteSeenEntry, type IndexEntry, timeOfStamp } from '../index/entries.ts';
import { evaluate } from '../query/evaluate.ts';
import type { Query } from '../query/syntax-tree.ts';
import type { TermIndex } from '../term-index.ts';
import type { Candidate } from './candidate-stream.ts';

export interface CheckContext<Document> {
  readonly index: TermIndex<Document>;
  readonly table: TableAccess;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly query: Query | undefined;
}

/** The documents of the candidates that match the query, in the order of the candidates. */
export async function checkCandidates<Document>(
  context: CheckContext<Document>,
  candidates: readonly Candidate[],
  options: { readonly isConsistent: boolean },
): Promise<Document[]> {
  const { index, query, table } = context;
  const keys = candidates.map(({ id }) => documentKey(index, id));
  const items = await table.getAll(keys, options);
  const stored = items.map((item) => parseDocument(index, item));
  const found = new Map(stored.map((one) => [one.id, one]));
  if (options.isConsistent) {
    const entries = candidates.flatMap((candidate) => candidate.entries);
    await deleteLeftEntries(context, entries, found);
  }
  return candidates
    .flatMap(({ id }) => found.get(id)?.document ?? [])
    .filter((document) => evaluate(index, query, document));
}

async function deleteLeftEntries<Document>(
  { index, table, now }: CheckContext<Document>,
  entries: readonly IndexEntry[],
  found: ReadonlyMap<string, Stored<Document>>,
): Promise<void> {
  const left = entries.filter((entry) => {
    const { document, revision = 0 } = found.get(entry.id) ?? {};
    if (document && termsOf(index, document).has(entry.term)) return false;
    // Its write has lost, and any write that needs the entry puts it again; otherwise its write may still be running.
    return entry.revision <= revision || now() - timeOfStamp(entry.stamp) > maxEntryMs;
  });
  await Promise.all(left.map((entry) => table.delete(deleteSeenEntry(entry)).catch(leaveToReaders)));
}
