/** Queries that the package lucene accepts, too, have the same meaning; all differences are listed here. */

import fc from 'fast-check';
import { parse as parseLucene } from 'lucene';
import { describe, expect, test } from 'vitest';
import { parseQuery } from '../../../../lib/headwater/shared/query/parse-query.ts';
import { sourceType } from '../../../../lib/service/sources/source-fields.ts';
import { luceneMeaning } from '../../../support/lucene-query.ts';
import { randomQuery } from '../../../support/random-queries.ts';

const context = { fields: sourceType.fields, now: 0 };

const same = [
  'web',
  'Web',
  'foo-bar',
  '"access log"',
  '"say \\"so\\""',
  'a\\:b',
  'a\\ b',
  '\\-a',
  'a\\*',
  'fo*',
  'tags:fo*',
  '*',
  'tags:*',
  'tags:foo',
  'tags: foo',
  'tags:"foo bar"',
  'preprocessors.type:csv',
  'a b',
  'a AND b AND c',
  'a && b',
  'a OR b OR c',
  'a || b',
  'NOT a',
  '-a',
  '!a',
  '-tags:a',
  'a -b c',
  'a NOT b',
  'a AND NOT b AND c',
  'a OR NOT b OR c',
  'NOT (a OR b)',
  '(a OR b) AND c',
  'c AND (a OR b)',
  'a (b OR c) d',
  'tags:(a OR b)',
  'tags:(a AND (b OR c))',
  'created:[2014 TO 2016]',
  'created:{2014 TO 2016}',
  'created:[2014 TO 2016}',
  'created:{2014 TO *]',
  'created:[* TO 2016]',
];

test.each(same)('%s', (query) => {
  expect(meaning(query)).toEqual(luceneMeaning(query));
});

test('random queries that both accept', () => {
  const queries = randomQuery({
    isMixed: false,
    // NOT follows only AND and OR: lucene merges or drops other operators in a row.
    and: [' ', ' AND ', ' && '],
    or: [' OR ', ' || '],
    not: ['-'],
    clauses: same.filter((query) => !/[-!() ]/.test(query)).concat('created:[2014 TO 2016}', '"access log"'),
  });
  fc.assert(
    fc.property(queries, (query) => {
      // lucene has no minus before a parenthesis.
      const text = query.replaceAll('-(', '(');
      expect(meaning(text)).toEqual(luceneMeaning(text));
    }),
    { seed: 20261121, numRuns: 2_000 },
  );
});

const acceptedByLuceneAlone: readonly [why: string, query: string][] = [
  ['an operator without an operand', 'a AND'],
  ['an operator without an operand', 'OR'],
  ['two operators in a row', 'a AND OR b'],
  ['leading wildcards', '*foo'],
  ['wildcards within a word', 'f*o'],
  ['wildcards for one character', 'f?o'],
  ['a prefix of one character', 'f*'],
  ['fuzzy search', 'foo~'],
  ['proximity', '"a b"~2'],
  ['weights', 'foo^2'],
  ['regular expressions', 'tags:/re/'],
  ['required terms', '+a'],
  ['the field *', '*:*'],
  ['unknown fields', 'nobody:a'],
  ['ranges of words', 'tags:[a TO b]'],
  ['ranges without a field', '[a TO b]'],
  ['an empty phrase', '""'],
  ['a minus after the colon as NOT', 'tags:-a'],
  ['another field in the parentheses of a field', 'tags:(a name:b)'],
  ['two phrases without white space', '"a""b"'],
];

describe('lucene alone accepts', () => {
  test.each(acceptedByLuceneAlone)('%s: %s', (_why, query) => {
    expect(() => parseLucene(query)).not.toThrow();
    expect(() => parseQuery(query, context)).toThrow(expect.objectContaining({ code: 'invalid_query' }));
  });
});

const refusedByLucene: readonly [why: string, query: string][] = [
  ['colons within a value', 'created:>=2014-05-01T10:30:00Z'],
  ['colons within a value', 'tags:env:prod'],
  ['a minus before parentheses', '-(a OR b)'],
  ['a slash within a word', 'tags:a/b'],
  ['white space before ]', 'created:[2014 TO 2015 ]'],
  ['the white space of other scripts', 'created:[2014\u3000TO\u30002015]'],
  ['a phrase as an end of a range', 'created:["2014" TO 2015]'],
];

describe('lucene refuses', () => {
  test.each(refusedByLucene)('%s: %s', (_why, query) => {
    expect(() => parseLucene(query)).toThrow();
    expect(parseQuery(query, context)).toBeDefined();
  });
});

test.each([
  ['AND binds tighter than OR', 'a AND b OR c', '(a AND b) OR c', 'AND'],
  ['white space binds like AND', 'a b OR c', '(a b) OR c', '<implicit>'],
])('%s, in lucene from right to left: %s', (_why, query, ours, operator) => {
  expect(meaning(query)).toEqual(meaning(ours));
  const right = { left: { term: 'b' }, operator: 'OR', right: { term: 'c' } };
  expect(parseLucene(query)).toMatchObject({ left: { term: 'a' }, operator, right });
});

function meaning(query: string): unknown {
  const parsed = parseQuery(query, context);
  return JSON.parse(JSON.stringify(parsed, (name, value) => (name === 'offset' ? undefined : value)));
}
