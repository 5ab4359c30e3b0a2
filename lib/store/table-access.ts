/** Sends commands to the table and translates AWS's errors. */

import {
  type AttributeValue,
  BatchGetItemCommand,
  type BatchGetItemCommandOutput,
  DeleteItemCommand,
  type DeleteItemCommandInput,
  type DynamoDBClient,
  GetItemCommand,
  type GetItemCommandInput,
  PutItemCommand,
  type PutItemCommandInput,
  QueryCommand,
  type QueryCommandInput,
  type QueryCommandOutput,
} from '@aws-sdk/client-dynamodb';
import { ServiceError } from '../errors.ts';
import { isConditionFailure, translateAwsError } from './aws-errors.ts';
import { type Clock, pauseAbout, systemClock } from './clock.ts';
import { type InvocationTime, sendOptions } from './invocation-time.ts';

export type Item = Record<string, AttributeValue>;

/** The input of a command without the name of the table: `TableAccess` adds it. */
export type GetRequest = Omit<GetItemCommandInput, 'TableName'>;
export type QueryRequest = Omit<QueryCommandInput, 'TableName'>;
export type PutRequest = Omit<PutItemCommandInput, 'TableName'>;
export type DeleteRequest = Omit<DeleteItemCommandInput, 'TableName'>;

/**
 * The table, by name. Every method throws ServiceError `unavailable` when the
 * database is overloaded or cannot be reached, and `timeout` when the time of
 * the invocation is up.
 */
export interface TableAccess {
  get(request: GetRequest): Promise<Item | undefined>;
  /**
   * Returns the items in no particular order and omits keys without an item.
   * An eventually consistent read costs half and may miss the latest writes.
   */
  getAll(keys: readonly Item[], options: { readonly isConsistent: boolean }): Promise<Item[]>;
  query(request: QueryRequest): Promise<QueryCommandOutput>;
  /** Returns false when the condition of the request fails. */
  put(request: PutRequest): Promise<boolean>;
  /** Returns false when the condition of the request fails. */
  delete(request: DeleteRequest): Promise<boolean>;
}

/** https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BatchGetItem.html */
const maxBatchKeys = 100;
/** DynamoDB returns part of a batch when it is over 16 MB or the table is busy; a round may then return nothing. */
const idlePausesMs = [25, 50, 100, 200];

export interface TableOptions extends Partial<Pick<Clock, 'random' | 'pause'>> {
  /** Of the invocation. Without it every attempt may take `maxAttemptMs`. */
  readonly time?: InvocationTime | undefined;
}

interface Access {
  readonly client: DynamoDBClient;
  readonly tableName: string;
  readonly time: InvocationTime | undefined;
  readonly clock: Clock;
}

export function accessTable(
  client: DynamoDBClient,
  tableName: string,
  { time, random = systemClock.random, pause = systemClock.pause }: TableOptions = {},
): TableAccess {
  const access = { client, tableName, time, clock: { ...systemClock, random, pause } };
  const options = () => sendOptions(time);
  const named = <Request>(request: Request) => ({ TableName: tableName, ...request });
  return {
    get: async (request) =>
      (await translated(client.send(new GetItemCommand(named(request)), options()))).Item,
    getAll: async (keys, { isConsistent }) => {
      const batches = Array.from({ length: Math.ceil(keys.length / maxBatchKeys) }, (_, index) =>
        keys.slice(index * maxBatchKeys, (index + 1) * maxBatchKeys),
      );
      const read = (batch: readonly Item[]) =>
        getBatch(access, { Keys: [...batch], ConsistentRead: isConsistent });
      return (await Promise.all(batches.map(read))).flat();
    },
    query: (request) => translated(client.send(new QueryCommand(named(request)), options())),
    put: (request) => conditional(client.send(new PutItemCommand(named(request)), options())),
    delete: (request) => conditional(client.send(new DeleteItemCommand(named(request)), options())),
  };
}

async function getBatch(
  access: Access,
  { Keys, ConsistentRead }: { readonly Keys: Item[]; readonly ConsistentRead: boolean },
): Promise<Item[]> {
  const { client, tableName, time } = access;
  const found: Item[] = [];
  const pausesMs = [...idlePausesMs];
  let pending: Item[] | undefined = Keys;
  while (pending && pending.length > 0) {
    const request = { RequestItems: { [tableName]: { Keys: pending, ConsistentRead } } };
    const sent = client.send(new BatchGetItemCommand(request), sendOptions(time));
    const output: BatchGetItemCommandOutput = await translated(sent);
    found.push(...(output.Responses?.[tableName] ?? []));
    const left: Item[] | undefined = output.UnprocessedKeys?.[tableName]?.Keys;
    if (left?.length === pending.length) await pauseBeforeRetry(access, pausesMs.shift());
    pending = left;
  }
  return found;
}

async function pauseBeforeRetry({ clock, time }: Access, pauseMs: number | undefined): Promise<void> {
  if (pauseMs === undefined)
    throw new ServiceError('unavailable', 'The database is overloaded; send the request again.');
  await translated(pauseAbout(clock, pauseMs, time?.signal));
}

async function translated<T>(sent: Promise<T>): Promise<T> {
  try {
    return await sent;
  } catch (error) {
    throw translateAwsError(error);
  }
}

async function conditional(sent: Promise<unknown>): Promise<boolean> {
  try {
    await sent;
    return true;
  } catch (error) {
    if (isConditionFailure(error)) return false;
    throw translateAwsError(error);
  }
}
