/** The shards of terms: where a posting is follows from its id, and each posting is in one part of its term. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { epochsOf, shardTable } from '../../../../lib/headwater/data/search/index/shards.ts';
import { partsOfTerm, placeOfPosting } from '../../../../lib/headwater/data/search/index/terms.ts';
import { firstId, firstIdAt, lastId } from '../../../../lib/headwater/data/store/ids.ts';
import { readSettings } from '../../../../lib/headwater/shared/settings.ts';

const [one, other] = [Date.UTC(2026, 0), Date.UTC(2027, 0)];
const shards = shardTable({
  s: [
    { from: other, shards: 16 },
    { from: one, shards: 4 },
  ],
  't/web': [{ from: one, shards: 2 }],
});
const space = { owner: 'public', all: 's', shards };
const idOf = (time: number, end: string) => `${firstIdAt(time)?.slice(0, 11)}${end}`;

test('a posting is in the shard of its id, in the epoch of its time', () => {
  const end = '0000000000011';
  const placed = [one - 1, one, other - 1, other].map(
    (time) => placeOfPosting(space, 's', idOf(time, end)).partition,
  );
  expect(placed).toEqual(['s', 's.01', 's.01', 's.01']);
  expect(placeOfPosting(space, 't/web', idOf(one, end))).toEqual({
    partition: 't.01/we',
    beginning: 'b\t',
    position: idOf(one, end),
  });
  expect(placeOfPosting(space, 't/log', idOf(one, end)).partition).toBe('t/lo');
});

test('an epoch from the beginning of time replaces the first one', () => {
  const all = shardTable({ s: [{ from: 0, shards: 16 }] });
  expect(epochsOf(all, 's')).toEqual([{ low: firstId, high: lastId, shards: 16 }]);
});

test('every id is in one epoch, and every posting in one part of its term', () => {
  const digits = fc.string({ minLength: 24, maxLength: 24, unit: fc.constantFrom(...'0123456789abcdef') });
  const near = fc.constantFrom(firstIdAt(one), firstIdAt(other), firstId, lastId).map((id) => id ?? lastId);
  fc.assert(
    fc.property(fc.oneof(digits, near), fc.constantFrom('s', 't/web', 't/log'), (id, term) => {
      const epochs = epochsOf(shards, term).filter(({ low, high }) => low <= id && id <= high);
      expect(epochs).toHaveLength(1);
      const { partition, beginning } = placeOfPosting(space, term, id);
      const parts = partsOfTerm(space, term).filter(({ low, high }) => low <= id && id <= high);
      const own = parts.filter((part) => part.partition === partition && part.beginning === beginning);
      expect(own).toHaveLength(1);
    }),
    { seed: 20260101 },
  );
});

test('a range of ids is looked for in the epochs that it meets', () => {
  const low = idOf(other, '0'.repeat(13));
  expect(partsOfTerm(space, 's', { low, high: lastId })).toHaveLength(16);
  expect(partsOfTerm(space, 's')).toHaveLength(1 + 4 + 16);
});

const environment = { TABLE_NAME: 'sources' };

test('the setting names terms, dates and shards', () => {
  const given = '{"s":[{"from":"2027-01-01","shards":16}]}';
  expect(readSettings({ ...environment, INDEX_SHARDS: given })).toEqual({
    tableName: 'sources',
    shards: { s: [{ from: other, shards: 16 }] },
    ownerUnits: 1_000,
  });
  expect(readSettings(environment).shards).toEqual({});
});

test.each([
  '{',
  'null',
  '{"s":16}',
  '{"s":[{"from":"soon","shards":16}]}',
  '{"s":[{"from":"2027-01-01","shards":0}]}',
  '{"s":[{"from":"2027-01-01","shards":257}]}',
  '{"s":[{"from":"2027-01-01","shards":1.5}]}',
])('%s is refused with what would be accepted', (given) => {
  expect(() => readSettings({ ...environment, INDEX_SHARDS: given })).toThrow(
    /^The environment variable INDEX_SHARDS is not valid: expected \{"s"/,
  );
});
