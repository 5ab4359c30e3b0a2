/** Requests for postings, and their conditions on a real engine. */

import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  deleteEarlierPosting,
  deleteSeenPosting,
  laterStamp,
  longId,
  type Posting,
  parsePosting,
  postingsPerUnit,
  putPosting,
  queryPart,
  queryPlace,
  shortId,
  stampOf,
  timeOfStamp,
} from '../../../lib/data/search/index/postings.ts';
import { placeOfTerm, type TermPlace } from '../../../lib/data/search/index/terms.ts';
import { createIdGenerator, firstId, lastId } from '../../../lib/data/store/ids.ts';
import { accessTable, type TableAccess } from '../../../lib/data/store/table-access.ts';
import { deleteItem, putItem } from '../../../lib/data/store/table-writes.ts';
import { type Engine, startEngine } from '../../support/engine.ts';
import { postingsAmong } from '../support/open-sources.ts';

const space = { owner: 'public', all: 's', shards: new Map() };
const id = '6955b9003e7fedcba9876543';
const posting: Posting = { term: 't/web', id, revision: 2, stamp: 4_734_720_000 };
const [low, high] = ['-'.repeat(16), 'z'.repeat(16)];
const page = { isNewestFirst: true, isConsistent: true, limit: 3 };
const asked = (pk: string, from: string, to: string) => ({
  KeyConditionExpression: '#pk = :pk AND #sk BETWEEN :low AND :high',
  ExpressionAttributeNames: { '#pk': 'pk', '#sk': 'sk' },
  ExpressionAttributeValues: { ':pk': pk, ':low': from, ':high': to },
  ScanIndexForward: false,
  ConsistentRead: true,
  Limit: 3,
});
const afterTexts = '\u{10ffff}'.repeat(6);
const every = { low: firstId, high: lastId };
const web = placeOfTerm(space, 't/web');
const place: TermPlace = { partition: 't/we', beginning: '' };

const requests: readonly [name: string, given: unknown, want: unknown][] = [
  ['a term, newest first', queryPart(web, every, page), asked('t/we', `b\t${low}`, `b\t${high}`)],
  [
    'the count of all sources from an id, oldest first',
    queryPart(
      placeOfTerm(space, 's'),
      { low: id, high: lastId },
      { ...page, isNewestFirst: false, isCount: true },
    ),
    { ...asked('s', shortId(id), high), ScanIndexForward: true, Select: 'COUNT' },
  ],
  ['a place', queryPlace(place, undefined, page), asked('t/we', '\u0000', afterTexts)],
  ['a place before a term', queryPlace(place, web, page), asked('t/we', '\u0000', 'b\t')],
  [
    'a place after a term',
    queryPlace(place, web, { ...page, isNewestFirst: false }),
    { ...asked('t/we', 'b\t~', afterTexts), ScanIndexForward: true },
  ],
];

test.each(requests)('the request of %s', (_name, given, want) => {
  expect(given).toEqual(want);
});

test('a posting is its key and one number, whose digits are the revision and the stamp', () => {
  expect(putPosting(space, posting).Item).toEqual({
    pk: 't/we',
    sk: `b\t${shortId(id)}`,
    v: 204_734_720_000n,
  });
  const many = { ...posting, revision: 123_456 };
  expect(parsePosting(putPosting(space, many).Item ?? {})).toEqual(many);
});

test('ids packed into 16 characters sort like ids', () => {
  const newId = createIdGenerator();
  const ids = [firstId, lastId, id, ...Array.from({ length: 1000 }, newId)].toSorted();
  const short = ids.map(shortId);
  expect(short.every((text) => text.length === 16)).toBe(true);
  expect(short.toSorted()).toEqual(short);
  expect(short.map(longId)).toEqual(ids);
});

test('the stamp of a write holds its time, to four seconds', () => {
  const stamp = stampOf(id);
  expect(stamp).toBeLessThan(100_000_000_000);
  expect(Number.parseInt(id.slice(0, 8), 16) * 1000 - timeOfStamp(stamp)).toBe(0);
  expect(timeOfStamp(stampOf(id.replace('900', '903')))).toBe(timeOfStamp(stamp));
  expect(timeOfStamp(stampOf(id.replace('900', '904')))).toBe(timeOfStamp(stamp) + 4_000);
  expect(stamp % 100).toBe((0x6543 % 50) * 2);
});

test('a later stamp is no stamp of a write, and those of writes are even', () => {
  const newId = createIdGenerator();
  for (let times = 0; times < 100; times++) {
    const stamp = stampOf(newId());
    expect(stamp % 2).toBe(0);
    expect(laterStamp(stamp)).toBe(stamp + 1);
    expect(laterStamp(laterStamp(stamp))).toBe(stamp + 3);
  }
});

test.each(
  [9, 999, 999_999].flatMap((revision) =>
    ['s', 't/we', `t/${'x'.repeat(20)}`].map((term) => [revision, term] as const),
  ),
)('one read unit reads the stated number of postings, as of revision %d, of %s', (revision, term) => {
  const { pk, sk, v } = putPosting(space, { term, id, revision, stamp: stampOf(id) }).Item ?? {};
  // A number takes one byte per two digits, plus one.
  const bytes = Buffer.byteLength(`pk${pk}sk${sk}v`) + Math.ceil(String(v).length / 2) + 1;
  expect(postingsPerUnit(placeOfTerm(space, term), revision)).toBe(Math.floor(4096 / bytes));
});

describe('on a posting of revision 2', () => {
  let engine: Engine;
  let table: TableAccess;
  let tableName: string;

  beforeAll(async () => {
    engine = await startEngine();
  });
  beforeEach(async () => {
    tableName = await engine.makeTable();
    table = accessTable(engine.client, tableName);
    await putItem(table, putPosting(space, posting));
  });

  const left = async () => postingsAmong(await engine.scan(tableName));

  const puts: readonly [name: string, put: Posting, isDone: boolean][] = [
    ['an older revision is refused', { ...posting, revision: 1, stamp: 4_734_720_002 }, false],
    ['a later write of the same revision renews it', { ...posting, stamp: 4_734_720_002 }, true],
    ['an earlier write of the same revision is refused', { ...posting, stamp: 4_734_719_998 }, false],
    ['a newer revision renews it', { ...posting, revision: 3, stamp: 4_734_720_002 }, true],
  ];
  test.each(puts)('%s', async (_name, put, isDone) => {
    expect(await putItem(table, putPosting(space, put))).toBe(isDone);
    expect(await left()).toEqual([isDone ? put : posting]);
  });

  const cleanUps: readonly [revision: number, isDone: boolean][] = [
    [1, false],
    [2, false],
    [3, true],
  ];
  test.each(cleanUps)('the clean-up of revision %i', async (revision, isDone) => {
    expect(await deleteItem(table, deleteEarlierPosting(space, { term: posting.term, id, revision }))).toBe(
      isDone,
    );
    expect(await left()).toEqual(isDone ? [] : [posting]);
  });

  const repairs: readonly [name: string, seen: Posting, isDone: boolean][] = [
    ['a repair that has read this posting deletes it', posting, true],
    [
      'a repair that has read the posting of another write keeps it',
      { ...posting, stamp: 4_734_720_002 },
      false,
    ],
    ['a repair that has read the posting of another revision keeps it', { ...posting, revision: 1 }, false],
  ];
  test.each(repairs)('%s', async (_name, seen, isDone) => {
    expect(await deleteItem(table, deleteSeenPosting(space, seen))).toBe(isDone);
    expect(await left()).toEqual(isDone ? [] : [posting]);
  });
});
