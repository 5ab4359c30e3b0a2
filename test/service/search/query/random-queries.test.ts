/**
 * Random queries: only invalid queries are refused, and a printed query parses to the same tree.
 *
 * @module-tag property
 */

import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ServiceError } from '../../../../lib/headwater/shared/errors.ts';
import { evaluate } from '../../../../lib/headwater/shared/query/evaluate.ts';
import { parseQuery } from '../../../../lib/headwater/shared/query/parse-query.ts';
import type { Query } from '../../../../lib/headwater/shared/query/syntax-tree.ts';
import { sourceType } from '../../../../lib/service/sources/source-fields.ts';
import type { SourceRecord } from '../../../../lib/service/sources/source-record.ts';
import { amount } from '../../../support/amount.ts';
import { printQuery } from '../../../support/print-query.ts';
import { randomQuery } from '../../../support/random-queries.ts';

const seed = 20261121;
const context = { fields: sourceType.fields, now: Date.parse('2026-03-31T12:00:00.500Z') };

const operators = {
  isMixed: true,
  and: [' ', ' AND ', ' && ', '&&', '  AND\t'],
  or: [' OR ', ' || ', '||'],
};
const clauses = [
  'a',
  'Foo-bar',
  '"b \\"c\\" \\\\"',
  'fo*',
  '\u0391\u03a3*',
  'I\u0307\\**',
  '*',
  'tags:b',
  'tags:a\\ *',
  'tags:env:prod',
  'tags:(a OR -"b c")',
  'name:*',
  'description:"x y"',
  '_id:65*',
  'created:2014',
  'created:[2014-05 TO now-7d}',
  'created:>=2014-05-01T10:00+02:00',
  'revision:{1 TO *]',
  'revision:-3',
  'updated:(<2014 OR >2016-02)',
];

test('a query that is printed and parsed again is the same', () => {
  const queries = randomQuery({ ...operators, clauses, not: ['NOT ', '-', '!', 'NOT NOT '] });
  let combined = 0;
  fc.assert(
    fc.property(queries, (text) => {
      const query = parse(text);
      if (!query) throw new Error('A query that is not blank is a tree.');
      if (query.kind === 'and' || query.kind === 'or') combined++;
      const printed = printQuery(query);
      expect(withoutOffsets(parseQuery(printed, context))).toEqual(withoutOffsets(query));
    }),
    { seed, numRuns: amount({ few: 500, many: 1_000, most: 3_000 }) },
  );
  expect(combined).toBeGreaterThan(amount({ few: 250, many: 500, most: 1_500 }));
});

test('operators bind as in JavaScript: ! before && before ||', () => {
  const queries = randomQuery({
    ...operators,
    clauses: ['a', 'b', 'c', 'd'],
    not: ['NOT ', '-', '!', '-NOT !'],
  });
  fc.assert(
    fc.property(queries, fc.subarray(['a', 'b', 'c', 'd']), (text, tags) => {
      const query = parse(text);
      const script = text
        .replaceAll('AND', '&&')
        .replaceAll('OR', '||')
        .replaceAll(/NOT|-/g, '!')
        .replaceAll(/(?<=[a-d)])\s+(?=[a-d(!])/g, ' && ');
      const values = Object.fromEntries(['a', 'b', 'c', 'd'].map((tag) => [tag, tags.includes(tag)]));
      expect(evaluate(sourceType, query, sourceOf(tags)), text).toBe(runInNewContext(script, values));
    }),
    { seed, numRuns: amount({ few: 200, many: 400, most: 1_000 }) },
  );
});

test('an invalid query is refused with an offset within it', () => {
  const pieces = [
    ...[
      '(',
      ')',
      '[',
      ']',
      '{',
      '}',
      '"',
      ':',
      '*',
      '?',
      '\\',
      '/',
      '~',
      '^',
      '+',
      '-',
      '!',
      '&&',
      '||',
      '<',
      '>=',
    ],
    ...[
      ' ',
      'AND',
      'OR',
      'NOT',
      'TO',
      'tags',
      'created',
      'revision',
      'a',
      '2014',
      'now-1d',
      '-3',
      '\u{1f600}',
      '\ud800',
      '\0',
    ],
    ...['tags:', 'created:', 'created:[', ' TO ', '__proto__', 'constructor:', '\u00df', '\u0130', '\u3000'],
  ];
  const texts = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((parts) => parts.join('')),
    fc
      .array(fc.constantFrom('(', '-', '\\', '"a" ', 'a:'), { minLength: 400, maxLength: 800 })
      .map((parts) => parts.join('')),
  );
  const outcomes = { accepted: 0, refused: 0 };
  fc.assert(
    fc.property(texts, (text) => {
      try {
        parseQuery(text, context);
        outcomes.accepted++;
      } catch (error) {
        outcomes.refused++;
        if (!(error instanceof ServiceError)) throw error;
        expect(error.code).toBe('invalid_query');
        expect(error.members['offset']).toBeGreaterThanOrEqual(0);
        expect(error.members['offset']).toBeLessThanOrEqual([...text].length);
      }
    }),
    { seed, numRuns: amount({ few: 500, many: 4_000, most: 20_000 }) },
  );
  expect(outcomes.accepted).toBeGreaterThan(amount({ few: 25, many: 200, most: 1_000 }));
  expect(outcomes.refused).toBeGreaterThan(amount({ few: 125, many: 1_000, most: 5_000 }));
});

test('every prefix of a keyword finds it, and every word of a text finds the text', () => {
  const texts = fc.string({ unit: 'binary', maxLength: 20 }).filter((text) => /[\p{L}\p{N}]/u.test(text));
  fc.assert(
    fc.property(texts, fc.nat(20), (text, length) => {
      const escaped = text.replaceAll(/./gsu, '\\$&');
      const source = { ...sourceOf([text]), name: `before ${text} after` };
      expect(evaluate(sourceType, parse(`tags:${escaped} name:${escaped}`), source)).toBe(true);
      const beginning = [...text.trimStart()].slice(0, 2 + length).join('');
      if (!isBeginning(beginning, text)) return;
      const prefix = beginning.replaceAll(/./gsu, '\\$&');
      expect(evaluate(sourceType, parse(`tags:${prefix}*`), sourceOf([text]))).toBe(true);
    }),
    { seed, numRuns: amount({ few: 500, many: 1_000, most: 3_000 }) },
  );
});

/** Whether the text begins so: with at least two characters, and never half of a composed one. */
function isBeginning(beginning: string, text: string): boolean {
  const normal = (value: string) => value.toLowerCase().normalize('NFC');
  const [start, whole] = [normal(beginning), normal(text.trimStart())];
  return [...start].length >= 2 && beginning.trimEnd() === beginning && whole.startsWith(start);
}

function parse(text: string): Query | undefined {
  return parseQuery(text, context);
}

function withoutOffsets(query: Query | undefined): unknown {
  return JSON.parse(JSON.stringify(query, (name, value) => (name === 'offset' ? undefined : value)));
}

function sourceOf(tags: readonly string[]): SourceRecord {
  const created = '2026-01-01T00:00:00.000Z';
  return {
    _id: '0'.repeat(24),
    created,
    updated: created,
    revision: 1,
    tags,
    format: 'json',
    preprocessors: [],
  };
}
