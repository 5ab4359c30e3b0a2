import { expect, test } from 'vitest';
import { termsOf } from '../../../lib/headwater/data/search/index/document-terms.ts';
import {
  placeOfPrefix,
  placeOfTerm,
  termBeginsWith,
  termOf,
  termOfKey,
} from '../../../lib/headwater/data/search/index/terms.ts';
import { sourceType } from '../../../lib/service/sources/source-fields.ts';
import type { SourceContent, SourceRecord } from '../../../lib/service/sources/source-record.ts';

const empty: SourceRecord = {
  _id: '6955b9003e7fedcba9876543',
  created: '2026-01-01T00:00:00.999Z',
  updated: '2026-01-01T00:00:00.999Z',
  revision: 1,
  tags: [],
  format: 'json',
  preprocessors: [],
};

const contentRows: readonly [content: Partial<SourceContent>, terms: string[]][] = [
  [{}, ['s']],
  [{ tags: ['web'] }, ['s', 't/web']],
  [{ tags: ['Web', 'web', 'b'] }, ['s', 't/web', 't/b']],
  [{ tags: ['Caf\u00e9', 'cafe\u0301'] }, ['s', 't/caf\u00e9']],
  [{ tags: ['J\u030c', '\u01f0'] }, ['s', 't/\u01f0']],
  [{ tags: [' a/b '] }, ['s', 't/a/b']],
  [
    { name: 'The log', description: 'of THE web-server' },
    ['s', 'w/the', 'w/log', 'w/of', 'w/web', 'w/server'],
  ],
  [{ preprocessors: [{ type: 'csv' }, { type: 'CSV' }, { type: 'date' }] }, ['s', 'p/csv', 'p/date']],
  [{ name: 'csv', tags: ['csv'], preprocessors: [{ type: 'csv' }] }, ['s', 't/csv', 'w/csv', 'p/csv']],
];

test.each(contentRows)('the terms of %j', (content, terms) => {
  expect(termsOf(sourceType, { ...empty, ...content })).toEqual(new Set(terms));
});

const space = { owner: 'public', all: 's', shards: new Map() };

const textRows: readonly [text: string, term: RegExp, partition: string][] = [
  ['', /^t\/$/, 't/'],
  ['w', /^t\/w$/, 't/w'],
  ['twenty bytes exactly', /^t\/twenty bytes exactly$/, 't/tw'],
  ['twenty-one bytes, this', /^t\/twenty-one \n[\w-]{8}$/, 't/tw'],
  ['éééééééééé', /^t\/éééééééééé$/, 't/éé'],
  ['éééééééééée', /^t\/ééééé\n[\w-]{8}$/, 't/éé'],
  ['😀😀😀😀😀😀', /^t\/😀😀\n[\w-]{8}$/u, 't/😀😀'],
  ['a\tb', /^t\/a\n[\w-]{8}$/, 't/a'],
  ['a\nb', /^t\/a\n[\w-]{8}$/, 't/a'],
];

test.each(textRows)('the term of the text %j', (text, term, partition) => {
  expect(termOf('t', text)).toMatch(term);
  expect(placeOfTerm(space, termOf('t', text)).partition).toBe(partition);
});

test('texts with the same beginning have different terms, and no text equals a shortened one', () => {
  const texts = [
    'customer-of-the-north',
    'customer-of-the-south',
    'customer-of',
    'customer-of\t',
    'customer-of\n',
  ];
  expect(new Set(texts.map((text) => termOf('t', text))).size).toBe(texts.length);
});

test.each(['s', 't/web', 't/', 'p/a/b', termOf('w', 'x'.repeat(1000)), termOf('t', 'a\tb')])(
  'the key of a posting of %j contains its term',
  (term) => {
    const { partition, beginning } = placeOfTerm(space, term);
    expect(termOfKey(partition, `${beginning}0123456789abcdef`)).toBe(term);
  },
);

const long = 'customer-of-the-north';
const prefixRows: readonly [prefix: string, text: string, isIt: boolean | undefined][] = [
  ['we', 'web', true],
  ['web', 'we', false],
  ['customer-o', long, true],
  ['customer-of', long, true],
  ['customer-of-', long, undefined],
  ['customer-of-the-north and more', long, undefined],
  ['customers', long, false],
  ['a\tb', 'a\tb', undefined],
  ['a\tb', 'a\tc', undefined],
  ['a', 'a\tb', true],
];

test.each(prefixRows)('the prefix %j of the text %j', (prefix, text, isIt) => {
  expect(termBeginsWith(termOf('t', text), prefix)).toBe(isIt);
});

test.each(prefixRows.filter(([prefix, , isIt]) => isIt !== false && prefix.length > 1))(
  'the key range of the prefix %j contains the text %j',
  (prefix, text) => {
    const outer = placeOfPrefix(space, { of: 't', prefix });
    const inner = placeOfTerm(space, termOf('t', text));
    expect(inner.partition).toBe(outer.partition);
    expect(inner.beginning.startsWith(outer.beginning)).toBe(true);
  },
);
