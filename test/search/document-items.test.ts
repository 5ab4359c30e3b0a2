/** Requests that store a document. */

import { expect, test } from 'vitest';
import {
  parseDocument,
  putNewDocument,
  putTombstone,
  replaceDocument,
} from '../../lib/search/documents/document-items.ts';
import { sourceIndex } from '../../lib/sources/source-fields.ts';
import type { SourceRecord } from '../../lib/sources/source-record.ts';

const document: SourceRecord = {
  _id: 'id',
  created: '2026-01-01T00:00:00.000Z',
  updated: '2026-01-01T00:00:00.000Z',
  revision: 2,
  tags: [],
  format: 'json',
  preprocessors: [],
};
const stored = { id: 'id', revision: 2, document, writes: ['y', 'x'] };
const tombstone = { id: 'id', revision: 3, writes: ['y', 'x'], expiresAt: 1000 };
const item = {
  pk: { S: 'source/id' },
  sk: { S: 'source' },
  revision: { N: '2' },
  w: { S: 'y x' },
  document: { S: JSON.stringify(document) },
};

const requests: readonly [name: string, given: unknown, want: unknown][] = [
  [
    'a new document',
    putNewDocument(sourceIndex, stored),
    {
      Item: item,
      ConditionExpression: 'attribute_not_exists(#pk)',
      ExpressionAttributeNames: { '#pk': 'pk' },
    },
  ],
  [
    'a replaced document',
    replaceDocument(sourceIndex, stored),
    {
      Item: item,
      ConditionExpression: '#revision = :revision',
      ExpressionAttributeNames: { '#revision': 'revision' },
      ExpressionAttributeValues: { ':revision': { N: '1' } },
    },
  ],
  [
    'a tombstone',
    putTombstone(sourceIndex, tombstone),
    {
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

test('a document is read unchanged', () => {
  expect(parseDocument(sourceIndex, item)).toEqual(stored);
});

test('a tombstone has no document', () => {
  const left = putTombstone(sourceIndex, tombstone).Item ?? {};
  expect(parseDocument(sourceIndex, left)).toEqual({
    id: 'id',
    revision: 3,
    document: undefined,
    writes: ['y', 'x'],
  });
});
