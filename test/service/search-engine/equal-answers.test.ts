/**
 * Random queries over random sources: the table's index, the one in OpenSearch 3 and a loop over all sources have equal answers.
 * The loop knows neither index.
 */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { indexedDocuments } from '../../../lib/headwater/data/search/engine-index/indexed-documents.ts';
import { writeDocuments } from '../../../lib/headwater/data/search/engine-index/write-documents.ts';
import { findPage, type ListRequest } from '../../../lib/headwater/data/search/list/document-list.ts';
import { tableIndex } from '../../../lib/headwater/data/search/table-index/table-index.ts';
import { createIdGenerator } from '../../../lib/headwater/data/store/ids.ts';
import { evaluate } from '../../../lib/headwater/shared/query/evaluate.ts';
import { parseQuery } from '../../../lib/headwater/shared/query/parse-query.ts';
import { sourceType } from '../../../lib/service/sources/source-fields.ts';
import type { SourceRecord } from '../../../lib/service/sources/source-record.ts';
import { drawn } from '../../support/draw.ts';
import { memoryTable } from '../../support/memory-table.ts';
import { itemsOf } from '../support/fill-table.ts';
import { indexNames, testedEngine, testedIndex } from '../support/list-engine.ts';
import { openSources } from '../support/open-sources.ts';
import { type Question, randomContent, randomQuestion } from '../support/random-sources.ts';
import { startTestEngine } from './test-engine.ts';

const searched = await startTestEngine();
const engine = testedEngine(searched?.endpoint ?? 'http://127.0.0.1:9');
const start = Date.UTC(2026, 0, 1);
const [filled, asked, seed] = [300, 3_000, 31];

let now = start;
const newId = createIdGenerator({ now: () => now });
const records = fc
  .sample(drawn(randomContent), { numRuns: filled, seed })
  .map((content, index): SourceRecord => {
    now += 20;
    const _id = newId();
    const created = new Date(now).toISOString();
    const updated = new Date(now + (index % 3) * 1_000).toISOString();
    return { _id, created, updated, revision: 1 + (index % 4), ...content };
  });
const table = memoryTable(records.flatMap((record) => itemsOf(record)));
const context = { index: openSources, table, now: () => now, isTimeUp: () => false, maxUnits: 100_000 };
const names = indexNames(table.tableName, sourceType);
const indexes = {
  table: tableIndex(context),
  engine: testedIndex(engine, { index: names.index, type: sourceType }),
};

/** The most pages of one list: more would be those of another question. */
const maxPages = 3;

/** A page, and those after it. */
async function walk(kind: keyof typeof indexes, { from = 0, ...question }: ListRequest<SourceRecord>) {
  const list = { ...context, searchIndex: indexes[kind] };
  const first = await findPage(list, { from, ...question });
  const ids = first.hits.map(({ _id }) => _id);
  let { after } = first;
  for (let pages = 1; after !== undefined && question.size > 0 && pages < maxPages; pages++) {
    const page = await findPage(list, { ...question, from: 0, after });
    ids.push(...page.hits.map(({ _id }) => _id));
    after = page.after;
  }
  return { page: first.hits.length, ids, total: first.total, relation: first.relation };
}

function loop({ query, from, size, sort }: Question) {
  const parsed = parseQuery(query, { fields: sourceType.fields, now });
  const all = records.filter((record) => evaluate(sourceType, parsed, record)).map(({ _id }) => _id);
  const inOrder = sort === 'created' ? all : all.toReversed();
  const ids = inOrder.slice(from, from + maxPages * size);
  return { page: Math.min(size, ids.length), ids, total: all.length, relation: 'eq' };
}

test.skipIf(searched === undefined)(
  '3,000 questions have equal answers',
  { tags: ['property'] },
  async () => {
    await writeDocuments(
      { table, engine, types: [indexedDocuments(sourceType)] },
      records.map(({ _id: id }) => ({ type: 'source', owner: 'public', id })),
    );
    await searched?.ask('POST', `/${names.index}/_refresh`);
    let hits = 0;
    const questions = fc.sample(randomQuestion, { numRuns: asked, seed });
    for (const question of questions) {
      const expected = loop(question);
      hits += expected.ids.length > 0 ? 1 : 0;
      expect({ question, engine: await walk('engine', question) }).toEqual({ question, engine: expected });
      expect({ question, table: await walk('table', question) }).toEqual({ question, table: expected });
    }
    expect(hits).toBeGreaterThan(asked / 2);
    console.info(`${asked} questions about ${filled} sources; ${hits} have hits.`);
  },
);
