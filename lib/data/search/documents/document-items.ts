/**
 * How a document is stored, and the requests that read and write it. Pure: each
 * function returns the request of one command.
 *
 * A document is one item. Its members are attributes of the same name, as
 * DynamoDB has them, so that the console, exports and PartiQL show them. Members
 * of any shape are JSON text (`StoredMembers`). Beside them stand the keys,
 * `revision`, for conditions, and `stored`: the versions of layout, members and
 * terms, and the ids of the last writes, newest first, by which a write
 * recognizes itself (document-writes.ts).
 *
 * Attributes that this code does not know stay: later code has written them.
 *
 * A deletion leaves a tombstone: an item without members that stays until
 * `expiresAt` (the table's TTL attribute, in seconds since 1970).
 */

import { ServiceError } from '../../../shared/errors.ts';
import { bytesOf } from '../../store/item-size.ts';
import { layoutVersion, ownedKey } from '../../store/layout.ts';
import type { Item } from '../../store/table-access.ts';
import type { GetRequest } from '../../store/table-reads.ts';
import type { PutRequest } from '../../store/table-writes.ts';
import type { UpdateRequest } from '../../store/update-item.ts';
import { isDocument } from '../document-type.ts';
import type { OpenIndex } from '../index/open-index.ts';
import { longId, shortId } from '../index/postings.ts';

/** The stored state of an id, and the writes that led to it. */
export interface StoredState<Document> {
  readonly id: string;
  /** A deletion adds one, like every other change. */
  readonly revision: number;
  /** Undefined in a tombstone. */
  readonly document: Document | undefined;
  /** The ids of the last writes, newest first. */
  readonly writes: readonly string[];
  /** The version of the terms that the document has postings for. */
  readonly version: number;
  /** Attributes that are not members: `touched` (document-touch.ts) and attributes that this code does not know. */
  readonly others: Item;
}

export interface StoredDocument<Document> extends StoredState<Document> {
  readonly document: Document;
}

type DocumentWrite<Document> = Omit<StoredDocument<Document>, 'version'>;
interface Tombstone extends Pick<StoredState<never>, 'id' | 'revision' | 'writes'> {
  readonly expiresAt: number;
  /** The `touched` attribute of the replaced item, as it was read. */
  readonly touched: unknown;
}

/** AWS refuses items over 400 KB, names and keys included; those take less than 400 bytes, with `leastWrites`. */
const maxDocumentBytes = 400 * 1024 - 400;

/** The number of write ids kept when a document leaves no room for more. */
const leastWrites = 8;

const names = { '#pk': 'pk', '#revision': 'revision', '#touched': 'touched' } as const;
const ownNames = new Set(['pk', 'sk', 'revision', 'stored', 'expiresAt']);

/** An index of any documents, reduced to the members on which keys depend. */
type KeyScope = Pick<OpenIndex<never>, 'name' | 'owner'>;
type StorageLayout = Pick<OpenIndex<never>, 'name' | 'owner' | 'members' | 'texts' | 'schema' | 'version'>;

export function documentKey({ name, owner }: KeyScope, id: string): Item {
  return { pk: ownedKey(owner, `${name}/${id}`), sk: 'document' };
}

export function getDocumentItem(index: KeyScope, id: string): GetRequest {
  return { Key: documentKey(index, id), ConsistentRead: true };
}

/** @throws ServiceError content_too_large before anything is written. */
export function putNewDocument<Document>(index: StorageLayout, written: DocumentWrite<Document>): PutRequest {
  return {
    Item: documentItem(index, written),
    ConditionExpression: 'attribute_not_exists(#pk)',
    ExpressionAttributeNames: { '#pk': names['#pk'] },
  };
}

/** Replaces the previous revision. @throws ServiceError content_too_large before anything is written. */
export function replaceDocument<Document>(
  index: StorageLayout,
  written: DocumentWrite<Document>,
): PutRequest {
  return { Item: documentItem(index, written), ...hasRevision(written.revision - 1) };
}

/** Replaces the item of the same revision with this code's versions. @param item As it was read. */
export function rewriteDocument<Document>(
  index: StorageLayout,
  written: DocumentWrite<Document>,
  item: Item,
): PutRequest {
  const { condition, values } = isUntouched(item['touched']);
  return {
    Item: documentItem(index, written),
    ConditionExpression: `#revision = :revision AND #stored = :stored AND ${condition}`,
    ExpressionAttributeNames: {
      ...{ '#revision': names['#revision'], '#touched': names['#touched'] },
      '#stored': 'stored',
    },
    ExpressionAttributeValues: { ':revision': written.revision, ':stored': item['stored'], ...values },
  };
}

/** Whether older code has stored the document, so that its members or terms may differ. */
export function isOutdated(
  { schema, version }: Pick<StorageLayout, 'schema' | 'version'>,
  item: Item,
): boolean {
  const its = Object(item['stored']);
  return item['expiresAt'] === undefined && (its.schema < schema || its.version < version);
}

