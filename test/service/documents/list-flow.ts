/** The flow of a list: the reads of a page, from the commands that it sends. */

import { BatchGetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { openIndex } from '../../../lib/headwater/data/search/index/open-index.ts';
import { findPage } from '../../../lib/headwater/data/search/list/document-list.ts';
import { tableIndex } from '../../../lib/headwater/data/search/table-index/table-index.ts';
import { sourceType } from '../../../lib/service/sources/source-fields.ts';
import type { SourceRecord } from '../../../lib/service/sources/source-record.ts';
import type { Flow, FlowRow } from '../../documents/draw-flow.ts';
import { memoryTable } from '../../support/memory-table.ts';
import { itemsOf } from '../support/fill-table.ts';

const count = 1_000;
const start = Date.UTC(2026, 0, 1);
const query = 'tags:web NOT tags:internal';

/** One in four has the tag `web`, one in twelve both. */
function sourceAt(index: number): SourceRecord {
  const time = start + index * 1_000;
  const _id = `${(time / 1_000).toString(16).padStart(8, '0')}000${index.toString(16).padStart(13, '0')}`;
  const created = new Date(time).toISOString();
  const tags = [...(index % 4 === 0 ? ['web'] : []), ...(index % 3 === 0 ? ['internal'] : [])];
  return { _id, created, updated: created, revision: 1, tags, format: 'json', preprocessors: [] };
}

export async function listFlow(): Promise<Flow> {
  const rows: FlowRow[] = [];
  const items = Array.from({ length: count }, (_, index) => itemsOf(sourceAt(index))).flat();
  const table = memoryTable(items, (command, answer) => rows.push(rowOf(command, answer)));
  const access = { index: openIndex(sourceType), table };
  const searchIndex = tableIndex(access);
  const context = { ...access, searchIndex, now: () => start, isTimeUp: () => false };
  const { hits, total, after } = await findPage(context, { from: 0, size: 10, query });
  if (after === undefined) throw new Error('The list has one page only.');
  return {
    title: `A page of a list: what the query ${query} reads in a table of ${count.toLocaleString('en')} sources`,
    othersTitle: 'of the table',
    rows: [
      {
        title: `GET /v1/source?size=10&query=${query}`,
        text: 'the query is parsed, and planned by its terms',
        isEnd: true,
      },
      ...rows,
      {
        title: `${hits.length} of ${total} sources, and after`,
        text: 'each was checked against the query; the next page begins where this one ends',
        isEnd: true,
      },
    ],
  };
}

function rowOf(command: unknown, answer: object | boolean): FlowRow {
  if (command instanceof QueryCommand) return queryRow(command, answer);
  if (!(command instanceof BatchGetCommand)) throw new Error('Lists send no other commands.');
  const keys = Object.values(command.input.RequestItems ?? {}).flatMap(({ Keys = [] }) => Keys);
  return {
    title: 'BatchGetItem',
    text: 'the documents that postings lead to: each is checked against the query',
    others: [`${keys.length} documents`],
  };
}

/** The key of a posting is its term, a tab, and the id; a partition has all terms that begin alike. */
function queryRow({ input }: QueryCommand, answer: object | boolean): FlowRow {
  const { ':pk': partition, ':low': low } = input.ExpressionAttributeValues ?? {};
  const { Count = 0 } = answer as { readonly Count?: number };
  if (String(partition).endsWith('!'))
    return { title: 'Query: writes', text: 'writes that have not ended', others: [`${Count} items`] };
  const term = `${partition}${String(low).split('\t')[0]}`;
  const direction = input.ScanIndexForward === false ? 'the newest first' : 'the oldest first';
  return {
    title: `Query: ${term}`,
    text: `postings of the term, ${direction}`,
    others: [`${Count} postings`],
  };
}
