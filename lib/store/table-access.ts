/** Sends commands to the table and translates AWS's errors. */

import {
  BatchGetCommand,
  type BatchGetCommandOutput,
  DeleteCommand,
  type DeleteCommandInput,
  type DynamoDBDocumentClient,
  GetCommand,
  type GetCommandInput,
  PutCommand,
  type PutCommandInput,
  type PutCommandOutput,
  QueryCommand,
  type QueryCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { ServiceError } from '../errors.ts';
import { isConditionFailure, mayArriveLater, translateAwsError } from './aws-errors.ts';
import { type Clock, pauseAbout, systemClock } from './clock.ts';
import { type InvocationTime, type RequestNames, sendOptions } from './invocation-time.ts';

/** An item of the table, as plain values. Whoever reads it checks it: anybody may have written it. */
export type Item = Readonly<Record<string, unknown>>;

/** The input of a command without the name of the table: `TableAccess` adds it. */
export type GetRequest = Omit<GetCommandInput, 'TableName'>;
export type QueryRequest = Omit<QueryCommandInput, 'TableName'>;
export type PutRequest = Omit<PutCommandInput, 'TableName'>;
export type DeleteRequest = Omit<DeleteCommandInput, 'TableName'>;

export interface QueryPage {
  /** None when only their number was asked for. */
  readonly items: readonly Item[];
  readonly count: number;
  /** The key at which the page ends; undefined at the end of the query. */
  readonly last: Item | undefined;
}

/** What a put has done. */
export interface Replaced {
  /** False when the condition of the request fails. */
  readonly isDone: boolean;
  /** The item that it has replaced. */
  readonly before: Item | undefined;
  /** The SDK has sent it more than once, and an attempt without a response may yet arrive, up to 15 minutes later. */
  readonly mayArriveLater: boolean;
}

export interface PutOptions {
  /**
   * Asked before each attempt of the SDK, since the function may have been frozen
   * in between: when true, the put fails with `timeout`.
   */
  readonly isLate?: () => boolean;
}

/**
 * The table, by name. Every method throws ServiceError `unavailable` when the
 * database is overloaded or cannot be reached, and `timeout` when the time of
 * the invocation is up. No more than `maxCommandsAtOnce` run at the same time.
 */
export interface TableAccess {
  /** For log lines about its items. */
  readonly request: RequestNames;
  get(request: GetRequest): Promise<Item | undefined>;
  /**
   * Returns the items in no particular order and omits keys without an item.
   * An eventually consistent read costs half and may miss the latest writes.
   */
  getAll(keys: readonly Item[], options: { readonly isConsistent: boolean }): Promise<Item[]>;
  query(request: QueryRequest): Promise<QueryPage>;
  /** Returns false when the condition of the request fails. */
  put(request: PutRequest, options?: PutOptions): Promise<boolean>;
  /** A put that also returns what it has replaced. */
  replace(request: PutRequest, options?: PutOptions): Promise<Replaced>;
  /** Returns false when the condition of the request fails. */
  delete(request: DeleteRequest): Promise<boolean>;
  /** Waits about so long before another try; half of the pause is random. */
  rest(ms: number): Promise<void>;
}

/** Each command in flight has a socket of its own. */
export const maxCommandsAtOnce = 32;

/** https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BatchGetItem.html */
const maxBatchKeys = 100;
/** DynamoDB returns part of a batch when it is over 16 MB or the table is busy; a round may then return nothing. */
const idlePausesMs = [25, 50, 100, 200];

export interface TableOptions extends Partial<Pick<Clock, 'random' | 'pause'>> {
  /** Of the invocation. Without it every attempt may take `maxAttemptMs`. */
  readonly time?: InvocationTime | undefined;
}

interface Access {
  readonly client: DynamoDBDocumentClient;
  readonly turns: Turns;
  readonly tableName: string;
  readonly time: InvocationTime | undefined;
  readonly clock: Clock;
}

export function accessTable(
  client: DynamoDBDocumentClient,
  tableName: string,
  { time, random = systemClock.random, pause = systemClock.pause }: TableOptions = {},
): TableAccess {
  const turns = new Turns(maxCommandsAtOnce);
  const access = { client, turns, tableName, time, clock: { ...systemClock, random, pause } };
  const options = () => sendOptions(time);
  const named = <Request>(request: Request) => ({ TableName: tableName, ...request });
  const sendPut = (request: PutRequest, { isLate }: PutOptions = {}) => {
    const command = new PutCommand(named(request));
    if (isLate) refuseLate(command, isLate);
    return turns.take(() => client.send(command, options()));
  };
  return {
    request: { requestId: time?.requestId, traceparent: time?.traceparent },
    get: async (request) =>
      (await translated(turns.take(() => client.send(new GetCommand(named(request)), options())))).Item,
    getAll: async (keys, { isConsistent }) => {
      const batches = Array.from({ length: Math.ceil(keys.length / maxBatchKeys) }, (_, index) =>
        keys.slice(index * maxBatchKeys, (index + 1) * maxBatchKeys),
      );
      const read = (batch: readonly Item[]) =>
        getBatch(access, { Keys: [...batch], ConsistentRead: isConsistent });
      return (await Promise.all(batches.map(read))).flat();
    },
    query: async (request) => {
      const sent = turns.take(() => client.send(new QueryCommand(named(request)), options()));
      const { Items: items = [], Count: count = 0, LastEvaluatedKey: last } = await translated(sent);
      return { items, count, last };
    },
    put: async (request, late) => (await conditional(sendPut(request, late))).isDone,
    replace: async (request, late) => {
      const sent = sendPut({ ...request, ReturnValues: 'ALL_OLD' }, late);
      const { isDone, answer, output } = await conditional<PutCommandOutput>(sent);
      return { isDone, before: output?.Attributes, mayArriveLater: mayArriveLater(answer) };
    },
    delete: async (request) => {
      const sent = turns.take(() => client.send(new DeleteCommand(named(request)), options()));
      return (await conditional(sent)).isDone;
    },
    rest: (ms) => translated(pauseAbout(access.clock, ms, time?.signal)),
  };
}

/** Each attempt has been signed when it is refused here. AWS refuses it if it is held up later, for 15 minutes or more. */
function refuseLate({ middlewareStack }: PutCommand, isLate: () => boolean): void {
  middlewareStack.add(
    (next) => async (args) => {
      if (!isLate()) return next(args);
      throw new ServiceError('timeout', 'The service was held up for too long; send the request again.');
    },
    // The document client adds it to its own command and to the plain one.
    { name: 'refuseLate', step: 'finalizeRequest', priority: 'low', override: true },
  );
}

/** Lets so many run at once. The others wait in the order in which they came. */
class Turns {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(free: number) {
    this.#free = free;
  }

  async take<T>(run: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free--;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await run();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free++;
    }
  }
}

async function getBatch(
  access: Access,
  { Keys, ConsistentRead }: { readonly Keys: Item[]; readonly ConsistentRead: boolean },
): Promise<Item[]> {
  const { client, turns, tableName, time } = access;
  const found: Item[] = [];
  const pausesMs = [...idlePausesMs];
  let pending: Item[] | undefined = Keys;
  while (pending && pending.length > 0) {
    const request = new BatchGetCommand({ RequestItems: { [tableName]: { Keys: pending, ConsistentRead } } });
    const output: BatchGetCommandOutput = await translated(
      turns.take(() => client.send(request, sendOptions(time))),
    );
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

/** The output is undefined when the condition fails. */
async function conditional<Output>(
  sent: Promise<Output>,
): Promise<{ readonly isDone: boolean; readonly output?: Output; readonly answer: unknown }> {
  try {
    const output = await sent;
    return { isDone: true, output, answer: output };
  } catch (error) {
    if (isConditionFailure(error)) return { isDone: false, answer: error };
    throw translateAwsError(error);
  }
}
