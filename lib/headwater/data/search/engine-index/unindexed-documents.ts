/**
 * Changed items that the search engine could not take, in one partition over all owners: the schedule tries them again.
 * Each is noted by its key, with the time of the last change that failed.
 */

import { writeMetrics } from '../../../shared/log.ts';
import { EngineRefusal } from '../../search-engine/engine-answer.ts';
import { numbersOf } from '../../store/attributes.ts';
import { isTransient } from '../../store/aws-errors.ts';
import { inPartition, layoutVersion } from '../../store/layout.ts';
import type { Item } from '../../store/table-access.ts';
import { queryItems } from '../../store/table-reads.ts';
import { deleteItem, putItem } from '../../store/table-writes.ts';
import type { DocumentName } from '../document-type.ts';
import { type IndexWriter, nameOfKey, writeDocuments } from './write-documents.ts';

/** Never an owner's partition: owners contain no `~`. */
export const unindexedPartition = '~unindexed';

interface Unindexed extends DocumentName {
  readonly item: Item;
  /** Milliseconds since 1970. */
  readonly at: number;
}

function noteOf({ pk, sk }: Item): string {
  return sk === 'document' ? String(pk) : `${String(pk)}/${String(sk)}`;
}

/** The key of a batch ends with its position. */
function notedKey(note: string): Item {
  const [, pk, sk] = /^(.+)\/([0-9a-f]{14})$/.exec(note) ?? [];
  return pk === undefined ? { pk: note, sk: 'document' } : { pk, sk };
}

/** Undefined if other software has written the item. */
export function parseUnindexed(types: IndexWriter['types'], item: Item): Unindexed | undefined {
  const { pk, sk, layout } = item;
  const name = nameOfKey(types, notedKey(String(sk)));
  if (pk !== unindexedPartition || layout !== layoutVersion || !name) return undefined;
  return { ...name, item, ...numbersOf(item, ['at']) };
}

/**
 * Brings a changed item into its index. If the engine fails, it notes the item for the schedule.
 *
 * @param key Of any item of the table. @throws ServiceError unavailable, timeout, if the table fails.
 */
export async function indexChanged(writer: IndexWriter, key: Item, now = Date.now()): Promise<void> {
  const name = nameOfKey(writer.types, key);
  if (!name || (await isIndexed(writer, name))) return;
  const Item = { pk: unindexedPartition, sk: noteOf(key), layout: layoutVersion, at: now };
  await putItem(writer.table, { Item });
}

/** @returns false if the engine fails or refuses. */
async function isIndexed(writer: IndexWriter, name: DocumentName): Promise<boolean> {
  try {
    return (await writeDocuments(writer, [name])).refused.length === 0;
  } catch (error) {
    if (error instanceof EngineRefusal || isTransient(error)) return false;
    throw error;
  }
}

/** As many as one request to the table reads. */
const atOnce = 100;

interface NotedRun {
  /** Ends the run after a round. */
  readonly isTimeUp: () => boolean;
  /**
   * The key behind which the next round goes on; empty at the beginning of the list. Without it each run begins there, and
   * documents that an index refuses may take all of its time.
   */
  readonly place?: {
    readonly read: () => Promise<string>;
    readonly note: (last: string) => Promise<unknown>;
  };
  /** Milliseconds since 1970. */
  readonly now?: number;
}

/**
 * Tries the noted documents again, and counts for the alarm how long the oldest has been waiting. The place is noted before each
 * round: if the round takes all the time, or ends the function, the next run goes on behind it.
 *
 * @throws ServiceError unavailable, timeout; EngineRefusal.
 */
export async function indexNoted(
  writer: IndexWriter,
  { isTimeUp, place, now = Date.now() }: NotedRun,
): Promise<void> {
  const { table, types } = writer;
  let after = (await place?.read()) ?? '';
  let refusal: EngineRefusal | undefined;
  do {
    const page = await queryItems(table, {
      ...inPartition(unindexedPartition),
      Limit: atOnce,
      ...(after === '' ? {} : { ExclusiveStartKey: { pk: unindexedPartition, sk: after } }),
    });
    const last = String(page.last?.['sk'] ?? '');
    if (last !== after) await place?.note(last);
    after = last;
    const noted = page.items.flatMap((item) => parseUnindexed(types, item) ?? []);
    if (noted.length > 0) {
      const since = Math.min(...noted.map(({ at }) => at));
      writeMetrics({ UnindexedDocuments: noted.length, SearchDelaySeconds: (now - since) / 1_000 });
      refusal ??= await writeNoted(writer, noted);
    }
  } while (after !== '' && !isTimeUp());
  if (refusal !== undefined) throw refusal;
}

/**
 * Documents that an index refuses stay noted. They must not delay the documents of others.
 *
 * @returns the first refusal of a document. @throws ServiceError unavailable, timeout; EngineRefusal of a whole request.
 */
async function writeNoted(
  writer: IndexWriter,
  noted: readonly Unindexed[],
): Promise<EngineRefusal | undefined> {
  const { refused } = await writeDocuments(writer, noted);
  const names = new Set<DocumentName>(refused.map(({ name }) => name));
  await Promise.all(noted.filter((one) => !names.has(one)).map((one) => forget(writer, one)));
  return refused[0]?.refusal;
}

/** A change that has failed since then stays noted. */
async function forget({ table }: IndexWriter, { item, at }: Unindexed): Promise<void> {
  await deleteItem(table, {
    Key: { pk: item['pk'], sk: item['sk'] },
    ConditionExpression: '#at = :at',
    ExpressionAttributeNames: { '#at': 'at' },
    ExpressionAttributeValues: { ':at': at },
  });
}
