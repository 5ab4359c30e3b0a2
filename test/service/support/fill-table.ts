/** Writes many sources in batches, with the items that the repository would store. */

import { BatchWriteCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { putNewDocument, withUnits } from '../../../lib/headwater/data/search/documents/document-items.ts';
import { termsOf } from '../../../lib/headwater/data/search/index/document-terms.ts';
import { postingItem } from '../../../lib/headwater/data/search/index/postings.ts';
import type { Item } from '../../../lib/headwater/data/store/table-access.ts';
import type { SourceRecord } from '../../../lib/service/sources/source-record.ts';
import { openSources } from './open-sources.ts';

/** https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BatchWriteItem.html */
const maxBatchItems = 25;
const maxBatchesAtOnce = 8;

export function itemsOf(record: SourceRecord, index = openSources): Item[] {
  const { _id: id, revision } = record;
  const written = withUnits(index, { id, revision, document: record, others: {} });
  const { units } = written;
  const postings = [...termsOf(index, record)].map((term) => postingItem(index, { term, id, units }));
  const { Put } = putNewDocument(index, written);
  return [Put?.Item ?? {}, ...postings];
}

export async function putItems(
  client: DynamoDBDocumentClient,
  tableName: string,
  items: readonly Item[],
): Promise<void> {
  const batches = Array.from({ length: Math.ceil(items.length / maxBatchItems) }, (_, index) =>
    items.slice(index * maxBatchItems, (index + 1) * maxBatchItems),
  );
  const next = batches.values();
  const write = async () => {
    for (const batch of next) {
      const requests = batch.map((Item) => ({ PutRequest: { Item } }));
      const { UnprocessedItems } = await client.send(
        new BatchWriteCommand({ RequestItems: { [tableName]: requests } }),
      );
      if (Object.keys(UnprocessedItems ?? {}).length > 0) throw new Error('The engine has left out items.');
    }
  };
  await Promise.all(Array.from({ length: maxBatchesAtOnce }, write));
}
