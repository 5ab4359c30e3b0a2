import { expect, test } from 'vitest';
import { termOfQuery, termsOf } from '../../lib/data/index-terms.ts';

const tagRows: readonly [tags: string[], terms: string[]][] = [
  [[], ['sources']],
  [['web'], ['sources', 'sources/tag/web']],
  [
    ['Web', 'web', 'b'],
    ['sources', 'sources/tag/b', 'sources/tag/web'],
  ],
  [
    ['Caf\u00e9', 'cafe\u0301'],
    ['sources', 'sources/tag/caf\u00e9'],
  ],
  [
    ['J\u030c', '\u01f0'],
    ['sources', 'sources/tag/\u01f0'],
  ],
  [[' a/b '], ['sources', 'sources/tag/a/b']],
];

test.each(tagRows)('the terms of %j', (tags, terms) => {
  expect(termsOf({ tags })).toEqual(terms);
});

const queryRows: readonly [query: string | undefined, term: string][] = [
  [undefined, 'sources'],
  ['', 'sources'],
  ['  ', 'sources'],
  [' WEB ', 'sources/tag/web'],
];

test.each(queryRows)('the term of the query %j', (query, term) => {
  expect(termOfQuery(query)).toBe(term);
});