/** Replaces the previous revision by a tombstone, unless the document has been touched since it was read. */
export function putTombstone(
  index: Omit<StorageLayout, 'members' | 'texts'>,
  { id, revision, writes, expiresAt, touched }: Tombstone,
): PutRequest {
  const { condition, values } = isUntouched(touched);
  return {
    Item: { ...documentKey(index, id), revision, stored: storedBy(index, writes), expiresAt },
    ConditionExpression: `#revision = :revision AND ${condition}`,
    ExpressionAttributeNames: { '#revision': names['#revision'], '#touched': names['#touched'] },
    ExpressionAttributeValues: { ':revision': revision - 1, ...values },
  };
}

/**
 * Changes only `touched`, so that a deletion that has read the document before fails.
 *
 * @param write A new id.
 */
export function touchDocument(index: KeyScope, id: string, write: string): UpdateRequest {
  return {
    Key: documentKey(index, id),
    UpdateExpression: 'SET #touched = :write',
    ConditionExpression: 'attribute_exists(#pk) AND attribute_not_exists(#expires)',
    ExpressionAttributeNames: { '#touched': names['#touched'], '#pk': names['#pk'], '#expires': 'expiresAt' },
    ExpressionAttributeValues: { ':write': write },
  };
}

/** Undefined if the item is malformed: other software wrote it, or later code with another layout. */
export function parseDocument<Document>(
  index: OpenIndex<Document>,
  item: Item,
): StoredState<Document> | undefined {
  const { revision } = item;
  const id = String(item['pk']).slice(ownedKey(index.owner, `${index.name}/`).length);
  const { layout, version, writes } = Object(item['stored']);
  const isOurs = layout === layoutVersion && typeof version === 'number' && typeof writes === 'string';
  if (!isOurs || !/^[0-9a-f]{24}$/.test(id) || typeof revision !== 'number') return undefined;
  const stored = { id, revision, writes: unpacked(writes), version };
  if (item['expiresAt'] !== undefined) return { ...stored, document: undefined, others: {} };
  const document = readMembers(index, item);
  if (!isDocument(index, document) || index.idOf(document) !== id) return undefined;
  const known = ownNames.union(new Set(index.members));
  const others = Object.fromEntries(Object.entries(item).filter(([name]) => !known.has(name)));
  return { ...stored, document, others };
}

/** Undefined when a text is not JSON. */
function readMembers(
  { members, texts }: Pick<StorageLayout, 'members' | 'texts'>,
  item: Item,
): Readonly<Record<string, unknown>> | undefined {
  try {
    const present = members.filter((name) => item[name] !== undefined);
    return Object.fromEntries(
      present.map((name) => [name, texts.includes(name) ? JSON.parse(String(item[name])) : item[name]]),
    );
  } catch {
    return undefined;
  }
}

/** @param touched As it was read. */
function isUntouched(touched: unknown) {
  return touched === undefined
    ? { condition: 'attribute_not_exists(#touched)', values: {} }
    : { condition: '#touched = :touched', values: { ':touched': touched } };
}

function hasRevision(revision: number) {
  return {
    ConditionExpression: '#revision = :revision',
    ExpressionAttributeNames: { '#revision': names['#revision'] },
    ExpressionAttributeValues: { ':revision': revision },
  };
}

function documentItem<Document>(
  index: StorageLayout,
  { id, revision, document, writes, others }: DocumentWrite<Document>,
): Item {
  const values = new Map<string, unknown>(Object.entries(Object(document)));
  const present = index.members.filter((name) => values.get(name) !== undefined);
  const members = Object.fromEntries(
    present.map((name) => [
      name,
      index.texts.includes(name) ? JSON.stringify(values.get(name)) : values.get(name),
    ]),
  );
  const bytes = checkSize(index, { ...others, ...members });
  const room = leastWrites + Math.floor((maxDocumentBytes - bytes) / shortId(id).length);
  return {
    ...others,
    ...members,
    ...documentKey(index, id),
    revision,
    stored: storedBy(index, writes.slice(0, room)),
  };
}

/** Returns the size in bytes of the JSON, which exceeds DynamoDB's own count. @throws ServiceError content_too_large. */
function checkSize({ name }: KeyScope, attributes: Item): number {
  const bytes = Object.values(attributes).reduce<number>((sum, value) => sum + bytesOf(value), 0);
  if (bytes <= maxDocumentBytes) return bytes;
  const detail = `The ${name} takes ${bytes} bytes to store; at most ${maxDocumentBytes} can be stored.`;
  throw new ServiceError('content_too_large', detail, { members: { max_bytes: maxDocumentBytes } });
}

function storedBy(
  { schema, version }: Pick<StorageLayout, 'schema' | 'version'>,
  writes: readonly string[],
): Item {
  return { layout: layoutVersion, schema, version, writes: writes.map(shortId).join('') };
}

function unpacked(writes: string): string[] {
  return (writes.match(/.{16}/g) ?? []).map(longId);
}
