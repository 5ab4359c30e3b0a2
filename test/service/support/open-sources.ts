/** Sources as their items in the table. */

import {
  parseDocument,
  putTombstone,
  type StoredState,
} from '../../../lib/data/search/documents/document-items.ts';
import { termsOf } from '../../../lib/data/search/index/document-terms.ts';
import { openIndex } from '../../../lib/data/search/index/open-index.ts';
import { type Posting, parsePosting } from '../../../lib/data/search/index/postings.ts';
import type { Item } from '../../../lib/data/store/table-access.ts';
import type { PutRequest } from '../../../lib/data/store/table-writes.ts';
import { sourceType } from '../../../lib/service/sources/source-fields.ts';
import type { SourceRecord } from '../../../lib/service/sources/source-record.ts';

/** Opened for the owner of everything. */
export const openSources = openIndex(sourceType);

/** Sources and tombstones among the items of a table. */
export function storedAmong(items: readonly Item[]): StoredState<SourceRecord>[] {
  const ofSources = items.filter((item) => item['sk'] === 'document');
  return ofSources.map((item) => {
    const stored = parseDocument(openSources, item);
    if (!stored) throw new Error(`${item['pk']} is malformed.`);
    return stored;
  });
}

/** The sources among the items of a table. */
export function sourcesAmong(items: readonly Item[]): SourceRecord[] {
  return storedAmong(items).flatMap(({ document }) => document ?? []);
}

/** The postings among the items of a table. */
export function postingsAmong(items: readonly Item[]): Posting[] {
  return items.filter((item) => item['v'] !== undefined).flatMap((item) => parsePosting(item) ?? []);
}

/** `term id` of each posting that the sources need. */
export function namesOfEntries(records: readonly SourceRecord[]): Set<string> {
  return new Set(
    records.flatMap((record) => [...termsOf(sourceType, record)].map((term) => `${term} ${record._id}`)),
  );
}

/** Whether the item is the intent of a write that has not ended. */
export function isOpenWrite(item: Item): boolean {
  return String(item['pk']).endsWith('!');
}

/** Deletes a source without its postings, as a crashed deletion does. */
export function deleteOnlySource({ _id: id, revision }: SourceRecord): PutRequest {
  const left = { id, revision: revision + 1, writes: [], expiresAt: 1, touched: undefined };
  return { Item: putTombstone(openSources, left).Item };
}
