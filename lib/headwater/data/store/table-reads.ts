/**
 * Reads of a table. Every function throws ServiceError `unavailable` when the
 * database is overloaded or cannot be reached, and `timeout` when the time of
 * the invocation is up, and `too_many_requests` when the owner who pays has no
 * units left.
 */

import {
  BatchGetCommand,
  type BatchGetCommandOutput,
  GetCommand,
  type GetCommandInput,
  type GetCommandOutput,
  QueryCommand,
  type QueryCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { ServiceError } from '../../shared/errors.ts';
import { ownMember } from '../../shared/json/own-member.ts';
import '../../shared/rights/no-updates.ts';
import { sendOptions } from './invocation-time.ts';
import { checkUnits, spendUnits } from './owner-units.ts';
import { type Item, rest, type TableAccess, translated } from './table-access.ts';

export type GetRequest = Omit<GetCommandInput, 'TableName'>;
/** An index has `queryIndex`. */
export type QueryRequest = Omit<QueryCommandInput, 'TableName' | 'IndexName'>;

export interface QueryPage {
  /** Empty if the request asked only for their number. */
  readonly items: readonly Item[];
  readonly count: number;
  /** The key at which the page ends; undefined at the end of the query. */
  readonly last: Item | undefined;
}

/** https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BatchGetItem.html */
const maxBatchKeys = 100;
/**
 * The pauses between rounds of a batch. DynamoDB returns part of a batch if it exceeds 16 MB or the table is busy; a
 * round may return nothing.
 */
const idlePausesMs = [25, 50, 100, 200];

export async function getItem(table: TableAccess, request: GetRequest): Promise<Item | undefined> {
  const { client, tableName, time } = table;
  const command = new GetCommand({ TableName: tableName, ...counted(table), ...request });
  return (await read(table, () => client.send(command, sendOptions(time)))).Item;
}

/**
 * Returns the items in no particular order and omits keys without an item.
 * An eventually consistent read costs half and may miss the latest writes.
 */
export async function getItems(
  table: TableAccess,
  keys: readonly Item[],
  { isConsistent }: { readonly isConsistent: boolean },
): Promise<Item[]> {
  const batches = Array.from({ length: Math.ceil(keys.length / maxBatchKeys) }, (_, index) =>
    keys.slice(index * maxBatchKeys, (index + 1) * maxBatchKeys),
  );
  const read = (batch: readonly Item[]) =>
    getBatch(table, { Keys: [...batch], ConsistentRead: isConsistent });
  return (await Promise.all(batches.map(read))).flat();
}

export async function queryItems(table: TableAccess, request: QueryRequest): Promise<QueryPage> {
  const { client, tableName, time } = table;
  const command = new QueryCommand({ TableName: tableName, ...counted(table), ...request });
  const output = await read(table, () => client.send(command, sendOptions(time)));
  const { Items: items = [], Count: count = 0, LastEvaluatedKey: last } = output;
  return { items, count, last };
}

/** Reads all pages. Use it only for queries with small results. */
export async function queryAll(table: TableAccess, request: QueryRequest): Promise<Item[]> {
  const found: Item[] = [];
  let last: Item | undefined;
  do {
    const page = await queryItems(table, { ...request, ...(last ? { ExclusiveStartKey: last } : {}) });
    found.push(...page.items);
    last = page.last;
  } while (last);
  return found;
}

async function getBatch(
  table: TableAccess,
  { Keys, ConsistentRead }: { readonly Keys: Item[]; readonly ConsistentRead: boolean },
): Promise<Item[]> {
  const { client, tableName, time } = table;
  const found: Item[] = [];
  const pausesMs = [...idlePausesMs];
  let pending: Item[] | undefined = Keys;
  while (pending && pending.length > 0) {
    const request = new BatchGetCommand({
      RequestItems: { [tableName]: { Keys: pending, ConsistentRead } },
      ...counted(table),
    });
    const output: BatchGetCommandOutput = await read(table, () => client.send(request, sendOptions(time)));
    found.push(...(ownMember(output.Responses, tableName) ?? []));
    const left: Item[] | undefined = ownMember(output.UnprocessedKeys, tableName)?.Keys;
    if (left?.length === pending.length) await pauseBeforeRetry(table, pausesMs.shift());
    pending = left;
  }
  return found;
}

/** Asks DynamoDB for the units that a read consumes, if somebody pays for them. */
function counted({ payer }: TableAccess): { readonly ReturnConsumedCapacity?: 'TOTAL' } {
  return payer ? { ReturnConsumedCapacity: 'TOTAL' } : {};
}

type Consumed = Pick<GetCommandOutput, 'ConsumedCapacity'> | Pick<BatchGetCommandOutput, 'ConsumedCapacity'>;

async function read<Output extends Consumed>(
  table: TableAccess,
  send: () => Promise<Output>,
): Promise<Output> {
  checkUnits(table);
  const output = await translated(table.turns.take(send));
  const consumed = [output.ConsumedCapacity ?? []].flat();
  const units = consumed.reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
  await spendUnits(table, units);
  return output;
}

async function pauseBeforeRetry(table: TableAccess, pauseMs: number | undefined): Promise<void> {
  if (pauseMs === undefined) {
    const detail = 'The database is overloaded; send the request again.';
    throw new ServiceError('unavailable', detail, { failing: { name: 'table_throttled' } });
  }
  await rest(table, pauseMs);
}
