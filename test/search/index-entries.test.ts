/** Requests for index entries, and their conditions on a real engine. */

import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  deleteOlderEntry,
  deleteSeenEntry,
  entriesPerUnit,
  type IndexEntry,
  longId,
  parseEntry,
  putEntry,
  queryPlace,
  queryTerm,
  shortId,
  stampOf,
  timeOfStamp,
} from '../../lib/search/index/entries.ts';
import { createIdGenerator, firstId, lastId } from '../../lib/store/ids.ts';
import { accessTable, type TableAccess } from '../../lib/store/table-access.ts';
import { type Engine, startEngine } from '../support/engine.ts';

const id = '6955b9003e7fedcba9876543';
const entry: IndexEntry = { term: 't/web', id, revision: 2, stamp: 1000_000 };
const [low, high] = ['-'.repeat(16), 'z'.repeat(16)];
const page = { isNewestFirst: true, isConsistent: true, limit: 3 };
const asked = (pk: string, from: string, to: string) => ({
  KeyConditionExpression: '#pk = :pk AND #sk BETWEEN :low AND :high',
  ExpressionAttributeNames: { '#pk': 'pk', '#sk': 'sk' },
  ExpressionAttributeValues: { ':pk': { S: pk }, ':low': { S: from }, ':high': { S: to } },
  ScanIndexForward: false,
  ConsistentRead: true,
  Limit: 3,
});
const afterTexts = '\u{10ffff}'.repeat(6);
const every = { low: firstId, high: lastId };
const place = { partition: 't/w', beginning: 'we' };

const requests: readonly [name: string, given: unknown, want: unknown][] = [
  ['a term, newest first', queryTerm('t/web', every, page), asked('t/w', `web\t${low}`, `web\t${high}`)],
  [
    'the count of all sources from an id, oldest first',
    queryTerm('sources', { low: id, high: lastId }, { ...page, isNewestFirst: false, isCount: true }),
    { ...asked('sources', shortId(id), high), ScanIndexForward: true, Select: 'COUNT' },
  ],
  ['a place', queryPlace(place, undefined, page), asked('t/w', 'we', `we${afterTexts}`)],
  ['a place before a term', queryPlace(place, 't/web', page), asked('t/w', 'we', 'web\t')],
  [
    'a place after a term',
    queryPlace(place, 't/web', { ...page, isNewestFirst: false }),
    { ...asked('t/w', 'web\t~', `we${afterTexts}`), ScanIndexForward: true },
  ],
];

test.each(requests)('the request of %s', (_name, given, want) => {
  expect(given).toEqual(want);
});

test('ids packed into 16 characters sort like ids', () => {
  const newId = createIdGenerator();
  const ids = [firstId, lastId, id, ...Array.from({ length: 1000 }, newId)].toSorted();
  const short = ids.map(shortId);
  expect(short.every((text) => text.length === 16)).toBe(true);
  expect(short.toSorted()).toEqual(short);
  expect(short.map(longId)).toEqual(ids);
});

test('the stamp of a write holds its time, to the second', () => {
  const stamp = stampOf(id);
  expect(timeOfStamp(stamp)).toBe(Number.parseInt(id.slice(0, 8), 16) * 1000);
  expect(stamp % 1000).toBe(0x6543 % 1000);
});

test.each(['sources', 't/w', `t/${'x'.repeat(20)}`])(
  'one read unit reads the stated number of entries of %s',
  (term) => {
    const item = putEntry({ term, id, revision: 999_999, stamp: stampOf(id) }).Item ?? {};
    const texts = Object.entries(item).map(([name, value]) => name + (value.S ?? ''));
    // A number takes one byte per two digits, plus one.
    const bytes = Buffer.byteLength(texts.join('')) + 4 + 8;
    expect(entriesPerUnit(term)).toBe(Math.floor(4096 / bytes));
  },
);

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
    await table.put(putEntry(entry));
  });

  const left = async () => (await engine.scan(tableName)).map(parseEntry);

  const puts: readonly [name: string, put: IndexEntry, isDone: boolean][] = [
    ['an older revision is refused', { ...entry, revision: 1, stamp: 2000_000 }, false],
    ['a later write of the same revision renews it', { ...entry, stamp: 2000_000 }, true],
    ['an earlier write of the same revision is refused', { ...entry, stamp: 999_000 }, false],
    ['a newer revision renews it', { ...entry, revision: 3, stamp: 2000_000 }, true],
  ];
  test.each(puts)('%s', async (_name, put, isDone) => {
    expect(await table.put(putEntry(put))).toBe(isDone);
    expect(await left()).toEqual([isDone ? put : entry]);
  });

  const cleanUps: readonly [revision: number, isDone: boolean][] = [
    [1, false],
    [2, false],
    [3, true],
  ];
  test.each(cleanUps)('the clean-up of revision %i', async (revision, isDone) => {
    expect(await table.delete(deleteOlderEntry({ ...entry, revision }))).toBe(isDone);
    expect(await left()).toEqual(isDone ? [] : [entry]);
  });

  const repairs: readonly [name: string, seen: IndexEntry, isDone: boolean][] = [
    ['a repair that has read this entry deletes it', entry, true],
    ['a repair that has read the entry of another write keeps it', { ...entry, stamp: 2000_000 }, false],
    ['a repair that has read the entry of another revision keeps it', { ...entry, revision: 1 }, false],
  ];
  test.each(repairs)('%s', async (_name, seen, isDone) => {
    expect(await table.delete(deleteSeenEntry(seen))).toBe(isDone);
    expect(await left()).toEqual(isDone ? [] : [entry]);
  });
});
