/**
 * Checks every candidate on its document, so a list never shows a wrong hit, and
 * deletes the orphans among their postings (orphans.ts).
 */

import { bytesOf } from '../../store/item-size.ts';
import { logMalformed } from '../../store/malformed.ts';
import { getItems } from '../../store/table-reads.ts';
import { documentKey, parseDocument, type StoredState } from '../documents/document-items.ts';
import type { PostingContext } from '../documents/posting-changes.ts';
import { evaluate } from '../query/evaluate.ts';
import type { Query } from '../query/syntax-tree.ts';
import type { Candidate } from './candidate-stream.ts';
import { deleteOrphans, type ReadDocuments } from './orphans.ts';

export interface CheckContext<Document> extends PostingContext<Document> {
  readonly now: () => number;
  readonly isTimeUp: () => boolean;
  readonly query: Query | undefined;
}

interface CheckResult<Document> {
  /** The matching documents, in the order of the candidates. */
  readonly documents: readonly Document[];
  /** The approximate number of bytes that were read. */
  readonly bytes: number;
}

export async function checkCandidates<Document>(
  context: CheckContext<Document>,
  candidates: readonly Candidate[],
  options: { readonly isConsistent: boolean },
): Promise<CheckResult<Document>> {
  const { index, query } = context;
  const ids = candidates.map(({ id }) => id);
  const read = await readDocuments(context, ids, options);
  if (options.isConsistent) {
    const postings = candidates.flatMap((candidate) => candidate.postings);
    await deleteOrphans(context, postings, read);
  }
  const documents = ids
    .flatMap((id) => read.found.get(id)?.document ?? [])
    .filter((document) => evaluate(index, query, document));
  return { documents, bytes: read.bytes };
}

/** Reads the documents of the ids, and logs malformed ones. */
export async function readDocuments<Document>(
  { index, table, now }: CheckContext<Document>,
  ids: readonly string[],
  options: { readonly isConsistent: boolean },
): Promise<ReadDocuments<Document>> {
  const since = now();
  const keys = ids.map((id) => documentKey(index, id));
  const items = await getItems(table, keys, options);
  const bytes = items.reduce((sum, item) => sum + bytesOf(item), 0);
  const found = new Map<string, StoredState<Document>>();
  const malformed = new Set<string>();
  for (const item of items) {
    const stored = parseDocument(index, item);
    if (stored) found.set(stored.id, stored);
    else {
      logMalformed(table, item);
      malformed.add(ids.find((id) => documentKey(index, id)['pk'] === item['pk']) ?? '');
    }
  }
  return { found, malformed, since, bytes };
}
