/** The requests that store a source. */

import { expect, test } from 'vitest';
import { deleteSource, parseStored, putNewSource, replaceSource } from '../../lib/sources/source-items.ts';
import type { SourceRecord } from '../../lib/sources/source-record.ts';

const record: SourceRecord = {
  _id: 'id',
  created: '2026-01-01T00:00:00.000Z',
  updated: '2026-01-01T00:00:00.000Z',
  revision: 2,
  tags: [],
  format: 'json',
  preprocessors: [],
};
const source = { record, writes: ['y', 'x'] };
const item = {
  pk: { S: 'source/id' },
  sk: { S: 'source' },
  revision: { N: '2' },
  w: { S: 'y x' },
  document: { S: JSON.stringify(record) },
};

const requests: readonly [name: string, given: unknown, want: unknown][] = [
  [
    'a new source',
    putNewSource('t', source),
    {
      TableName: 't',
      Item: item,
      ConditionExpression: 'attribute_not_exists(#pk)',
      ExpressionAttributeNames: { '#pk': 'pk' },
    },
  ],
  [
    'a replaced source',
    replaceSource('t', source),
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
    deleteSource('t', source, 1000),
    {
      TableName: 't',
      Item: { ...item, document: undefined, revision: { N: '3' }, expiresAt: { N: '1000' } },
      ConditionExpression: '#revision = :revision',
      ExpressionAttributeNames: { '#revision': 'revision' },
      ExpressionAttributeValues: { ':revision': { N: '2' } },
    },
  ],
];

test.each(requests)('the request of %s', (_name, given, want) => {
  expect(given).toEqual(want);
});

test('what is stored is read as it was', () => {
  expect(parseStored(item)).toEqual({ ...source, id: 'id', revision: 2 });
});

test('what is left of a source has no text', () => {
  const remains = deleteSource('t', source, 1000).Item ?? {};
  expect(parseStored(remains)).toEqual({ id: 'id', revision: 3, record: undefined, writes: ['y', 'x'] });
});
