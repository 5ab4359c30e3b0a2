import { describe, expect, test } from 'vitest';
import { parseQuery } from '../../../../lib/headwater/shared/query/parse-query.ts';
import type { Query } from '../../../../lib/headwater/shared/query/syntax-tree.ts';
import { sourceType } from '../../../../lib/service/sources/source-fields.ts';

const context = { fields: sourceType.fields, now: Date.parse('2026-03-31T12:00:00.500Z') };

/** A term; its words are `value` split at spaces and dashes. */
function term(offset: number, value: string, field?: string): Query {
  return { kind: 'term', ...(field && { field }), offset, value, words: value.split(/[ -]/) };
}

const combinations: readonly [query: string, tree: Query | undefined][] = [
  ['', undefined],
  [' \t\u3000', undefined],
  ['web', term(0, 'web')],
  [' web ', term(1, 'web')],
  ['a b', { kind: 'and', of: [term(0, 'a'), term(2, 'b')] }],
  ['a AND b && c', { kind: 'and', of: [term(0, 'a'), term(6, 'b'), term(11, 'c')] }],
  ['a OR b||c', { kind: 'or', of: [term(0, 'a'), term(5, 'b'), term(8, 'c')] }],
  [
    'a OR b c OR NOT d e',
    {
      kind: 'or',
      of: [
        term(0, 'a'),
        { kind: 'and', of: [term(5, 'b'), term(7, 'c')] },
        { kind: 'and', of: [{ kind: 'not', of: term(16, 'd') }, term(18, 'e')] },
      ],
    },
  ],
  ['(a OR b) AND c', { kind: 'and', of: [{ kind: 'or', of: [term(1, 'a'), term(6, 'b')] }, term(13, 'c')] }],
  ['(a AND (b c)) d', { kind: 'and', of: [term(1, 'a'), term(8, 'b'), term(10, 'c'), term(14, 'd')] }],
  ['(a)AND(b)', { kind: 'and', of: [term(1, 'a'), term(7, 'b')] }],
  ['(((((a)))))', term(5, 'a')],
  ['-a', { kind: 'not', of: term(1, 'a') }],
  ['!a', { kind: 'not', of: term(1, 'a') }],
  ['NOT (a b)', { kind: 'not', of: { kind: 'and', of: [term(5, 'a'), term(7, 'b')] } }],
  ['NOT NOT a', term(8, 'a')],
  ['-(NOT a)', term(6, 'a')],
  ['NOT -!a', { kind: 'not', of: term(6, 'a') }],
  ['and or not', { kind: 'and', of: [term(0, 'and'), term(4, 'or'), term(7, 'not')] }],
  ['TO ANDY', { kind: 'and', of: [term(0, 'to'), term(3, 'andy')] }],
  ['tags:a', term(0, 'a', 'tags')],
  ['tags : a', term(0, 'a', 'tags')],
  [
    'tags:(a OR (b -c))',
    {
      kind: 'or',
      of: [
        term(6, 'a', 'tags'),
        { kind: 'and', of: [term(12, 'b', 'tags'), { kind: 'not', of: term(15, 'c', 'tags') }] },
      ],
    },
  ],
  ['*', { kind: 'exists', offset: 0 }],
  ['-name:*', { kind: 'not', of: { kind: 'exists', field: 'name', offset: 1 } }],
];

test.each(combinations)('%j', (query, tree) => {
  expect(parseQuery(query, context)).toEqual(tree);
});

const words: readonly [query: string, tree: Query][] = [
  ['"A  B"', { kind: 'term', offset: 0, value: 'a  b', words: ['a', 'b'] }],
  ['foo-bar', term(0, 'foo-bar')],
  ['a_b/c.d', { kind: 'term', offset: 0, value: 'a_b/c.d', words: ['a', 'b', 'c', 'd'] }],
  ['-1', { kind: 'not', of: term(1, '1') }],
  ['tags:-1', { kind: 'term', field: 'tags', offset: 0, value: '-1', words: ['1'] }],
  ['tags:env:prod', { kind: 'term', field: 'tags', offset: 0, value: 'env:prod', words: ['env', 'prod'] }],
  ['env\\:prod', { kind: 'term', offset: 0, value: 'env:prod', words: ['env', 'prod'] }],
  ['"env:prod"', { kind: 'term', offset: 0, value: 'env:prod', words: ['env', 'prod'] }],
  ['a!|&+-=', { kind: 'term', offset: 0, value: 'a!|&+-=', words: ['a'] }],
  ['\\AND \\*', { kind: 'and', of: [term(0, 'and'), { kind: 'term', offset: 5, value: '*', words: [] }] }],
  ['\\(\\"\\)\\\\', { kind: 'term', offset: 0, value: '(")\\', words: [] }],
  ['a\\ b', term(0, 'a b')],
  ['" \\"a\\* "', { kind: 'term', offset: 0, value: '"a*', words: ['a'] }],
  [
    '\u{1f600} b',
    { kind: 'and', of: [{ kind: 'term', offset: 0, value: '\u{1f600}', words: [] }, term(2, 'b')] },
  ],
  ['Cafe\u0301', term(0, 'caf\u00e9')],
  ['J\u030c', term(0, '\u01f0')],
  ['\u039f\u0394\u039f\u03a3', term(0, '\u03bf\u03b4\u03bf\u03c3')],
  ['fo*', { kind: 'prefix', offset: 0, value: 'fo', words: ['fo'] }],
  ['tags:Foo-b*', { kind: 'prefix', field: 'tags', offset: 0, value: 'foo-b', words: ['foo', 'b'] }],
  ['foo-*', { kind: 'prefix', offset: 0, value: 'foo-', words: ['foo', ''] }],
  ['\\-\\-*', { kind: 'prefix', offset: 0, value: '--', words: [] }],
  ['tags:a\\ *', { kind: 'prefix', field: 'tags', offset: 0, value: 'a ', words: ['a', ''] }],
  ['preprocessors.type:CSV', term(0, 'csv', 'preprocessors.type')],
];

