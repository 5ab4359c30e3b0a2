/** The keys of postings, and requests for them. */

import { expect, test } from 'vitest';
import {
  longId,
  parsePosting,
  postingItem,
  postingKey,
  postingsPerUnit,
  queryPart,
  queryPlace,
  shortId,
} from '../../../lib/headwater/data/search/index/postings.ts';
import { everyId, placeOfTerm, type TermPlace } from '../../../lib/headwater/data/search/index/terms.ts';
import { createIdGenerator, firstId, lastId } from '../../../lib/headwater/data/store/ids.ts';

const space = { owner: 'public', all: 's', shards: new Map() };
const id = '6955b9003e7fedcba9876543';
const posting = { term: 't/web', id };
const [low, high] = ['-'.repeat(16), 'z'.repeat(16)];
const page = { isDescending: true, isConsistent: true, limit: 3 };
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
      { ...page, isDescending: false, isCount: true },
    ),
    { ...asked('s', shortId(id), high), ScanIndexForward: true, Select: 'COUNT' },
  ],
  ['a place', queryPlace(place, undefined, page), asked('t/we', '\u0000', afterTexts)],
  ['a place before a term', queryPlace(place, web, page), asked('t/we', '\u0000', 'b\t')],
  [
    'a place after a term',
    queryPlace(place, web, { ...page, isDescending: false }),
    { ...asked('t/we', 'b\t~', afterTexts), ScanIndexForward: true },
  ],
];

test.each(requests)('the request of %s', (_name, given, want) => {
  expect(given).toEqual(want);
});

test('a posting is its key, and says the read units of its document', () => {
  const key = { pk: 't/we', sk: `b\t${shortId(id)}` };
  const sized = { ...posting, units: 4 };
  expect(postingKey(space, posting)).toEqual(key);
  expect(postingItem(space, sized)).toEqual({ ...key, u: 4 });
  expect(parsePosting({ ...key, u: 4 })).toEqual(sized);
  for (const u of [undefined, 0, 101, 1.5, '4']) expect(parsePosting({ ...key, u })).toEqual(posting);
  expect(parsePosting({ pk: 't/we', sk: 'other' })).toBeUndefined();
});

test('ids packed into 16 characters sort like ids', () => {
  const newId = createIdGenerator();
  const ids = [firstId, lastId, id, ...Array.from({ length: 1000 }, newId)].toSorted();
  const short = ids.map(shortId);
  expect(short.every((text) => text.length === 16)).toBe(true);
  expect(short.toSorted()).toEqual(short);
  expect(short.map(longId)).toEqual(ids);
});

test.each(['s', 't/we', `t/${'x'.repeat(20)}`])(
  'one read unit reads the stated number of postings of %s',
  (term) => {
    const { pk, sk } = postingKey(space, { term, id });
    // A number takes a byte for each two digits, and one more.
    const bytes = Buffer.byteLength(`pk${pk}sk${sk}u`) + 2;
    expect(postingsPerUnit({ ...placeOfTerm(space, term), ...everyId })).toBe(Math.floor(4096 / bytes));
  },
);
