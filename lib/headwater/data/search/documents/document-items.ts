/**
 * How a document is stored, and the changes that write it. Pure.
 *
 * A document is one item. Its members are attributes of the same name, as
 * DynamoDB has them, so that the console, exports and PartiQL show them. Members
 * of any shape are JSON text (`StoredMembers`). Beside them stand the keys,
 * `revision`, for conditions, and `stored`: the layout, the version of the type
 * (document-versions.ts), and the read units that the postings say.
 *
 * Attributes that this code does not know stay: later code has written them. Only an `upgrade`
 * of earlier members drops what the type no longer has.
 */

import { membersOf } from '../../../shared/json/is-object.ts';
import { isDocument, type SearchFields } from '../../../shared/query/fields.ts';
import { isId } from '../../store/ids.ts';
import { bytesOf, maxItemBytes, tooLargeToStore } from '../../store/item-size.ts';
import { isNew, isPresent, layoutVersion, ownedKey } from '../../store/layout.ts';
import type { Item } from '../../store/table-access.ts';
import type { GetRequest } from '../../store/table-reads.ts';
import type { ItemChange } from '../../store/transactions.ts';
import type { DocumentVersions } from '../document-versions.ts';
import { documentUnits, parseUnits } from '../index/document-units.ts';
import type { OpenIndex } from '../index/open-index.ts';
import {
  attributesOf,
  checkReadable,
  type MemberLayout,
  memberNames,
  otherMembers,
  presentMembers,
  readMembers,
} from './stored-members.ts';
import { readableFrom, refuseLater, upgradeMembers } from './stored-version.ts';

export interface StoredDocument<Document> {
  readonly id: string;
  readonly revision: number;
  readonly document: Document;
  /** The version of the terms that the document has postings for. */
  readonly version: number;
  /** The read units that its postings say: as many as the document has, or more. Absent if they say none. */
  readonly units?: number;
  /** Attributes that this code does not know. */
  readonly others: Item;
}

/**
 * A state of a document: its revision, and in `updated` the time of the change. The revision alone is not enough: a document whose id
 * somebody names may be removed and created again, and then begins at revision 1 again.
 */
export type StoredState = Pick<StoredDocument<unknown>, 'revision' | 'document'>;

type PostedDocument = StoredState & Pick<StoredDocument<never>, 'id' | 'units'>;

type UnsizedWrite<Document> = Omit<StoredDocument<Document>, 'version' | 'units'>;

export interface StoredWrite<Document> extends UnsizedWrite<Document> {
  readonly units: number;
}

/** The names and the keys of an item take less than 400 bytes. */
const maxOtherBytes = 400;
const maxDocumentBytes = maxItemBytes - maxOtherBytes;

/**
 * Added to the version of the terms, because postings say read units since then. Code that meets another version than its own puts
 * all postings of the document: so an earlier release, which knows no units, leaves none that are wrong.
 */
const postingsForm = 1;

/** An index of any documents, reduced to the members on which keys depend. */
export type KeyScope = Pick<OpenIndex<never>, 'name' | 'owner'>;
type StorageLayout = KeyScope & MemberLayout;

export function documentKey({ name, owner }: KeyScope, id: string): Item {
  return { pk: ownedKey(owner, `${name}/${id}`), sk: 'document' };
}

export function getDocumentItem(index: KeyScope, id: string): GetRequest {
  return { Key: documentKey(index, id), ConsistentRead: true };
}

/**
 * Adds the read units of the document.
 *
 * @throws ServiceError content_too_large, invalid_request for a number that DynamoDB does not hold; Error if no read would accept it.
 */
export function withUnits<Document>(
  index: StorageLayout & SearchFields<Document>,
  written: UnsizedWrite<Document>,
): StoredWrite<Document> {
  const attributes = attributesOf(index, written);
  checkReadable(index, written.id, attributes);
  const bytes = bytesToStore(index, { ...written.others, ...attributes });
  return { ...written, units: documentUnits(bytes + maxOtherBytes) };
}

export function putNewDocument<Document>(index: StorageLayout, written: StoredWrite<Document>): ItemChange {
  return { Put: { Item: documentItem(index, written), ...isNew } };
}

/** Replaces the state that was read. */
export function replaceDocument<Document>(
  index: StorageLayout,
  current: StoredState,
  written: StoredWrite<Document>,
): ItemChange {
  return { Put: { Item: documentItem(index, written), ...isUnchanged(current) } };
}

/** Stores the same state with this code's versions. */
export function rewriteDocument<Document>(index: StorageLayout, written: StoredWrite<Document>): ItemChange {
  return { Put: { Item: documentItem(index, written), ...isUnchanged(written) } };
}

export function deleteDocument(
  index: KeyScope,
  { id, ...current }: StoredState & Pick<StoredDocument<never>, 'id'>,
): ItemChange {
  return { Delete: { Key: documentKey(index, id), ...isUnchanged(current) } };
}

/** The condition that the document exists, in a write of something that needs it. */
export function checkExists(index: KeyScope, id: string): ItemChange {
  return { ConditionCheck: { Key: documentKey(index, id), ...isPresent } };
}

