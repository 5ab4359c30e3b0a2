/** What the items of the table mean. Only this file knows how documents are stored. */

import { unmarshall } from '@aws-sdk/util-dynamodb';
import { parseDocument } from '../../../lib/headwater/data/search/documents/document-items.ts';
import { termsOf } from '../../../lib/headwater/data/search/index/document-terms.ts';
import { type OpenIndex, openIndex } from '../../../lib/headwater/data/search/index/open-index.ts';
import { longId, postingKey } from '../../../lib/headwater/data/search/index/postings.ts';
import type { SourceRecord } from '../../../lib/service/sources/source-record.ts';
import type { StreamRecord } from '../../../lib/service/streams/stream-record.ts';
import type { Item } from './marshalled-item.ts';
import { product } from './product.ts';
import type { Key } from './stored-items.ts';

export interface Sample {
  readonly records: string;
}

/** What is stored under a name, such as `source/6955…` or `sample/6955…`. */
export type Stored = SourceRecord | StreamRecord | Sample;

const sources = openIndex(product.sourceType);
const streams = openIndex(product.streamType);

/** The items of logs, whose records the oracle does not follow. */
const logItems = ['log', 'push'];

/** What the item with this key is, and which document it belongs to. */
export function meaningOf({ pk, sk }: Key): {
  readonly kind: 'posting' | 'document' | 'count' | 'sample' | 'other';
  readonly id: string;
} {
  const [first = '', id = ''] = pk.split('/');
  if (first.startsWith('~') || logItems.includes(first)) return { kind: 'other', id };
  if (first !== sources.name && first !== streams.name) return { kind: 'posting', id: longId(sk.slice(-16)) };
  const kinds = { document: 'document', holds: 'count', sample: 'sample' } as const;
  return { kind: Object.entries(kinds).find(([name]) => name === sk)?.[1] ?? 'other', id };
}

export function storedIn({ pk, sk }: Key, item: Item): Stored | undefined {
  if (sk === 'sample') return { records: item['records']?.S ?? '[]' };
  const plain = unmarshall(item);
  const isSource = pk.startsWith(sources.name);
  return isSource ? parseDocument(sources, plain)?.document : parseDocument(streams, plain)?.document;
}

/** The number of the change that made this state: each kind of change writes it into another member. */
export function changeIn(stored: Stored): number | undefined {
  if ('records' in stored) return JSON.parse(stored.records)[0]?.change;
  if ('retention_days' in stored) return stored.retention_days;
  const change = stored.preprocessors[0]?.['change'];
  return typeof change === 'number' ? change : undefined;
}

/** The keys of the postings that a source or a stream of a run needs. */
export function neededPostings(document: SourceRecord | StreamRecord): Key[] {
  return 'preprocessors' in document ? postingKeysOf(sources, document) : postingKeysOf(streams, document);
}

/** The keys of the postings that a document needs. */
export function postingKeysOf<Document extends { readonly _id: string }>(
  index: OpenIndex<Document>,
  document: Document,
): Key[] {
  return [...termsOf(index, document)].map((term) => {
    const { pk, sk } = postingKey(index, { term, id: document._id });
    return { pk: String(pk), sk: String(sk) };
  });
}