test.each(words)('the words of %j', (query, tree) => {
  expect(parseQuery(query, context)).toEqual(tree);
});

/** Bounds as ISO 8601. */
const dates: readonly [value: string, from: string | undefined, to: string | undefined][] = [
  ['2014', '2014-01-01T00:00:00.000Z', '2015-01-01T00:00:00.000Z'],
  ['0001', '0001-01-01T00:00:00.000Z', '0002-01-01T00:00:00.000Z'],
  ['9999', '9999-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z'],
  ['2014-12', '2014-12-01T00:00:00.000Z', '2015-01-01T00:00:00.000Z'],
  ['2016-02-29', '2016-02-29T00:00:00.000Z', '2016-03-01T00:00:00.000Z'],
  ['2014-05-01T10', '2014-05-01T10:00:00.000Z', '2014-05-01T11:00:00.000Z'],
  ['2014-05-01T10Z', '2014-05-01T10:00:00.000Z', '2014-05-01T11:00:00.000Z'],
  ['2014-05-01t10:59z', '2014-05-01T10:59:00.000Z', '2014-05-01T11:00:00.000Z'],
  ['2014-05-01T10:00:59', '2014-05-01T10:00:59.000Z', '2014-05-01T10:01:00.000Z'],
  ['2014-05-01T10:00:00.1', '2014-05-01T10:00:00.100Z', '2014-05-01T10:00:00.200Z'],
  ['2014-05-01T10:00:00.123Z', '2014-05-01T10:00:00.123Z', '2014-05-01T10:00:00.124Z'],
  ['2014-05-01T10:00+02:00', '2014-05-01T08:00:00.000Z', '2014-05-01T08:01:00.000Z'],
  ['2014-05-01T10-0030', '2014-05-01T10:30:00.000Z', '2014-05-01T11:30:00.000Z'],
  ['"2014-05-01T10:00"', '2014-05-01T10:00:00.000Z', '2014-05-01T10:01:00.000Z'],
  ['>2014', '2015-01-01T00:00:00.000Z', undefined],
  ['>=2014', '2014-01-01T00:00:00.000Z', undefined],
  ['< 2014-05', undefined, '2014-05-01T00:00:00.000Z'],
  ['<=2014-05', undefined, '2014-06-01T00:00:00.000Z'],
  ['[2014 TO 2015-03]', '2014-01-01T00:00:00.000Z', '2015-04-01T00:00:00.000Z'],
  ['{2014 TO 2015-03}', '2015-01-01T00:00:00.000Z', '2015-03-01T00:00:00.000Z'],
  ['[ "2014" TO *}', '2014-01-01T00:00:00.000Z', undefined],
  ['{* TO 2014-05-01T10:00:00Z]', undefined, '2014-05-01T10:00:01.000Z'],
  ['now', '2026-03-31T12:00:00.500Z', '2026-03-31T12:00:00.501Z'],
  ['<now', undefined, '2026-03-31T12:00:00.500Z'],
  ['>=now-7d', '2026-03-24T12:00:00.500Z', undefined],
  ['>=now+1w-1d+2h-3m+4s', '2026-04-06T13:57:04.500Z', undefined],
  ['>=now-1M', '2026-02-28T12:00:00.500Z', undefined],
  ['>=now-25M', '2024-02-29T12:00:00.500Z', undefined],
  ['>=now-2y', '2024-03-31T12:00:00.500Z', undefined],
];

test.each(dates)('created:%s', (value, from, to) => {
  expect(parseQuery(`created:${value}`, context)).toEqual({
    kind: 'range',
    field: 'created',
    offset: 0,
    ...(from && { from: Date.parse(from) }),
    ...(to && { to: Date.parse(to) }),
  });
});

const integers: readonly [query: string, tree: Query][] = [
  ['revision:3', { kind: 'range', field: 'revision', offset: 0, from: 3, to: 4 }],
  ['revision:-3', { kind: 'range', field: 'revision', offset: 0, from: -3, to: -2 }],
  ['revision:{-1 TO 3]', { kind: 'range', field: 'revision', offset: 0, from: 0, to: 4 }],
  ['revision:[3 TO 1]', { kind: 'range', field: 'revision', offset: 0, from: 3, to: 2 }],
  ['revision:>2', { kind: 'range', field: 'revision', offset: 0, from: 3 }],
  ['revision:<999999999999999', { kind: 'range', field: 'revision', offset: 0, to: 999_999_999_999_999 }],
  ['revision:[* TO *]', { kind: 'exists', field: 'revision', offset: 0 }],
  [
    'revision:(1 OR >5)',
    {
      kind: 'or',
      of: [
        { kind: 'range', field: 'revision', offset: 10, from: 1, to: 2 },
        { kind: 'range', field: 'revision', offset: 15, from: 6 },
      ],
    },
  ],
];

test.each(integers)('%s', (query, tree) => {
  expect(parseQuery(query, context)).toEqual(tree);
});

describe('the limits', () => {
  test('512 characters; a surrogate pair counts as one', () => {
    const value = '\u{1f600}'.repeat(512);
    expect(parseQuery(value, context)).toEqual({ kind: 'term', offset: 0, value, words: [] });
  });

  test('16 clauses', () => {
    const letters = [...'abcdefghijklmnop'];
    const tree = { kind: 'and', of: letters.map((letter, index) => term(2 * index, letter)) };
    expect(parseQuery(letters.join(' '), context)).toEqual(tree);
  });
});
