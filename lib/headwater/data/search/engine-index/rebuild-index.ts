/** Fills the indexes from the table, while the service goes on. */

import { ScanCommand, type ScanCommandOutput } from '@aws-sdk/lib-dynamodb';
import { itemsOf, membersOf } from '../../../shared/json/is-object.ts';
import { postJson } from '../../search-engine/post-json.ts';
import type { Item } from '../../store/table-access.ts';
import type { DocumentName } from '../document-type.ts';
import { namesOfIndex } from './index-shape.ts';
import { type IndexWriter, makeIndex, nameOfKey, writeDocuments } from './write-documents.ts';

interface Rebuild extends IndexWriter {
  /** Called with the number of items of the table that were read since the last call. */
  readonly onItems: (count: number) => void;
}

export interface RebuiltIndex {
  readonly index: string;
  /** The number of documents or batches in the table. */
  readonly documents: number;
  /** The number of documents that only the index had. */
  readonly removed: number;
}

const segments = 4;
/** The ids of one page of an index. */
const pageSize = 1_000;

/**
 * Makes the indexes, writes all documents of the table, removes what only an index has, and marks the indexes as complete: lists
 * use them from then on. Run again, it mends what has been lost. It keeps the ids in memory: 100 MB for a million.
 *
 * @throws ServiceError unavailable, timeout; EngineRefusal; errors of the SDK.
 */
export async function rebuildIndexes(rebuild: Rebuild): Promise<RebuiltIndex[]> {
  const { table, engine, types } = rebuild;
  const { tableName } = table;
  for (const type of types) await makeIndex(engine, { tableName, type });
  const seen = new Map(types.map(({ shape }) => [shape.name, new Set<string>()]));
  const copy = async (segment: number) => {
    for await (const { items, read } of scanKeys(rebuild, segment)) {
      const names = items.flatMap((item) => nameOfKey(types, item) ?? []);
      await writeAll(rebuild, names);
      for (const { type, owner, id } of names) seen.get(type)?.add(`${owner}/${id}`);
      rebuild.onItems(read);
    }
  };
  await Promise.all(Array.from({ length: segments }, (_, segment) => copy(segment)));
  const rebuilt: RebuiltIndex[] = [];
  for (const type of types) {
    const { name } = type.shape;
    const { index, complete } = namesOfIndex(tableName, type.shape);
    const known = seen.get(name) ?? new Set();
    const others = await othersIn(rebuild, { index, type: name, known });
    // What was created meanwhile is written again; what is not there is deleted.
    const removed = await writeAll(rebuild, others);
    await postJson(engine, ['_aliases'], { actions: [{ add: { index, alias: complete } }] });
    rebuilt.push({ index, documents: known.size, removed });
  }
  return rebuilt;
}

/** @returns the number of documents that the table does not have. @throws EngineRefusal also if the index refuses a document. */
async function writeAll(rebuild: Rebuild, names: readonly DocumentName[]): Promise<number> {
  const { deleted, refused } = await writeDocuments(rebuild, names);
  const [first] = refused;
  if (first) throw first.refusal;
  return deleted;
}

async function* scanKeys({ table, types }: Rebuild, Segment: number) {
  const begins = [...new Set(types.map(({ sortKeyPrefix }) => sortKeyPrefix))];
  let after: Item | undefined;
  do {
    const page: ScanCommandOutput = await table.client.send(
      new ScanCommand({
        TableName: table.tableName,
        Segment,
        TotalSegments: segments,
        ProjectionExpression: '#pk, #sk',
        FilterExpression: begins.map((_, index) => `begins_with(#sk, :sk${index})`).join(' OR '),
        ExpressionAttributeNames: { '#pk': 'pk', '#sk': 'sk' },
        ExpressionAttributeValues: Object.fromEntries(begins.map((begin, index) => [`:sk${index}`, begin])),
        ...(after ? { ExclusiveStartKey: after } : {}),
      }),
    );
    yield { items: page.Items ?? [], read: page.ScannedCount ?? 0 };
    after = page.LastEvaluatedKey;
  } while (after);
}

interface Compared {
  readonly index: string;
  readonly type: string;
  /** `owner/id` of the documents of the table. */
  readonly known: ReadonlySet<string>;
}

async function othersIn({ engine }: Rebuild, { index, type, known }: Compared): Promise<DocumentName[]> {
  await postJson(engine, [index, '_refresh'], {});
  const others: DocumentName[] = [];
  for (let after: unknown; ; ) {
    const answer = await postJson(engine, [index, '_search'], {
      size: pageSize,
      sort: ['owner', 'id'],
      _source: false,
      track_total_hits: false,
      ...(after === undefined ? {} : { search_after: after }),
    });
    // A search always answers with a list of hits.
    const hits = membersOf(membersOf(answer)['hits'])['hits'] as readonly unknown[];
    const sorts = hits.map((hit) => membersOf(hit)['sort']);
    for (const sort of sorts) {
      const [owner = '', id = ''] = itemsOf(sort).map(String);
      if (!known.has(`${owner}/${id}`)) others.push({ type, owner, id });
    }
    after = sorts.at(-1);
    if (after === undefined) return others;
  }
}
