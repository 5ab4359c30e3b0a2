/** Random queries over changing data: hits, order and total are the same as in memory, by the evaluator over all sources. */

import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { evaluate } from '../../../lib/data/search/query/evaluate.ts';
import { parseQuery } from '../../../lib/data/search/query/parse-query.ts';
import { createIdGenerator } from '../../../lib/data/store/ids.ts';
import { sourceType } from '../../../lib/service/sources/source-fields.ts';
import type { SourceContent, SourcePage, SourceRecord } from '../../../lib/service/sources/source-record.ts';
import { amount } from '../../support/amount.ts';
import { type Draw, drawn, some } from '../../support/draw.ts';
import { type Engine, startEngine } from '../../support/engine.ts';
import { type QueryStyle, randomQuery } from '../../support/random-queries.ts';
import { itemsOf, putItems } from '../support/fill-table.ts';
import { createSourceRepository, type SourceRepository } from '../support/source-repository.ts';

/** More than one read of a term returns. */
const filled = 100;
const rounds = amount({ few: 1, many: 8, most: 125 });
const queriesPerRound = 40;
const start = Date.UTC(2026, 0, 1);

/** Some are so long that the index shortens them; some differ only in the omitted part. */
const tags = [
  'web',
  'Web',
  'web log',
  'website',
  'we',
  'w',
  'éclair',
  'E\u0301clair',
  'a/b',
  'a\tb',
  '😀',
  '😀😀x',
  'customer-of-the-north',
  'customer-of-the-south',
  'customer-of-',
  '日本語のとても長いタグです',
  ' spaces ',
  ...Array.from({ length: 20 }, (_, index) => `many-${index}`),
]; // prettier-ignore
const texts = [
  'Web access log',
  'the log of the web server',
  'a description-with-hyphens',
  'Donaudampfschifffahrtsgesellschaft',
  'Donaudampfschiffe',
  'many-1 and many 2',
  'éclair',
];
const types = ['csv', 'json', 'date'];

const style: QueryStyle = {
  isMixed: true,
  and: [' ', ' AND '],
  or: [' OR ', ' || '],
  not: ['NOT ', '-'],
  clauses: [
    ...['tags:web', 'tags:"web log"', 'tags:we*', 'tags:website', 'tags:w', 'tags:"a/b"', 'tags:"a\tb"'],
    ...[
      'tags:many*',
      'tags:many-1*',
      'many*',
      'tags:customer*',
      'tags:customer-of-the*',
      'tags:customer-of-the-n*',
    ],
    ...[
      'tags:customer-of-the-north',
      'tags:éclair',
      'tags:éc*',
      'tags:😀😀*',
      'tags:日本語のとて*',
      'tags:spaces',
    ],
    ...[
      'web',
      'log',
      '"web access"',
      'we*',
      'descr*',
      'hyphens',
      'description-with*',
      'with-hy*',
      'éclair',
      'nowhere',
    ],
    ...[
      'name:web',
      'name:"log of"',
      'description:log',
      'name:donau*',
      'donaudampfschiff*',
      'donaudampfschiffe',
    ],
    ...['donaudampfschifffahrtsgesellschaft', 'name:*', 'description:*', 'tags:*', '*'],
    ...['preprocessors.type:csv', 'preprocessors.type:js*', 'format:json', 'format:csv', 'format:cs*'],
    ...[
      'created:>=2026-01-01T00:00:02Z',
      'created:[2026-01-01T00:00:01Z TO 2026-01-01T00:00:03Z}',
      'created:<now-1s',
    ],
    ...[
      'created:2026-01-01',
      'created:2025',
      'created:>=now',
      'updated:>=2026-01-01T00:00:02Z',
      'updated:<now-1s',
    ],
    ...[
      'revision:1',
      'revision:>1',
      'revision:[2 TO 3]',
      '_id:695*',
      '_id:69*',
      '_id:00*',
      '_id:0123456789abcdef01234567',
    ],
  ],
};

