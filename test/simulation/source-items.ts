/** What the items of the table mean. Only this file knows how sources are stored. */

import { parseDocument } from '../../lib/search/documents/document-items.ts';
import { termsOf } from '../../lib/search/index/document-terms.ts';
import { parseEntryKey, putEntry } from '../../lib/search/index/entries.ts';
import { sourceIndex } from '../../lib/sources/source-fields.ts';
import type { SourceRecord } from '../../lib/sources/source-record.ts';
import type { Item } from '../../lib/store/table-access.ts';
import { type Key, keyOf } from './stored-items.ts';

const documentPrefix = `${sourceIndex.name}/`;

/** The id that a key of a source has; undefined for an index entry. */
export function idOfSource({ pk }: Key): string | undefined {
  return pk.startsWith(documentPrefix) ? pk.slice(documentPrefix.length) : undefined;
}

/** Undefined for a tombstone. */
export function sourceIn(item: Item | undefined): SourceRecord | undefined {
  return item && parseDocument(sourceIndex, item).document;
}

/** The keys of the entries that a source needs. */
export function entryKeysOf(source: SourceRecord): Key[] {
  const { _id: id, revision } = source;
  const puts = [...termsOf(sourceIndex, source)].map((term) => putEntry({ term, id, revision, stamp: 0 }));
  return puts.map(({ Item }) => keyOf(Item ?? {}));
}

/** The id of the source to which an entry leads. */
export function idOfEntry({ pk, sk }: Key): string {
  return parseEntryKey({ pk: { S: pk }, sk: { S: sk } }).id;
}
