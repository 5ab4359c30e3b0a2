/** Requests that store a document. */

import { describe, expect, test } from 'vitest';
import {
  checkRevision,
  deleteDocument,
  parseDocument,
  putNewDocument,
  replaceDocument,
  withUnits,
} from '../../../lib/headwater/data/search/documents/document-items.ts';
import type { SourceRecord } from '../../../lib/service/sources/source-record.ts';
import { openSources } from '../support/open-sources.ts';

const id = '6955b9003e7fedcba9876543';
const document: SourceRecord = {
  _id: id,
  created: '2026-01-01T00:00:00.999Z',
  updated: '2026-01-01T00:00:00.999Z',
  revision: 2,
  name: 'access log',
  tags: ['web', 'front end'],
  format: 'json',
  preprocessors: [{ type: 'scale', by: 1e300, to: { deep: [1, 'x'] } }],
};
const stored = { id, revision: 2, document, version: 1, units: 1, others: {} };
const item = {
  ...{ ...document, preprocessors: JSON.stringify(document.preprocessors) },
  ...{ pk: `source/${id}`, sk: 'document' },
  stored: { layout: 1, schema: 1, version: 2, units: 1 },
};
/** @param isWhole Whether the time of the change counts, too: a named document begins at revision 1 in each of its lives. */
const replaces = (revision: number, isWhole = false) => ({
  ConditionExpression: `#revision = :revision${isWhole ? ' AND #updated = :updated' : ''}`,
  ExpressionAttributeNames: { '#revision': 'revision', ...(isWhole ? { '#updated': 'updated' } : {}) },
  ExpressionAttributeValues: { ':revision': revision, ...(isWhole ? { ':updated': document.updated } : {}) },
});

const key = { pk: item.pk, sk: item.sk };
const isAbsent = {
  ConditionExpression: 'attribute_not_exists(#pk)',
  ExpressionAttributeNames: { '#pk': 'pk' },
};

const changes: readonly [name: string, given: unknown, want: unknown][] = [
  ['a new document', putNewDocument(openSources, stored), { Put: { Item: item, ...isAbsent } }],
  [
    'a replaced document',
    replaceDocument(openSources, stored, { ...stored, revision: 3 }),
    { Put: { Item: { ...item, revision: 3 }, ...replaces(2, true) } },
  ],
  ['a removed document', deleteDocument(openSources, stored), { Delete: { Key: key, ...replaces(2, true) } }],
  [
    'nothing, while a document has a revision',
    checkRevision(openSources, id, 2),
    { ConditionCheck: { Key: key, ...replaces(2) } },
  ],
  [
    'nothing, while there is no document',
    checkRevision(openSources, id, undefined),
    { ConditionCheck: { Key: key, ...isAbsent } },
  ],
];

test.each(changes)('the change of %s', (_name, given, want) => {
  expect(given).toEqual(want);
});

test('a document is read unchanged, its members in their order', () => {
  const backwards = Object.fromEntries(Object.entries(item).toReversed());
  const read = parseDocument(openSources, backwards);
  expect(read).toEqual(stored);
  expect(Object.keys(read?.document ?? {})).toEqual(Object.keys(document));
});

test('attributes that later code has written stay when this code replaces the document', () => {
  const later = { ...item, color: 'red', stored: { ...item.stored, schema: 2 } };
  const read = parseDocument(openSources, later);
  expect(read).toMatchObject({ document, others: { color: 'red' } });
  expect(read?.document).not.toHaveProperty('color');
  const others = read?.others ?? {};
  expect(replaceDocument(openSources, stored, { ...stored, others }).Put?.Item).toMatchObject({
    color: 'red',
    tags: ['web', 'front end'],
  });
});

test('a document as large as an item, with what it keeps of later code, is refused', () => {
  const others = { big: 'x'.repeat(400_000) };
  expect(() => withUnits(openSources, { ...stored, others: { big: 'x'.repeat(410_000) } })).toThrow(
    expect.objectContaining({ code: 'content_too_large', members: { max_bytes: 409_200 } }),
  );
  const written = withUnits(openSources, { ...stored, others });
  expect(putNewDocument(openSources, written).Put?.Item).toMatchObject(others);
  expect(written.units).toBe(100);
});

test.each([
  [0, 1],
  [3_000, 1],
  [4_000, 2],
  [12_000, 4],
  [260_000, 64],
  [262_000, 100],
])('%d bytes more make a document of at most %d read units', (bytes, units) => {
  const others = { big: 'x'.repeat(bytes) };
  expect(withUnits(openSources, { ...stored, others })).toMatchObject({ units });
});

test('a document of earlier code has no read units', () => {
  const earlier = { ...item, stored: { layout: 1, schema: 1, version: 1 } };
  const { units: _, ...others } = stored;
  expect(parseDocument(openSources, earlier)).toEqual({ ...others, version: 0 });
});

describe('malformed', () => {
  const { tags: _, ...withoutTags } = item;
  const { stored: __, ...withoutStored } = item;
  const rows: readonly [name: string, item: Readonly<Record<string, unknown>>][] = [
    ['a text that is not JSON', { ...item, preprocessors: '[' }],
    ['a list that is a text', { ...item, tags: 'web' }],
    ['a list with a number', { ...item, tags: ['web', 1] }],
    ['a member too few', withoutTags],
    ['a date that is none', { ...item, updated: 'yesterday' }],
    ['the id of another', { ...item, _id: '6955b9003e7fedcba9876544' }],
    ['no revision', { ...item, revision: 'two' }],
    ['nothing about how it is stored', withoutStored],
    ['another layout', { ...item, stored: { ...item.stored, layout: 2 } }],
  ];
  test.each(rows)('%s', (_name, malformed) => {
    expect(parseDocument(openSources, malformed)).toBeUndefined();
  });
});
