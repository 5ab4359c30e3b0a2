/** Queries and their meaning, without the product's evaluator. */

import type { SourceRecord } from '../../../lib/service/sources/source-record.ts';

export interface Question {
  readonly query: string;
  readonly matches: (source: SourceRecord) => boolean;
  /**
   * The terms of an OR or a prefix, which are read one after the other. A source
   * that moves from one to another in the meantime may be missing
   * (docs/query.md). Without them the query is one.
   */
  readonly branches?: readonly Question['matches'][];
  /** Finding the terms of a prefix may miss the latest writes. */
  readonly mayLag?: true;
}

export const tags = ['red', 'green', 'grey'];
export const names = ['apple', 'apple pear', 'pear', undefined];

const tagged =
  (...own: string[]) =>
  ({ tags: its }: SourceRecord) =>
    own.every((tag) => its.includes(tag));
const named =
  (word: string) =>
  ({ name = '' }: SourceRecord) =>
    name.split(' ').includes(word);
const not = (matches: Question['matches']) => (source: SourceRecord) => !matches(source);
const isCsv: Question['matches'] = ({ format }) => format === 'csv';

const anyOf = (query: string, branches: readonly Question['matches'][]): Question => ({
  query,
  matches: (source) => branches.some((matches) => matches(source)),
  branches,
});

export const everything: Question = { query: '', matches: () => true };

export const questions: readonly Question[] = [
  everything,
  ...tags.map((tag) => ({ query: `tags:${tag}`, matches: tagged(tag) })),
  ...tags.map((tag) => ({ query: `NOT tags:${tag}`, matches: not(tagged(tag)) })),
  { query: 'tags:red AND tags:green', matches: tagged('red', 'green') },
  anyOf('tags:red OR tags:green', [tagged('red'), tagged('green')]),
  { query: 'tags:red AND NOT tags:green', matches: (one) => tagged('red')(one) && !tagged('green')(one) },
  { query: 'NOT (tags:red OR tags:green)', matches: (one) => !tagged('red')(one) && !tagged('green')(one) },
  { query: 'NOT (tags:red AND tags:green)', matches: not(tagged('red', 'green')) },
  { query: 'apple', matches: named('apple') },
  { query: 'NOT apple', matches: not(named('apple')) },
  { query: 'name:pear', matches: named('pear') },
  { query: 'format:csv', matches: isCsv },
  { query: 'NOT format:csv', matches: not(isCsv) },
  { query: 'tags:red AND format:csv', matches: (one) => tagged('red')(one) && isCsv(one) },
  anyOf('tags:red OR apple', [tagged('red'), named('apple')]),
  {
    query: 'NOT preprocessors.type:csv',
    matches: ({ preprocessors }) => preprocessors.every((one) => one.type !== 'csv'),
  },
  { ...anyOf('tags:gr*', [tagged('green'), tagged('grey')]), mayLag: true },
  {
    query: 'NOT tags:gr*',
    matches: ({ tags: its }) => !its.some((tag) => tag.startsWith('gr')),
    mayLag: true,
  },
];
