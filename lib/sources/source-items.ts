/**
 * How a source is stored, and the requests that store it. Pure: each function
 * gives the input of one command.
 *
 * A source is one item with its JSON text in one attribute: numbers and nested
 * options come back exactly as they were sent (DynamoDB's own numbers have 38
 * digits and its maps 32 levels), and there is nothing to marshal. `revision`
 * stands beside it, for conditions, and `w`: the last writes, newest first, so
 * that a write knows itself again (source-writes.ts).
 *
 * A deleted source leaves an item without a text, until `expiresAt` (the
 * table's TTL attribute, in seconds since 1970).
 */

import type { AttributeValue, GetItemCommandInput, PutItemCommandInput } from '@aws-sdk/client-dynamodb';
import { ServiceError } from '../errors.ts';
import type { SourceRecord } from './source-record.ts';

export type Item = Record<string, AttributeValue>;

/** What is stored under an id, and the writes that made it what it is. */
export interface Stored {
  readonly id: string;
  /** To delete it is one more. */
  readonly revision: number;
  /** Undefined: it was deleted. */
  readonly record: SourceRecord | undefined;
  /** The last of them, newest first. */
  readonly writes: readonly string[];
}

export interface StoredSource extends Pick<Stored, 'writes'> {
  readonly record: SourceRecord;
}

/** As many writes as an item remembers. */
export const maxWrites = 8;

/** AWS refuses items over 400 KB, names of attributes and keys included; these take less than 400 bytes. */
const maxDocumentBytes = 400 * 1024 - 400;

const names = { '#pk': 'pk', '#revision': 'revision' } as const;

const keyStart = 'source/';

export function sourceKey(id: string): Item {
  return { pk: { S: `${keyStart}${id}` }, sk: { S: 'source' } };
}

export function getSource(tableName: string, id: string): GetItemCommandInput {
  return { TableName: tableName, Key: sourceKey(id), ConsistentRead: true };
}

/** @throws ServiceError content_too_large before anything is written. */
export function putNewSource(tableName: string, source: StoredSource): PutItemCommandInput {
  return {
    TableName: tableName,
    Item: sourceItem(source),
    ConditionExpression: 'attribute_not_exists(#pk)',
    ExpressionAttributeNames: { '#pk': names['#pk'] },
  };
}

/** Replaces the revision before the source's. @throws ServiceError content_too_large before anything is written. */
export function replaceSource(tableName: string, source: StoredSource): PutItemCommandInput {
  return { TableName: tableName, Item: sourceItem(source), ...hasRevision(source.record.revision - 1) };
}

/** Replaces the source by what is left of it. @param expiresAt In seconds since 1970. */
export function deleteSource(
  tableName: string,
  { record, writes }: StoredSource,
  expiresAt: number,
): PutItemCommandInput {
  const numbers = { revision: { N: String(record.revision + 1) }, expiresAt: { N: String(expiresAt) } };
  return {
    TableName: tableName,
    Item: { ...sourceKey(record._id), ...numbers, w: { S: writes.join(' ') } },
    ...hasRevision(record.revision),
  };
}

export function parseStored(item: Item): Stored {
  // sourceItem or deleteSource wrote it, and nothing else writes items with this key.
  const document = item.document?.S;
  const record = document === undefined ? undefined : (JSON.parse(document) as SourceRecord);
  const id = item.pk?.S?.slice(keyStart.length) ?? '';
  return { id, revision: Number(item.revision?.N), record, writes: item.w?.S?.split(' ') ?? [] };
}

function hasRevision(revision: number) {
  return {
    ConditionExpression: '#revision = :revision',
    ExpressionAttributeNames: { '#revision': names['#revision'] },
    ExpressionAttributeValues: { ':revision': { N: String(revision) } },
  };
}

function sourceItem({ record, writes }: StoredSource): Item {
  const document = JSON.stringify(record);
  const bytes = Buffer.byteLength(document);
  if (bytes > maxDocumentBytes) {
    const detail = `The source takes ${bytes} bytes to store; at most ${maxDocumentBytes} can be stored.`;
    throw new ServiceError('content_too_large', detail, { members: { max_bytes: maxDocumentBytes } });
  }
  return {
    ...sourceKey(record._id),
    revision: { N: String(record.revision) },
    w: { S: writes.join(' ') },
    document: { S: document },
  };
}
