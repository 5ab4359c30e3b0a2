/** The requests that are built, and what their conditions let through on a real engine. */

import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  deleteOlderEntry,
  deleteSeenEntry,
  deleteSource,
  type IndexEntry,
  parseEntry,
  putEntry,
  putNewSource,
  queryTerm,
  replaceSource,
} from '../../lib/data/source-items.ts';
import type { SourceRecord } from '../../lib/data/source-record.ts';
import { accessTable, type TableAccess } from '../../lib/data/table-access.ts';
import { type Engine, startEngine } from '../support/dynalite.ts';

const entry: IndexEntry = { term: 'term', id: 'id', revision: 2, write: 'x', writtenAt: 1000 };
const record: SourceRecord = {
  _id: 'id',
  created: '2026-01-01T00:00:00.000Z',
  updated: '2026-01-01T00:00:00.000Z',
  revision: 2,
  tags: [],
  format: 'json',
  preprocessors: [],
};
const item = {
  pk: { S: 'source/id' },
  sk: { S: 'source' },
  revision: { N: '2' },
  w: { S: 'x' },
  document: { S: JSON.stringify(record) },
};

const requests: readonly [name: string, given: unknown, want: unknown][] = [
  [
    'a new source',
    putNewSource('t', record, 'x'),
    {
      TableName: 't',
      Item: item,
      ConditionExpression: 'attribute_not_exists(#pk)',
      ExpressionAttributeNames: { '#pk': 'pk' },
    },
  ],
  [
    'a replaced source',
    replaceSource('t', record, 'x'),
    {
      TableName: 't',
      Item: item,
      ConditionExpression: '#revision = :revision',
      ExpressionAttributeNames: { '#revision': 'revision' },
      ExpressionAttributeValues: { ':revision': { N: '1' } },
    },
  ],
  [
    'a deleted source',
    deleteSource('t', record),
    {
      TableName: 't',
      Key: { pk: { S: 'source/id' }, sk: { S: 'source' } },
      ConditionExpression: '#revision = :revision',
      ExpressionAttributeNames: { '#revision': 'revision' },
      ExpressionAttributeValues: { ':revision': { N: '2' } },
    },
  ],
  [
    'a page of a term, newest first',
    queryTerm('t', 'term', { limit: 3, after: { pk: { S: 'term' }, sk: { S: 'id' } }, select: 'COUNT' }),
    {
      TableName: 't',
      KeyConditionExpression: '#pk = :term',
      ExpressionAttributeNames: { '#pk': 'pk' },
      ExpressionAttributeValues: { ':term': { S: 'term' } },
      ScanIndexForward: false,
      ConsistentRead: true,
      Limit: 3,
      Select: 'COUNT',
      ExclusiveStartKey: { pk: { S: 'term' }, sk: { S: 'id' } },
    },
  ],
];

test.each(requests)('the request of %s', (_name, given, want) => {
  expect(given).toEqual(want);
});

describe('on an entry of revision 2', () => {
  let engine: Engine;
  let table: TableAccess;
  let tableName: string;

  beforeAll(async () => {
    engine = await startEngine();
  });
  beforeEach(async () => {
    tableName = await engine.makeTable();
    table = accessTable(engine.client, tableName);
    await table.put(putEntry(tableName, entry));
  });

  const left = async () => (await engine.scan(tableName)).map(parseEntry);

  const puts: readonly [name: string, put: IndexEntry, isDone: boolean][] = [
    ['an older revision does not put its own', { ...entry, revision: 1, write: 'y' }, false],
    ['another write of the same one renews it', { ...entry, write: 'y', writtenAt: 2000 }, true],
    ['a newer one renews it', { ...entry, revision: 3, write: 'y', writtenAt: 2000 }, true],
  ];
  test.each(puts)('%s', async (_name, put, isDone) => {
    expect(await table.put(putEntry(tableName, put))).toBe(isDone);
    expect(await left()).toEqual([isDone ? put : entry]);
  });

  const cleanUps: readonly [revision: number, isDone: boolean][] = [
    [1, false],
    [2, false],
    [3, true],
  ];
  test.each(cleanUps)('the clean-up of revision %i', async (revision, isDone) => {
    expect(await table.delete(deleteOlderEntry(tableName, { ...entry, revision }))).toBe(isDone);
    expect(await left()).toEqual(isDone ? [] : [entry]);
  });

  const repairs: readonly [name: string, seen: IndexEntry, isDone: boolean][] = [
    ['who has seen it takes it away', entry, true],
    ['who has seen one of another write leaves it', { ...entry, write: 'y' }, false],
    ['who has seen one of another revision leaves it', { ...entry, revision: 1 }, false],
  ];
  test.each(repairs)('%s', async (_name, seen, isDone) => {
    expect(await table.delete(deleteSeenEntry(tableName, seen))).toBe(isDone);
    expect(await left()).toEqual(isDone ? [] : [entry]);
  });
});