const randomContent = (draw: Draw): SourceContent => ({
  ...(draw.chance(70) ? { name: draw.pick(texts) } : {}),
  ...(draw.chance(50) ? { description: draw.pick(texts) } : {}),
  tags: some(draw, tags, 0, 4),
  format: draw.pick(['json', 'csv']),
  preprocessors: some(draw, types, 0, 2).map((type) => ({ type })),
});

interface Question {
  readonly query: string;
  readonly from: number;
  readonly size: number;
  readonly sort: 'created' | '-created';
}

const randomQuestion = fc.record({
  query: randomQuery(style),
  from: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.nat(40)),
  size: fc.oneof({ weight: 3, arbitrary: fc.nat(12) }, fc.constant(1000)),
  sort: fc.constantFrom('created' as const, '-created' as const),
});

let engine: Engine;

beforeAll(async () => {
  engine = await startEngine();
});

test('random queries agree with the evaluator', { tags: ['random'] }, async () => {
  let now = start;
  const tableName = await engine.makeTable();
  const newId = createIdGenerator({ now: () => now });
  const sources = createSourceRepository({
    client: engine.client,
    tableName,
    now: () => now,
    newId,
    // Enough to check every source, so that each total is exact.
    maxUnits: 10_000,
  });
  const seed = 20260101;
  let records: readonly SourceRecord[] = fc
    .sample(drawn(randomContent), { numRuns: filled, seed })
    .map((content) => {
      now += 20;
      const _id = newId();
      const created = new Date(now).toISOString();
      return { _id, created, updated: created, revision: 1, ...content };
    });
  await putItems(
    engine.client,
    tableName,
    records.flatMap((record) => itemsOf(record)),
  );
  const changes = fc.sample(
    drawn((draw) => draw),
    { numRuns: rounds, seed },
  );
  const questions = fc.sample(randomQuestion, { numRuns: rounds * queriesPerRound, seed });
  for (const [round, draw] of changes.entries()) {
    now += 20;
    records = await change(sources, records, draw);
    const asked = questions.slice(round * queriesPerRound, (round + 1) * queriesPerRound);
    await Promise.all(asked.map((question) => expectAnswer(sources, { records, now }, question)));
  }
  expect(records.some(({ revision }) => revision > 1)).toBe(true);
});

/** Creates, changes and removes a few sources. */
async function change(
  sources: SourceRepository,
  records: readonly SourceRecord[],
  draw: Draw,
): Promise<SourceRecord[]> {
  let left = [...records];
  for (let step = 0; step < 3; step++) {
    const one = left.length > 0 ? draw.pick(left) : undefined;
    left = left.filter((record) => record !== one);
    if (one && draw.chance(20)) await sources.remove(one._id);
    else if (one && draw.chance(50)) left.push(await sources.replace(one._id, randomContent(draw)));
    else left.push(...(one ? [one] : []), await sources.create(randomContent(draw)));
  }
  return left;
}

async function expectAnswer(
  sources: SourceRepository,
  { records, now }: { readonly records: readonly SourceRecord[]; readonly now: number },
  question: Question,
): Promise<void> {
  const { query, from, size, sort } = question;
  const page = await sources.list(question);
  const parsed = parseQuery(query, { fields: sourceType.fields, now });
  const all = records.filter((record) => evaluate(sourceType, parsed, record)).toSorted(byId);
  const ordered = sort === 'created' ? all : all.toReversed();
  const ids = ordered.slice(from, from + size).map(({ _id }) => _id);
  expect({ question, ...shown(page) }).toEqual({ question, ids, total: all.length, relation: 'eq' });
}

const byId = (a: SourceRecord, b: SourceRecord) => (a._id < b._id ? -1 : 1);

function shown({ hits, total, total_relation }: SourcePage) {
  return { ids: hits.map(({ _id }) => _id), total, relation: total_relation };
}
