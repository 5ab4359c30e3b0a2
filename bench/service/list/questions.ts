/** The queries and the stored sources of bench/service/list.ts. */

import type { SourceRecord } from '../../../lib/service/sources/source-record.ts';

const start = Date.UTC(2026, 0, 1);

/** Sources of 1.25 KB, created a minute apart. */
export function recordAt(index: number): SourceRecord {
  const time = start + index * 60_000;
  const created = new Date(time).toISOString();
  const everyOther = [
    ['tenth', 10],
    ['hundredth', 100],
    ['thousandth', 1_000],
    ['seventh', 7],
  ] as const;
  return {
    _id: `${(time / 1_000).toString(16).padStart(8, '0')}000${index.toString(16).padStart(13, '0')}`,
    created,
    updated: created,
    revision: 1,
    tags: [`only-${index}`, ...everyOther.filter(([, step]) => index % step === 0).map(([tag]) => tag)],
    format: 'json',
    preprocessors: [{ type: 'set', value: 'x'.repeat(1_000) }],
  };
}

export interface Question {
  readonly name: string;
  readonly query: string;
}

/** @param amount the number of sources in the table. */
export function questionsFor(amount: number): Question[] {
  const middle = Math.floor(amount / 2);
  const minute = (index: number) => recordAt(index).created.slice(0, 16);
  return [
    { name: 'the newest', query: '' },
    { name: 'a tag on 10 %', query: 'tags:tenth' },
    { name: 'a tag on 1 %', query: 'tags:hundredth' },
    { name: 'a tag on 0.1 %', query: 'tags:thousandth' },
    { name: 'a tag on one document', query: `tags:only-${middle}` },
    { name: '10 % and 1 % of them', query: 'tags:tenth tags:hundredth' },
    { name: '14 % and 1 %, independent', query: 'tags:seventh tags:hundredth' },
    { name: '10 % or 1 %', query: 'tags:tenth OR tags:hundredth' },
    { name: 'all but 10 %', query: '-tags:tenth' },
    { name: 'a prefix, one tag', query: 'tags:hundred*' },
    { name: 'a prefix, a tag on each', query: 'tags:only-*' },
    { name: 'a range of time', query: `created:[${minute(middle)}Z TO ${minute(middle + 99)}Z]` },
  ];
}
