/** The flow of a list: the reads of a page, from the commands that it sends. */

import { BatchGetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { putNewDocument, withUnits } from '../../lib/headwater/data/search/documents/document-items.ts';
import { termsOf } from '../../lib/headwater/data/search/index/document-terms.ts';
import { openIndex } from '../../lib/headwater/data/search/index/open-index.ts';
import { postingItem } from '../../lib/headwater/data/search/index/postings.ts';
import { findPage } from '../../lib/headwater/data/search/list/document-list.ts';
import { tableIndex } from '../../lib/headwater/data/search/table-index/table-index.ts';
import type { Item } from '../../lib/headwater/data/store/table-access.ts';
import { type Bookmark, bookmarkType } from '../support/bookmark-type.ts';
import { memoryTable } from '../support/memory-table.ts';
import type { Flow, FlowRow } from './draw-flow.ts';

const index = openIndex(bookmarkType);

const count = 1_000;
const start = Date.UTC(2026, 0, 1);
const query = 'tags:web NOT tags:internal';

/** One in four has the tag `web`, one in twelve both. */
function bookmarkAt(position: number): Bookmark {
  const time = start + position * 1_000;
  const _id = `${(time / 1_000).toString(16).padStart(8, '0')}000${position.toString(16).padStart(13, '0')}`;
  const created = new Date(time).toISOString();
  const tags = [...(position % 4 === 0 ? ['web'] : []), ...(position % 3 === 0 ? ['internal'] : [])];
  return { _id, created, updated: created, revision: 1, url: `https://example.com/${position}`, tags };
}

/** The items that a create stores. */
function itemsOf(bookmark: Bookmark): Item[] {
  const { _id: id, revision } = bookmark;
  const written = withUnits(index, { id, revision, document: bookmark, others: {} });
  const postings = [...termsOf(index, bookmark)].map((term) =>
    postingItem(index, { term, id, units: written.units }),
  );
  const { Put } = putNewDocument(index, written);
  return [Put?.Item ?? {}, ...postings];
}

export async function listFlow(): Promise<Flow> {
  const rows: FlowRow[] = [];
  const items = Array.from({ length: count }, (_, position) => itemsOf(bookmarkAt(position))).flat();
  const table = memoryTable(items, (command, answer) => rows.push(rowOf(command, answer)));
  const access = { index, table };
  const searchIndex = tableIndex(access);
  const context = { ...access, searchIndex, now: () => start, isTimeUp: () => false };
  const { hits, total, after } = await findPage(context, { from: 0, size: 10, query });
  if (after === undefined) throw new Error('The list has one page only.');
  return {
    title: `A page of a list: what the query ${query} reads in a table of ${count.toLocaleString('en')} bookmarks`,
    othersTitle: 'of the table',
    rows: [
      {
        title: `GET /v1/bookmark?size=10&query=${query}`,
        text: 'the query is parsed, and planned by its terms',
        isEnd: true,
      },
      ...rows,
      {
        title: `${hits.length} of ${total} bookmarks, and after`,
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
