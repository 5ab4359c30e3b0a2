/** What the items of the table mean. Only this file knows how sources are stored. */

import { unmarshall } from '@aws-sdk/util-dynamodb';
import { parseDocument } from '../../../lib/data/search/documents/document-items.ts';
import { termsOf } from '../../../lib/data/search/index/document-terms.ts';
import { parseEntryKey, putEntry } from '../../../lib/data/search/index/entries.ts';
import type { SourceRecord } from '../../../lib/service/sources/source-record.ts';
import { openSources } from '../support/open-sources.ts';
import type { Item } from './marshalled-item.ts';
import type { Key } from './stored-items.ts';

const documentPrefix = `${openSources.name}/`;

/** The id that a key of a source has; undefined for an index entry. */
export function idOfSource({ pk }: Key): string | undefined {
  return pk.startsWith(documentPrefix) ? pk.slice(documentPrefix.length) : undefined;
}

/** Undefined for a tombstone. */
export function sourceIn(item: Item | undefined): SourceRecord | undefined {
  return item && parseDocument(openSources, unmarshall(item))?.document;
}

/** The keys of the entries that a source needs. */
export function entryKeysOf(source: SourceRecord): Key[] {
  const { _id: id, revision } = source;
  const puts = [...termsOf(openSources, source)].map((term) =>
    putEntry(openSources, { term, id, revision, stamp: 0 }),
  );
  return puts.map(({ Item = {} }) => ({ pk: String(Item['pk']), sk: String(Item['sk']) }));
}

/** The id of the source to which an entry leads. */
export function idOfEntry(key: Key): string {
  return parseEntryKey({ ...key }).id;
}
