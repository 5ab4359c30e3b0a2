/** What the items of the table mean. Only this file knows how sources are stored. */

import { unmarshall } from '@aws-sdk/util-dynamodb';
import { parseDocument } from '../../../lib/data/search/documents/document-items.ts';
import { termsOf } from '../../../lib/data/search/index/document-terms.ts';
import { parsePostingKey, putPosting } from '../../../lib/data/search/index/postings.ts';
import type { SourceRecord } from '../../../lib/service/sources/source-record.ts';
import { openSources } from '../support/open-sources.ts';
import type { Item } from './marshalled-item.ts';
import type { Key } from './stored-items.ts';

const documentPrefix = `${openSources.name}/`;

/** The id that a key of a source has; undefined for an posting. */
export function idOfSource({ pk }: Key): string | undefined {
  return pk.startsWith(documentPrefix) ? pk.slice(documentPrefix.length) : undefined;
}

/** Undefined for a tombstone. */
export function sourceIn(item: Item | undefined): SourceRecord | undefined {
  return item && parseDocument(openSources, unmarshall(item))?.document;
}

/** The keys of the postings that a source needs. */
export function postingKeysOf(source: SourceRecord): Key[] {
  const { _id: id, revision } = source;
  const puts = [...termsOf(openSources, source)].map((term) =>
    putPosting(openSources, { term, id, revision, stamp: 0 }),
  );
  return puts.map(({ Item = {} }) => ({ pk: String(Item['pk']), sk: String(Item['sk']) }));
}

/** The id of the source to which a posting leads. */
export function idOfEntry(key: Key): string {
  return parsePostingKey({ ...key }).id;
}