/** The condition that the document has this revision, or that there is none. If somebody names its id, use `checkUnchanged`. */
export function checkRevision(index: KeyScope, id: string, revision: number | undefined): ItemChange {
  const condition = revision === undefined ? isNew : hasRevision(revision);
  return { ConditionCheck: { Key: documentKey(index, id), ...condition } };
}

/** The condition that the document is as it was read, or that there is still none. */
export function checkUnchanged(index: KeyScope, id: string, current: StoredState | undefined): ItemChange {
  const condition = current === undefined ? isNew : isUnchanged(current);
  return { ConditionCheck: { Key: documentKey(index, id), ...condition } };
}

/** The condition that the document is as it was read, and that its postings say these read units: each can change without the other. */
export function checkPosted(index: KeyScope, { id, units, ...current }: PostedDocument): ItemChange {
  const { ConditionExpression, ExpressionAttributeNames, ExpressionAttributeValues } = isUnchanged(current);
  const isUnsized = units === undefined;
  return {
    ConditionCheck: {
      Key: documentKey(index, id),
      ConditionExpression: `${ConditionExpression} AND ${isUnsized ? 'attribute_not_exists(#stored.#units)' : '#stored.#units = :units'}`,
      ExpressionAttributeNames: { ...ExpressionAttributeNames, '#stored': 'stored', '#units': 'units' },
      ExpressionAttributeValues: { ...ExpressionAttributeValues, ...(isUnsized ? {} : { ':units': units }) },
    },
  };
}

/** Whether earlier code has stored the document, so that its members or terms may differ. */
export function isOutdated({ version }: DocumentVersions, item: Item): boolean {
  const its = membersOf(item['stored']);
  return Number(its['schema']) < version || Number(its['version']) < version + postingsForm;
}

/** Whether later code has stored the document, so that its postings are unknown, and perhaps its members. */
export function isNewer({ version }: DocumentVersions, item: Item): boolean {
  const its = membersOf(item['stored']);
  return Number(its['schema']) > version || Number(its['version']) > version + postingsForm;
}

/**
 * Reads a document of this version, or of an earlier one as if it had this one.
 *
 * @returns undefined if the item is malformed: other software wrote it, or later code with another layout.
 * @throws Error when the type's `upgrade` fails, and when later code says that this code cannot read the document.
 */
export function parseDocument<Document>(
  index: OpenIndex<Document>,
  item: Item,
): StoredDocument<Document> | undefined {
  const { revision } = item;
  const id = String(item['pk']).slice(ownedKey(index.owner, `${index.name}/`).length);
  const { layout, schema: from, version, readableFrom: earliest, units: stated } = membersOf(item['stored']);
  const isOurs = layout === layoutVersion && typeof version === 'number' && typeof revision === 'number';
  if (!isOurs || typeof from !== 'number' || !isId(id)) return undefined;
  refuseLater(index, { id, from, earliest });
  const isEarlier = index.upgrade !== undefined && from < index.version;
  const stored = readMembers(index, item, isEarlier ? memberNames(item) : index.members);
  if (!stored) return undefined;
  const members = isEarlier ? upgradeMembers(index, { id, from }, stored) : stored;
  const document = Object.fromEntries(presentMembers(index.members, members));
  if (!isDocument(index, document) || index.idOf(document) !== id) return undefined;
  const units = parseUnits(stated);
  return {
    id,
    revision,
    version: version - postingsForm,
    document,
    others: isEarlier ? {} : otherMembers(index, item),
    ...(units === undefined ? {} : { units }),
  };
}

function isUnchanged({ revision, document }: StoredState) {
  const { updated } = membersOf(document);
  const condition = hasRevision(revision);
  if (updated === undefined) return condition;
  const { ConditionExpression, ExpressionAttributeNames, ExpressionAttributeValues } = condition;
  return {
    ConditionExpression: `${ConditionExpression} AND #updated = :updated`,
    ExpressionAttributeNames: { ...ExpressionAttributeNames, '#updated': 'updated' },
    ExpressionAttributeValues: { ...ExpressionAttributeValues, ':updated': updated },
  };
}

function hasRevision(revision: number) {
  return {
    ConditionExpression: '#revision = :revision',
    ExpressionAttributeNames: { '#revision': 'revision' },
    ExpressionAttributeValues: { ':revision': revision },
  };
}

/** The item of a document, without a condition. */
export function documentItem<Document>(
  index: StorageLayout,
  { id, revision, document, units, others }: StoredWrite<Document>,
): Item {
  const { version } = index;
  const earliest = readableFrom(index);
  const stored = {
    ...{ layout: layoutVersion, schema: version, version: version + postingsForm, units },
    ...(earliest === undefined ? {} : { readableFrom: earliest }),
  };
  return { ...others, ...attributesOf(index, { id, document }), ...documentKey(index, id), revision, stored };
}

/** The bytes of the JSON, which exceed DynamoDB's own count. @throws ServiceError content_too_large. */
function bytesToStore({ name }: KeyScope, attributes: Item): number {
  const bytes = Object.values(attributes).reduce<number>((sum, value) => sum + bytesOf(value), 0);
  if (bytes <= maxDocumentBytes) return bytes;
  throw tooLargeToStore(`The ${name} takes ${bytes} bytes to store`, maxDocumentBytes);
}
