/**
 * What is stored, and the requests that store it. Pure: each function gives
 * the input of one command.
 *
 * A source is one item with its JSON text in one attribute: numbers and nested
 * options come back exactly as they were sent (DynamoDB's own numbers have 38
 * digits and its maps 32 levels), and there is nothing to marshal. `revision`
 * stands beside it, for conditions.
 *
 * An index entry is a small item (pk = term, sk = id). `r` is the revision
 * that wanted it, `w` the write that put it, `at` when, in ms since 1970.
 */

import type {
  AttributeValue,
  DeleteItemCommandInput,
  GetItemCommandInput,
  PutItemCommandInput,
  QueryCommandInput,
} from '@aws-sdk/client-dynamodb';
import { ServiceError } from '../errors.ts';
import type { SourceRecord } from './source-record.ts';

export type Item = Record<string, AttributeValue>;

export interface IndexEntry {
  readonly term: string;
  readonly id: string;
  readonly revision: number;
  readonly write: string;
  /** Milliseconds since 1970. */
  readonly writtenAt: number;
}

/** AWS refuses items over 400 KB, names of attributes and keys included; these take less than 200 bytes. */
const maxDocumentBytes = 400 * 1024 - 200;

const names = { '#pk': 'pk', '#revision': 'revision', '#r': 'r', '#w': 'w' } as const;
const aliases = (...keys: (keyof typeof names)[]) => Object.fromEntries(keys.map((key) => [key, names[key]]));

const conditions = {
  isAbsent: 'attribute_not_exists(#pk)',
  hasRevision: '#revision = :revision',
  /** No later revision wants the entry; the same revision may, by another write. */
  isNotNewer: 'attribute_not_exists(#pk) OR #r <= :r',
  isOlder: '#r < :r',
  isThatWrite: '#r = :r AND #w = :w',
} as const;

export function sourceKey(id: string): Item {
  return { pk: { S: `source/${id}` }, sk: { S: 'source' } };
}

export function getSource(tableName: string, id: string): GetItemCommandInput {
  return { TableName: tableName, Key: sourceKey(id), ConsistentRead: true };
}

/** @throws ServiceError content_too_large before anything is written. */
export function putNewSource(tableName: string, record: SourceRecord, write: string): PutItemCommandInput {
  return {
    TableName: tableName,
    Item: sourceItem(record, write),
    ConditionExpression: conditions.isAbsent,
    ExpressionAttributeNames: aliases('#pk'),
  };
}

/** Replaces the revision before the record's. @throws ServiceError content_too_large before anything is written. */
export function replaceSource(tableName: string, record: SourceRecord, write: string): PutItemCommandInput {
  return {
    TableName: tableName,
    Item: sourceItem(record, write),
    ConditionExpression: conditions.hasRevision,
    ExpressionAttributeNames: aliases('#revision'),
    ExpressionAttributeValues: { ':revision': { N: String(record.revision - 1) } },
  };
}

export function deleteSource(tableName: string, { _id, revision }: SourceRecord): DeleteItemCommandInput {
  return {
    TableName: tableName,
    Key: sourceKey(_id),
    ConditionExpression: conditions.hasRevision,
    ExpressionAttributeNames: aliases('#revision'),
    ExpressionAttributeValues: { ':revision': { N: String(revision) } },
  };
}

export function parseSource(item: Item): SourceRecord {
  // sourceItem wrote it, and nothing else writes items with this key.
  return JSON.parse(item.document?.S ?? '') as SourceRecord;
}

export function putEntry(tableName: string, entry: IndexEntry): PutItemCommandInput {
  return {
    TableName: tableName,
    Item: {
      ...entryKey(entry),
      r: { N: String(entry.revision) },
      w: { S: entry.write },
      at: { N: String(entry.writtenAt) },
    },
    ConditionExpression: conditions.isNotNewer,
    ExpressionAttributeNames: aliases('#pk', '#r'),
    ExpressionAttributeValues: { ':r': { N: String(entry.revision) } },
  };
}

/** Deletes an entry that a revision before this one wanted. */
export function deleteOlderEntry(
  tableName: string,
  { term, id, revision }: Pick<IndexEntry, 'term' | 'id' | 'revision'>,
): DeleteItemCommandInput {
  return {
    TableName: tableName,
    Key: entryKey({ term, id }),
    ConditionExpression: conditions.isOlder,
    ExpressionAttributeNames: aliases('#r'),
    ExpressionAttributeValues: { ':r': { N: String(revision) } },
  };
}

/** Deletes an entry as long as no other write has put it anew. */
export function deleteSeenEntry(tableName: string, entry: IndexEntry): DeleteItemCommandInput {
  return {
    TableName: tableName,
    Key: entryKey(entry),
    ConditionExpression: conditions.isThatWrite,
    ExpressionAttributeNames: aliases('#r', '#w'),
    ExpressionAttributeValues: { ':r': { N: String(entry.revision) }, ':w': { S: entry.write } },
  };
}

/** A page of a term's entries, newest first. */
export function queryTerm(
  tableName: string,
  term: string,
  page: {
    readonly limit: number;
    readonly after?: Item | undefined;
    readonly select: 'COUNT' | 'ALL_ATTRIBUTES';
  },
): QueryCommandInput {
  return {
    TableName: tableName,
    KeyConditionExpression: '#pk = :term',
    ExpressionAttributeNames: aliases('#pk'),
    ExpressionAttributeValues: { ':term': { S: term } },
    ScanIndexForward: false,
    ConsistentRead: true,
    Limit: page.limit,
    Select: page.select,
    ...(page.after ? { ExclusiveStartKey: page.after } : {}),
  };
}

export function parseEntry(item: Item): IndexEntry {
  return {
    term: item.pk?.S ?? '',
    id: item.sk?.S ?? '',
    revision: Number(item.r?.N),
    write: item.w?.S ?? '',
    writtenAt: Number(item.at?.N),
  };
}

function entryKey({ term, id }: Pick<IndexEntry, 'term' | 'id'>): Item {
  return { pk: { S: term }, sk: { S: id } };
}

function sourceItem(record: SourceRecord, write: string): Item {
  const document = JSON.stringify(record);
  const bytes = Buffer.byteLength(document);
  if (bytes > maxDocumentBytes) {
    const detail = `The source takes ${bytes} bytes to store; at most ${maxDocumentBytes} can be stored.`;
    throw new ServiceError('content_too_large', detail, { members: { max_bytes: maxDocumentBytes } });
  }
  return {
    ...sourceKey(record._id),
    revision: { N: String(record.revision) },
    w: { S: write },
    document: { S: document },
  };
}
