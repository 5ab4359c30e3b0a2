/** Sources as their items in the table. */

import {
  parseDocument,
  type StoredDocument,
} from '../../../lib/headwater/data/search/documents/document-items.ts';
import { termsOf } from '../../../lib/headwater/data/search/index/document-terms.ts';
import { openIndex } from '../../../lib/headwater/data/search/index/open-index.ts';
import { type Posting, parsePosting } from '../../../lib/headwater/data/search/index/postings.ts';
import type { Item } from '../../../lib/headwater/data/store/table-access.ts';
import { sourceType } from '../../../lib/service/sources/source-fields.ts';
import type { SourceRecord } from '../../../lib/service/sources/source-record.ts';

/** Opened for the owner of everything. */
export const openSources = openIndex(sourceType);

/** The stored sources among the items of a table. */
export function storedAmong(items: readonly Item[]): StoredDocument<SourceRecord>[] {
  const ofSources = items.filter((item) => item['sk'] === 'document');
  return ofSources.map((item) => {
    const stored = parseDocument(openSources, item);
    if (!stored) throw new Error(`${item['pk']} is malformed.`);
    return stored;
  });
}

/** The sources among the items of a table. */
export function sourcesAmong(items: readonly Item[]): SourceRecord[] {
  return storedAmong(items).map(({ document }) => document);
}

/** The postings among the items of a table: those that have only a key and read units. */
export function postingsAmong(items: readonly Item[]): Posting[] {
  const isPosting = (item: Item) => Object.keys(item).every((name) => ['pk', 'sk', 'u'].includes(name));
  return items.filter(isPosting).flatMap((item) => parsePosting(item) ?? []);
}

/** `term id` of each posting that the sources need. */
export function namesOfEntries(records: readonly SourceRecord[]): Set<string> {
  return new Set(
    records.flatMap((record) => [...termsOf(sourceType, record)].map((term) => `${term} ${record._id}`)),
  );
}
