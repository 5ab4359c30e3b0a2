import { expect, test } from 'vitest';
import { KnownDocuments } from '../../../../lib/headwater/tools/admin/known-documents.ts';

const terms = ['s', 't/red', 't/a,b', 't/say "hi"', 't/x","y', 't/\0', 't/back\\', 'w/lög', 't/\n'];

test('each term is found, and no part of one', () => {
  const known = new KnownDocuments();
  known.add('one', new Set(terms));
  const parts = terms.flatMap((term) => [
    term.slice(1),
    term.slice(0, -1),
    `${term},`,
    `"${term}"`,
    'y',
    'hi',
  ]);
  const found = [...terms, ...parts].filter((term) => known.hasNeeded('one', term));
  expect(new Set(found)).toEqual(new Set(terms));
  expect(known.hasNeeded('other', 's')).toBe(false);
});

test('the first of too many is forgotten', () => {
  const known = new KnownDocuments();
  for (let number = 0; number <= 10_000; number++) known.add(String(number), new Set(['s']));
  expect([0, 1, 10_000].map((number) => known.hasNeeded(String(number), 's'))).toEqual([false, true, true]);
});
