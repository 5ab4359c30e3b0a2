/** Checks every candidate on its document, so a list never shows a wrong hit. */

import { bytesOf } from '../../store/item-size.ts';
import { splitOwnedKey } from '../../store/layout.ts';
import { logMalformed } from '../../store/malformed.ts';
import { getItems } from '../../store/table-reads.ts';
import { documentKey, parseDocument } from '../documents/document-items.ts';
import type { DocumentAccess } from '../documents/document-writes.ts';
import { bytesPerUnit } from '../index/document-units.ts';
import { idOfPosition } from '../index/positions.ts';
import type { Candidate } from './search-index.ts';

export interface CheckContext<Document> extends DocumentAccess<Document> {
  readonly now: () => number;
  readonly isTimeUp: () => boolean;
  /** Whether the query selects the document. */
  readonly isMatch: (document: Document) => boolean;
  /** Where the list has the document. */
  readonly positionOf: (document: Document) => string;
  /** The owners of the documents by their ids; by default, of the index. */
  readonly ownerOf?: (id: string) => string;
}

export interface CheckResult<Document> {
  /** The matching documents, in the order of the candidates. */
  readonly documents: readonly Document[];
  /** The approximate number of bytes that were read. */
  readonly bytes: number;
  /** The read units of all candidates. */
  readonly units: number;
}

/** Logs malformed documents, and skips them. */
export async function checkCandidates<Document>(
  { index, table, isMatch, positionOf, ownerOf }: CheckContext<Document>,
  candidates: readonly Candidate[],
  options: { readonly isConsistent: boolean },
): Promise<CheckResult<Document>> {
  // A document that moves meanwhile may be at two places. DynamoDB refuses a key twice in a batch.
  const ids = new Set(candidates.map(({ position }) => idOfPosition(position)));
  const keys = [...ids].map((id) => documentKey(ownerOf ? { ...index, owner: ownerOf(id) } : index, id));
  const items = await getItems(table, keys, options);
  const found = new Map<string, Document>();
  for (const item of items) {
    const ofItem = ownerOf ? { ...index, owner: splitOwnedKey(String(item['pk'])).owner } : index;
    const stored = parseDocument(ofItem, item);
    if (stored) found.set(stored.id, stored.document);
    else logMalformed(table, item);
  }
  const documents = candidates.flatMap(({ position }) => {
    const document = found.get(idOfPosition(position));
    // A change may have moved it since: the list has it where it is now, if it has not come past that.
    return document && positionOf(document) === position && isMatch(document) ? [document] : [];
  });
  const sizes = items.map(bytesOf);
  const missing = keys.length - items.length;
  const units = sizes.reduce((sum, bytes) => sum + Math.ceil(bytes / bytesPerUnit), missing);
  return {
    documents,
    bytes: sizes.reduce((sum, bytes) => sum + bytes, 0),
    units: options.isConsistent ? units : units / 2,
  };
}
