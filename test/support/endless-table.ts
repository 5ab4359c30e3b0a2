/**
 * A table with any number of products, which are computed when they are read: product `k` has the k-th id and the k-th price.
 * It answers the commands of lists as DynamoDB does, and counts the read units as AWS does.
 */

import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { BatchGetCommand, type DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { putNewDocument, withUnits } from '../../lib/headwater/data/search/documents/document-items.ts';
import { termsOf } from '../../lib/headwater/data/search/index/document-terms.ts';
import { openIndex } from '../../lib/headwater/data/search/index/open-index.ts';
import { postingItem } from '../../lib/headwater/data/search/index/postings.ts';
import { documentClient } from '../../lib/headwater/data/store/client.ts';
import type { Item } from '../../lib/headwater/data/store/table-access.ts';
import type { QueryRequest } from '../../lib/headwater/data/store/table-reads.ts';
import { clientThat } from './faulty-client.ts';
import { type Product, productType } from './product-type.ts';

export const endlessIndex = openIndex(productType);

const firstSecond = Date.UTC(2026, 0, 1) / 1_000;
/** Documents of 1.25 KB. */
const description = 'x'.repeat(1_000);

/** One in ten is placed, one in a hundred is a lamp, and the first twenty are of the brand "oak". */
export function productAt(k: number): Product {
  const created = new Date((firstSecond + k) * 1_000).toISOString();
  const _id = `${(firstSecond + k).toString(16)}000${k.toString(16).padStart(13, '0')}`;
  return {
    ...{ _id, created, updated: created, revision: 1 },
    name: `${k % 100 === 0 ? 'lamp ' : ''}${k < 20 ? 'oak ' : ''}${description}`,
    price: (k + 1) / 100,
    state: k % 10 === 0 ? 'placed' : 'paid',
    tags: [],
  };
}

const unitBytes = 4_096;
const bytesOf = (item: Item) => Buffer.byteLength(`${item['pk']}${item['sk']}`) + 7;

export interface EndlessTable {
  readonly client: DynamoDBDocumentClient;
  /** The read units since it was asked last. */
  takeUnits(): number;
}

export function endlessTable(count: number): EndlessTable {
  let units = 0;
  const query = (request: QueryRequest) => {
    const found = postingsOf(count, request);
    const price = found.items.reduce((sum, item) => sum + bytesOf(item), 0) / unitBytes;
    units += Math.max(1, Math.ceil(price)) * (request.ConsistentRead ? 1 : 0.5);
    const { Select } = request;
    const last = found.isEnd ? undefined : found.items.at(-1);
    return {
      Count: found.items.length,
      ...(Select === 'COUNT' ? {} : { Items: found.items }),
      ...(last ? { LastEvaluatedKey: { pk: last['pk'], sk: last['sk'] } } : {}),
    };
  };
  const batch = (command: BatchGetCommand) => {
    const [[name, { Keys = [], ConsistentRead = false } = {}] = ['']] = Object.entries(
      command.input.RequestItems ?? {},
    );
    units += Keys.length * (ConsistentRead ? 1 : 0.5);
    return { Responses: { [name]: Keys.map(({ pk }) => documentOf(String(pk))) } };
  };
  const plain = documentClient(new DynamoDBClient({ region: 'us-east-1' }));
  const client = clientThat(plain, async (command) => {
    if (command instanceof QueryCommand) return query(command.input);
    if (command instanceof BatchGetCommand) return batch(command);
    throw new Error('Lists do not send this command.');
  });
  return {
    client,
    takeUnits: () => {
      const taken = units;
      units = 0;
      return taken;
    },
  };
}

const kOf = (id: string) => Number.parseInt(id.slice(11), 16);

function documentOf(pk: string): Item {
  const document = productAt(kOf(pk.slice('product/'.length)));
  const id = document._id;
  return putNewDocument(endlessIndex, withUnits(endlessIndex, { id, revision: 1, document, others: {} })).Put
    ?.Item as Item;
}

/** The postings between the bounds, a page of them. All terms have their products in the order of `k`. */
function postingsOf(
  count: number,
  request: QueryRequest,
): { readonly items: Item[]; readonly isEnd: boolean } {
  const { ':pk': pk, ':low': low, ':high': high } = request.ExpressionAttributeValues ?? {};
  const { Limit: limit = 1_000, ScanIndexForward: isAscending = true, ExclusiveStartKey: start } = request;
  const beginning = low.slice(0, low.lastIndexOf('\t') + 1);
  const step = stepOf(pk, beginning);
  const size = pk === 'pn/oa' ? Math.min(20, count) : Math.ceil(count / step);
  const at = (place: number) => postingAt(place * step, pk, beginning);
  const firstFrom = (bound: string, isIncluded: boolean) => {
    let [from, to] = [0, size];
    while (from < to) {
      const middle = Math.floor((from + to) / 2);
      const sk = String(at(middle)['sk']);
      if (sk < bound || (sk === bound && !isIncluded)) from = middle + 1;
      else to = middle;
    }
    return from;
  };
  const after = start?.['sk'];
  const begin = firstFrom(
    isAscending && after !== undefined ? after : low,
    after === undefined || !isAscending,
  );
  const end = firstFrom(
    !isAscending && after !== undefined ? after : high,
    !isAscending && after !== undefined,
  );
  const length = Math.max(0, Math.min(limit, end - begin));
  const items = Array.from({ length }, (_, place) => at(isAscending ? begin + place : end - 1 - place));
  return { items, isEnd: end - begin <= limit };
}

function stepOf(pk: string, beginning: string): number {
  if (pk === 'p' || pk === 'p>price' || pk === 'pn/oa') return 1;
  if (pk === 'pn/la') return 100;
  if (beginning === 'aced\t') return 10;
  throw new Error(`The table has no postings in ${pk} ${beginning}.`);
}

function postingAt(k: number, pk: string, beginning: string): Item {
  const document = productAt(k);
  const terms = [...termsOf(endlessIndex, document)];
  const found = terms
    .map((term) => postingItem(endlessIndex, { term, id: document._id, units: 1 }))
    .find((item) => item['pk'] === pk && String(item['sk']).startsWith(beginning));
  if (!found) throw new Error(`The product ${k} has no posting in ${pk} ${beginning}.`);
  return found;
}
