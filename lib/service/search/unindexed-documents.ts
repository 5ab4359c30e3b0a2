/**
 * Changed documents that the search engine could not take, in one partition over all owners: the schedule tries them again.
 * An item has the key of its document, and the time of the last change that failed.
 */

import { numbersOf } from '../../data/store/attributes.ts';
import { isTransient } from '../../data/store/aws-errors.ts';
import { inPartition, layoutVersion } from '../../data/store/layout.ts';
import type { Item } from '../../data/store/table-access.ts';
import { queryItems } from '../../data/store/table-reads.ts';
import { deleteItem, putItem } from '../../data/store/table-writes.ts';
import type { DocumentName } from '../../data/stored-types.ts';
import { writeMetrics } from '../../shared/log.ts';
import { EngineRefusal } from './bulk.ts';
import { documentOfKey, type IndexWriter, writeDocuments } from './write-documents.ts';

/** Never an owner's partition: owners contain no `~`. */
export const unindexedPartition = '~unindexed';

interface Unindexed extends DocumentName {
  readonly item: Item;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Undefined if other software has written the item. */
export function parseUnindexed(types: IndexWriter['types'], item: Item): Unindexed | undefined {
  const { pk, sk, layout } = item;
  const name = documentOfKey(types, { pk: sk, sk: 'document' });
  if (pk !== unindexedPartition || layout !== layoutVersion || !name) return undefined;
  return { ...name, item, ...numbersOf(item, ['at']) };
}

/**
 * Brings a changed document into its index. If the engine fails, it notes the document for the schedule.
 *
 * @param key Of an item of the table. @throws ServiceError unavailable, timeout, if the table fails.
 */
export async function indexChanged(writer: IndexWriter, key: Item, now = Date.now()): Promise<void> {
  const name = documentOfKey(writer.types, key);
  if (!name) return;
  await writeDocuments(writer, [name]).catch(async (error: unknown) => {
    if (!(error instanceof EngineRefusal) && !isTransient(error)) throw error;
    const Item = { pk: unindexedPartition, sk: key['pk'], layout: layoutVersion, at: now };
    await putItem(writer.table, { Item, changing: ['at'] });
  });
}

/** As many as one request to the table reads. */
const atOnce = 100;

/**
 * Tries the noted documents again, and counts for the alarm how long the oldest has been waiting.
 *
 * @param isTimeUp Ends it after a round.
 * @throws ServiceError unavailable, timeout; EngineRefusal.
 */
export async function indexNoted(
  writer: IndexWriter,
  isTimeUp: () => boolean,
  now = Date.now(),
): Promise<void> {
  const { table, types } = writer;
  let after: Item | undefined;
  do {
    const page = await queryItems(table, {
      ...inPartition(unindexedPartition),
      Limit: atOnce,
      ...(after ? { ExclusiveStartKey: after } : {}),
    });
    const noted = page.items.flatMap((item) => parseUnindexed(types, item) ?? []);
    if (noted.length > 0) {
      const since = Math.min(...noted.map(({ at }) => at));
      writeMetrics({ UnindexedDocuments: noted.length, SinkDelaySeconds: (now - since) / 1_000 });
      await writeDocuments(writer, noted);
      await Promise.all(noted.map((one) => forget(writer, one)));
    }
    after = page.last;
  } while (after && !isTimeUp());
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
