/** Cursors: their content, and the refusal of anything else. */

import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  type Cursor,
  type CursorList,
  readCursor,
  writeCursor,
} from '../../../../lib/headwater/data/search/list/list-cursor.ts';

const owner: CursorList = { owner: 'public', query: 'tags:web', sort: '-created' };
const cursor: Cursor = {
  next: '6955b9003e7fedcba9876543',
  skip: 3,
  total: 10_000,
  relation: 'gte',
  now: Date.UTC(2026, 0, 1),
};
const text = writeCursor(cursor, owner);
test('a cursor is read unchanged and is short', () => {
  expect(readCursor(text, owner)).toEqual(cursor);
  expect(text).toMatch(/^[\w-]{1,256}$/);
  expect(
    readCursor(writeCursor(cursor, { owner: 'public', sort: 'created' }), {
      owner: 'public',
      query: undefined,
      sort: 'created',
    }),
  ).toEqual(cursor);
});

const owners: readonly CursorList[] = [
  { ...owner, sort: 'created' },
  { ...owner, query: 'tags:Web' },
  { ...owner, query: '' },
  { owner: 'public', sort: '-created' },
  { ...owner, owner: 'Public' },
];

test.each(owners)('the cursor of another list, %j, is refused', (other) => {
  expect(readCursor(text, other)).toBeUndefined();
});

test('a cursor with one character changed, omitted or doubled is refused', () => {
  for (const [at, character] of [...text].entries()) {
    const other = character === 'A' ? 'B' : 'A';
    for (const change of [other, '', character + character, '=', 'é', ' ']) {
      const changed = text.slice(0, at) + change + text.slice(at + 1);
      if (changed !== text) expect(readCursor(changed, owner), changed).toBeUndefined();
    }
  }
});

test.each(['', 'x', '{}', 'bnVsbA', text + text, `${text}=`, '\0', '😀'.repeat(64)])(
  '%j is refused',
  (other) => {
    expect(readCursor(other, owner)).toBeUndefined();
  },
);

describe('a forged cursor with a valid checksum', () => {
  const forged = (body: string) => {
    const hash = createHash('sha256').update(JSON.stringify([body, owner.owner, owner.query, owner.sort]));
    return Buffer.from(hash.digest('base64url').slice(0, 12) + body).toString('base64url');
  };
  const { next, skip, total, relation, now } = cursor;
  const rows: readonly (readonly [name: string, content: unknown])[] = [
    ['another version', [2, next, skip, total, relation, now]],
    ['a position that is not an id', [1, 'z'.repeat(24), skip, total, relation, now]],
    ['a position that is not a string', [1, 1, skip, total, relation, now]],
    ['a negative skip', [1, next, -1, total, relation, now]],
    ['a skip that is too large', [1, next, 10_001, total, relation, now]],
    ['a total with a fraction', [1, next, skip, 0.5, relation, now]],
    ['a total that is not a number', [1, next, skip, '1', relation, now]],
    ['another relation', [1, next, skip, total, 'lt', now]],
    ['an invalid time', [1, next, skip, total, relation, 9e15]],
    ['a missing member', [1, next, skip, total, relation]],
    ['an extra member', [1, next, skip, total, relation, now, 0]],
    ['an object', { next }],
    ['null', null],
  ];

  test('is read', () => {
    expect(readCursor(forged(JSON.stringify([1, next, skip, total, relation, now])), owner)).toEqual(cursor);
  });

  test.each(rows)('with %s is refused', (_name, content) => {
    expect(readCursor(forged(JSON.stringify(content)), owner)).toBeUndefined();
  });

  test('that is not JSON is refused', () => {
    expect(readCursor(forged('[1,'), owner)).toBeUndefined();
  });
});
