/** Random queries over changing data: hits, order and total are the same as in memory, by the evaluator over all sources. */

import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { createIdGenerator } from '../../../lib/headwater/data/store/ids.ts';
import { evaluate } from '../../../lib/headwater/shared/query/evaluate.ts';
import { parseQuery } from '../../../lib/headwater/shared/query/parse-query.ts';
import { sourceType } from '../../../lib/service/sources/source-fields.ts';
import type { SourcePage, SourceRecord } from '../../../lib/service/sources/source-record.ts';
import { amount } from '../../support/amount.ts';
import { type Draw, drawn } from '../../support/draw.ts';
import { type Engine, startEngine } from '../../support/engine.ts';
import { itemsOf, putItems } from '../support/fill-table.ts';
import { type Question, randomContent, randomQuestion } from '../support/random-sources.ts';
import { createSourceRepository, type SourceRepository } from '../support/source-repository.ts';

/** More than one read of a term returns. */
const filled = 100;
const rounds = amount({ few: 1, many: 2, most: 125 });
const queriesPerRound = 40;
const start = Date.UTC(2026, 0, 1);

let engine: Engine;

beforeAll(async () => {
  engine = await startEngine();
});

test('random queries agree with the evaluator', { tags: ['property'] }, async () => {
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

test('what NOT (a AND b) leaves out has both', { tags: ['storage'] }, async () => {
  const tableName = await engine.makeTable();
  let now = start;
  const newId = createIdGenerator({ now: () => now });
  const records = fc.sample(drawn(randomContent), { numRuns: 300, seed: 31 }).map((content): SourceRecord => {
    now += 20;
    const created = new Date(now).toISOString();
    return { _id: newId(), created, updated: created, revision: 1, ...content };
  });
  const items = records.flatMap((record) => itemsOf(record));
  await putItems(engine.client, tableName, items);
  const options = { client: engine.client, tableName, now: () => now, maxUnits: 10_000 };
  const sources = createSourceRepository(options);
  const query = 'NOT (tags:"web log") NOT (tags:many-1* AND tags:w) AND (name:donau* OR tags:web)';
  const question = { query, from: 0, size: 1_000, sort: '-created' } as const;
  await expectAnswer(sources, { records, now }, question);
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
