/** Queries and their meaning, without the product's evaluator. */

import type { SourceRecord } from '../../../lib/service/sources/source-record.ts';
import type { StreamRecord } from '../../../lib/service/streams/stream-record.ts';

/** The states of a document, one after the other; undefined while there is none. */
type States<Document> = readonly (Document | undefined)[];

/**
 * A condition on documents that change while a list reads their terms one after the other. A document certainly has a term
 * only if it had the term all the time. So one that moves from one side of an OR to the other may be missing
 * (docs/headwater/query.md), and a total may count one that had the terms of an AND at different moments.
 */
export interface Condition<Document> {
  readonly always: (states: States<Document>) => boolean;
  readonly ever: (states: States<Document>) => boolean;
}

export interface Question<Document = never> {
  readonly query: string;
  readonly condition: Condition<Document>;
  /** Finding the terms of a prefix may miss the latest writes. */
  readonly mayLag?: true;
}

type Test<Document> = (document: Document) => boolean;

function is<Document>(test: Test<Document>): Condition<Document> {
  const isTrue = (document: Document | undefined) => document !== undefined && test(document);
  return { always: (states) => states.every(isTrue), ever: (states) => states.some(isTrue) };
}

function not<Document>({ always, ever }: Condition<Document>): Condition<Document> {
  return { always: (states) => !ever(states), ever: (states) => !always(states) };
}

function and<Document>(...all: Condition<Document>[]): Condition<Document> {
  return {
    always: (states) => all.every(({ always }) => always(states)),
    ever: (states) => all.every(({ ever }) => ever(states)),
  };
}

function or<Document>(...any: Condition<Document>[]): Condition<Document> {
  return not(and(...any.map(not)));
}

export const tags = ['red', 'green', 'grey'];
export const names = ['apple', 'apple pear', 'pear', undefined];

interface Named {
  readonly name?: string;
  readonly tags: readonly string[];
}

const tagged = (tag: string) => is<Named>(({ tags: its }) => its.includes(tag));
const named = (word: string) => is<Named>(({ name = '' }) => name.split(' ').includes(word));
const [red, green, grey, apple] = [tagged('red'), tagged('green'), tagged('grey'), named('apple')];

const common: readonly Question<Named>[] = [
  { query: '', condition: is(() => true) },
  { query: 'tags:red', condition: red },
  { query: 'NOT tags:green', condition: not(green) },
  { query: 'tags:red AND tags:green', condition: and(red, green) },
  { query: 'tags:red OR tags:green', condition: or(red, green) },
  { query: 'tags:red AND NOT tags:green', condition: and(red, not(green)) },
  { query: 'NOT (tags:red OR tags:green)', condition: not(or(red, green)) },
  { query: 'NOT (tags:red AND tags:green)', condition: not(and(red, green)) },
  { query: 'apple', condition: apple },
  { query: 'NOT apple', condition: not(apple) },
  { query: 'name:pear', condition: named('pear') },
  { query: 'tags:red OR apple', condition: or(red, apple) },
  { query: 'tags:gr*', condition: or(green, grey), mayLag: true },
  { query: 'NOT tags:gr*', condition: not(or(green, grey)), mayLag: true },
];

const isCsv = is<SourceRecord>(({ format }) => format === 'csv');

export const sourceQuestions: readonly Question<SourceRecord>[] = [
  ...common,
  { query: 'format:csv', condition: isCsv },
  { query: 'NOT format:csv', condition: not(isCsv) },
  { query: 'tags:red AND format:csv', condition: and(red, isCsv) },
  {
    query: 'NOT preprocessors.type:csv',
    condition: not(is(({ preprocessors }) => preprocessors.some(({ type }) => type === 'csv'))),
  },
];

const inState = (state: string) => is<StreamRecord>((stream) => stream.state === state);

/** A posting for each value: a document that moves from one value to another has each of them only for some time. */
function changedWithin(isWithin: (days: number) => boolean): Condition<StreamRecord> {
  const daysOf = (stream: StreamRecord | undefined) => stream?.retention_days ?? 0;
  const { always, ever } = is<StreamRecord>((stream) => isWithin(daysOf(stream)));
  return { always: (states) => always(states) && new Set(states.map(daysOf)).size === 1, ever };
}

const changed = changedWithin((days) => days >= 4 && days < 12);

export const streamQuestions: readonly Question<StreamRecord>[] = [
  ...common,
  { query: 'state:open', condition: inState('open') },
  { query: 'NOT state:closed', condition: not(inState('closed')) },
  { query: 'state:open OR state:paused', condition: or(inState('open'), inState('paused')) },
  { query: 'tags:red AND state:open', condition: and(red, inState('open')) },
  { query: 'retention_days:>=6', condition: changedWithin((days) => days >= 6), mayLag: true },
  {
    query: 'retention_days:[4 TO 12} AND state:open',
    condition: and(changed, inState('open')),
    mayLag: true,
  },
  { query: 'NOT retention_days:[4 TO 12}', condition: not(changed), mayLag: true },
];
