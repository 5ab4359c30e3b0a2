/**
 * How a source is stored, and the requests that store it. Pure: each function
 * gives the input of one command.
 *
 * A source is one item with its JSON text in one attribute: numbers and nested
 * options come back exactly as they were sent (DynamoDB's own numbers have 38
 * digits and its maps 32 levels), and there is nothing to marshal. `revision`
 * stands beside it, for conditions, and `w`: the last writes, newest first, so
 * that a write knows itself again (source-writes.ts).
 */

import type {
  AttributeValue,
  DeleteItemCommandInput,
  GetItemCommandInput,
  PutItemCommandInput,
} from '@aws-sdk/client-dynamodb';
import { ServiceError } from '../errors.ts';
import type { SourceRecord } from './source-record.ts';

export type Item = Record<string, AttributeValue>;

/** A source, and the writes that made it what it is. */
export interface StoredSource {
  readonly record: SourceRecord;
  /** The last of them, newest first. */
  readonly writes: readonly string[];
}

/** As many writes as an item remembers. */
export const maxWrites = 8;

/** AWS refuses items over 400 KB, names of attributes and keys included; these take less than 400 bytes. */
const maxDocumentBytes = 400 * 1024 - 400;

const names = { '#pk': 'pk', '#revision': 'revision' } as const;

export function sourceKey(id: string): Item {
  return { pk: { S: `source/${id}` }, sk: { S: 'source' } };
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

export function deleteSource(tableName: string, { _id, revision }: SourceRecord): DeleteItemCommandInput {
  return { TableName: tableName, Key: sourceKey(_id), ...hasRevision(revision) };
}

export function parseSource(item: Item): StoredSource {
  // sourceItem wrote it, and nothing else writes items with this key.
  const record = JSON.parse(item.document?.S ?? '') as SourceRecord;
  return { record, writes: item.w?.S?.split(' ') ?? [] };
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
