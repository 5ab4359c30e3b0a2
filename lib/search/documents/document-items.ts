/**
 * How a document is stored, and the requests that read and write it. Pure: each
 * function returns the request of one command.
 *
 * A document is one item with its JSON text in one attribute. Numbers and
 * nested options come back exactly as they were sent (DynamoDB's own numbers
 * have 38 digits and its maps 32 levels), and nothing is marshalled. Beside it
 * stand `revision`, for conditions, and `w`: the ids of the last writes, newest
 * first, by which a write recognizes itself (document-writes.ts).
 *
 * A deletion leaves a tombstone: an item without a text that stays until
 * `expiresAt` (the table's TTL attribute, in seconds since 1970).
 */

import { ServiceError } from '../../errors.ts';
import type { GetRequest, Item, PutRequest } from '../../store/table-access.ts';
import type { TermIndex } from '../term-index.ts';

/** What is stored under an id, and the writes that led to it. */
export interface Stored<Document> {
  readonly id: string;
  /** A deletion adds one, like every other change. */
  readonly revision: number;
  /** Undefined in a tombstone. */
  readonly document: Document | undefined;
  /** The ids of the last writes, newest first. */
  readonly writes: readonly string[];
}

export interface StoredDocument<Document> extends Stored<Document> {
  readonly document: Document;
}

type Tombstone = Omit<Stored<never>, 'document'> & { readonly expiresAt: number };

/** The number of writes that an item remembers. */
export const maxWrites = 8;

/** AWS refuses items over 400 KB, names and keys included; those take less than 400 bytes. */
const maxDocumentBytes = 400 * 1024 - 400;

const names = { '#pk': 'pk', '#revision': 'revision' } as const;

/** An index of any documents: only its name matters for their keys. */
type Named = Pick<TermIndex<never>, 'name'>;

export function documentKey({ name }: Named, id: string): Item {
  return { pk: { S: `${name}/${id}` }, sk: { S: name } };
}

export function getDocument(index: Named, id: string): GetRequest {
  return { Key: documentKey(index, id), ConsistentRead: true };
}

/** @throws ServiceError content_too_large before anything is written. */
export function putNewDocument<Document>(index: Named, stored: StoredDocument<Document>): PutRequest {
  return {
    Item: documentItem(index, stored),
    ConditionExpression: 'attribute_not_exists(#pk)',
    ExpressionAttributeNames: { '#pk': names['#pk'] },
  };
}

/** Replaces the previous revision. @throws ServiceError content_too_large before anything is written. */
export function replaceDocument<Document>(index: Named, stored: StoredDocument<Document>): PutRequest {
  return { Item: documentItem(index, stored), ...hasRevision(stored.revision - 1) };
}

/** Replaces the previous revision by a tombstone. */
export function putTombstone(index: Named, { id, revision, writes, expiresAt }: Tombstone): PutRequest {
  const numbers = { revision: { N: String(revision) }, expiresAt: { N: String(expiresAt) } };
  return {
    Item: { ...documentKey(index, id), ...numbers, w: { S: writes.join(' ') } },
    ...hasRevision(revision - 1),
  };
}

export function parseDocument<Document>({ name }: TermIndex<Document>, item: Item): Stored<Document> {
  // documentItem or putTombstone wrote it. Nothing else writes items with this key.
  const text = item.document?.S;
  const document = text === undefined ? undefined : (JSON.parse(text) as Document);
  const id = item.pk?.S?.slice(`${name}/`.length) ?? '';
  return { id, revision: Number(item.revision?.N), document, writes: item.w?.S?.split(' ') ?? [] };
}

function hasRevision(revision: number) {
  return {
    ConditionExpression: '#revision = :revision',
    ExpressionAttributeNames: { '#revision': names['#revision'] },
    ExpressionAttributeValues: { ':revision': { N: String(revision) } },
  };
}

function documentItem<Document>(
  index: Named,
  { id, revision, document, writes }: StoredDocument<Document>,
): Item {
  const text = JSON.stringify(document);
  const bytes = Buffer.byteLength(text);
  if (bytes > maxDocumentBytes) {
    const detail = `The ${index.name} takes ${bytes} bytes to store; at most ${maxDocumentBytes} can be stored.`;
    throw new ServiceError('content_too_large', detail, { members: { max_bytes: maxDocumentBytes } });
  }
  return {
    ...documentKey(index, id),
    revision: { N: String(revision) },
    w: { S: writes.join(' ') },
    document: { S: text },
  };
}
