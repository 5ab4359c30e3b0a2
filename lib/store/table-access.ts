/** Commands sent to the table, with AWS's errors translated. */

import { setTimeout as pause } from 'node:timers/promises';
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
import { type InvocationTime, sendOptions } from './invocation-time.ts';

type Item = Record<string, AttributeValue>;

/**
 * All throw ServiceError unavailable when the database is overloaded or cannot
 * be reached, and timeout when the time of the invocation is up.
 */
export interface TableAccess {
  get(input: GetItemCommandInput): Promise<Item | undefined>;
  /** In no order; keys without an item are left out. For half the price without the writes of the last moment. */
  getAll(keys: readonly Item[], options: { readonly isConsistent: boolean }): Promise<Item[]>;
  query(input: QueryCommandInput): Promise<QueryCommandOutput>;
  /** False when the condition of the request does not hold. */
  put(input: PutItemCommandInput): Promise<boolean>;
  delete(input: DeleteItemCommandInput): Promise<boolean>;
}

/** https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BatchGetItem.html */
const maxBatchKeys = 100;
/** A batch is answered in part when it is over 16 MB, or the table is busy: then a round may bring nothing. */
const idlePausesMs = [25, 50, 100, 200];

interface Access {
  readonly client: DynamoDBClient;
  readonly tableName: string;
  readonly time: InvocationTime | undefined;
}

/** @param time of the invocation that asks; without it each attempt has its longest. */
export function accessTable(client: DynamoDBClient, tableName: string, time?: InvocationTime): TableAccess {
  const options = () => sendOptions(time);
  return {
    get: async (input) => (await translated(client.send(new GetItemCommand(input), options()))).Item,
    getAll: async (keys, { isConsistent }) => {
      const batches = Array.from({ length: Math.ceil(keys.length / maxBatchKeys) }, (_, index) =>
        keys.slice(index * maxBatchKeys, (index + 1) * maxBatchKeys),
      );
      const read = (batch: readonly Item[]) =>
        getBatch({ client, tableName, time }, { Keys: [...batch], ConsistentRead: isConsistent });
      return (await Promise.all(batches.map(read))).flat();
    },
    query: (input) => translated(client.send(new QueryCommand(input), options())),
    put: (input) => conditional(client.send(new PutItemCommand(input), options())),
    delete: (input) => conditional(client.send(new DeleteItemCommand(input), options())),
  };
}

async function getBatch(
  { client, tableName, time }: Access,
  { Keys, ConsistentRead }: { readonly Keys: Item[]; readonly ConsistentRead: boolean },
): Promise<Item[]> {
  const found: Item[] = [];
  const pausesMs = [...idlePausesMs];
  let pending: Item[] | undefined = Keys;
  while (pending && pending.length > 0) {
    const request = { RequestItems: { [tableName]: { Keys: pending, ConsistentRead } } };
    const sent = client.send(new BatchGetItemCommand(request), sendOptions(time));
    const output: BatchGetItemCommandOutput = await translated(sent);
    found.push(...(output.Responses?.[tableName] ?? []));
    const left: Item[] | undefined = output.UnprocessedKeys?.[tableName]?.Keys;
    if (left?.length === pending.length) await pauseBeforeRetry(pausesMs.shift(), time);
    pending = left;
  }
  return found;
}

async function pauseBeforeRetry(
  pauseMs: number | undefined,
  time: InvocationTime | undefined,
): Promise<void> {
  if (pauseMs === undefined)
    throw new ServiceError('unavailable', 'The database is overloaded; send the request again.');
  // Half of it at random, so that functions that were refused together do not come back together.
  const paused = pause(pauseMs * (0.5 + Math.random() / 2), undefined, time && { signal: time.signal });
  await translated(paused);
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
