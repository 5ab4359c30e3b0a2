/**
 * TransactWriteItems and TransactGetItems for dynalite, which has neither
 * (https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html).
 *
 * Each operation runs as dynalite's own command, on a store that collects its writes. If all conditions hold, one batch of
 * the database makes all writes, so that a killed process leaves all of them or none. The items are locked meanwhile.
 */

/// <reference path="./dynalite.d.ts" />

import { createHash } from 'node:crypto';
import database, {
  type Action,
  type Attributes,
  type Done,
  type Members,
  type ResponseError,
  type Store,
  type SubDatabase,
} from 'dynalite/db/index.js';
import { isObject, membersOf } from '../../shared/json/is-object.ts';
import { reportChanges, type TableChange, type WatchedStore } from './table-stream.ts';
import {
  type ItemRequest,
  maxBytes,
  namedRequests,
  type OperationName,
  operations,
  type TransactRequest,
} from './transaction-requests.ts';

/** How long DynamoDB recognizes a repeated request. */
const tokenMs = 10 * 60_000;

interface Attempt {
  /** The hash of its operations. */
  readonly hash: string;
  readonly isDone: boolean;
}

/** The attempts of each engine in the last ten minutes, by their tokens. */
const attempts = new WeakMap<Store, Map<string, Attempt>>();

export const transactWriteItems = asAction(async (store, request) => {
  const { ClientRequestToken: token } = request;
  if (token === undefined) return writeItems(store, request);
  const known = attempts.get(store) ?? new Map<string, Attempt>();
  attempts.set(store, known);
  const hash = hashOf(request.TransactItems);
  const earlier = known.get(token);
  if (earlier) {
    refuseUnlessDone(earlier, hash);
    return repeatedOutput(store, request);
  }
  known.set(token, { hash, isDone: false });
  try {
    const output = await writeItems(store, request);
    known.set(token, { hash, isDone: true });
    setTimeout(() => known.delete(token), tokenMs).unref();
    return output;
  } catch (error) {
    known.delete(token);
    throw error;
  }
});

export const transactGetItems = asAction(async (store, request) => {
  const parts = await partsOf(store, request);
  const outputs = await locked(parts, () => Promise.all(parts.map((part) => outputOf(store, part, request))));
  const items = outputs.map(({ Item }) => Item);
  const bytes = items.reduce((sum, item = {}) => sum + database.itemSize(item), 0);
  if (bytes > maxBytes) throw database.validationError(`Payload in response is too large.${bytes}`);
  const Responses = items.map((Item) => (Item ? { Item } : {}));
  return { Responses, ...consumedCapacity(request, 'ReadCapacityUnits', outputs) };
});

async function writeItems(store: WatchedStore, request: TransactRequest): Promise<Members> {
  const parts = await partsOf(store, request);
  return locked(parts, async () => {
    const outcomes = await Promise.all(parts.map((part) => outcomeOf(store, part, request)));
    const reasons = outcomes.map(({ reason }) => reason);
    if (reasons.some(({ Code }) => Code !== 'None')) throw cancelled(reasons);
    const writes = outcomes.flatMap((outcome) => outcome.writes);
    const before = store.onChange ? await Promise.all(parts.map(storedItem)) : [];
    await promised((done) => store.db.batch(writes, done));
    reportChanges(
      store,
      parts.flatMap((part, at) => changeOf(part, before[at], outcomes[at]?.writes ?? [])),
    );
    return consumedCapacity(request, 'WriteCapacityUnits', outcomes);
  });
}

/** A check of a condition changes nothing. @param writes of the part: one of its item, the others of indexes. */
function changeOf(
  { request: { TableName: table }, key }: Part,
  before: Attributes | undefined,
  writes: readonly Write[],
): TableChange[] {
  const own = writes.find((write) => write.key === `item-${table}~${key}`);
  if (!own) return [];
  return [{ table, before, after: own.type === 'put' ? (own.value as Attributes) : undefined }];
}

/** The hash of a value; the order of members makes no difference. */
function hashOf(value: unknown): string {
  const text = JSON.stringify(value, (_, part) => (isObject(part) ? withSortedKeys(part) : part));
  return createHash('sha256').update(text).digest('base64');
}

function withSortedKeys(members: Members): Members {
  const names = Object.keys(members).sort();
  return Object.fromEntries(names.map((name) => [name, members[name]]));
}

function refuseUnlessDone({ hash, isDone }: Attempt, ownHash: string): void {
  if (hash !== ownHash) {
    const message = 'The request uses the same client token as a previous, but non-identical request.';
    throw responseError('IdempotentParameterMismatchException', message);
  }
  if (!isDone) {
    const message = 'The transaction with the given request token is already in progress.';
    throw responseError('TransactionInProgressException', message);
  }
}

/** A repeated request changes nothing, and costs what reading its items costs. */
async function repeatedOutput(store: Store, request: TransactRequest): Promise<Members> {
  const parts = await partsOf(store, request);
  const outputs = parts.map(async (part) => {
    const CapacityUnits = database.capacityUnits(await storedItem(part), true, true);
    return { ConsumedCapacity: { TableName: part.request.TableName, CapacityUnits } };
  });
  return consumedCapacity(request, 'ReadCapacityUnits', await Promise.all(outputs));
}

/** An operation on an item. */
interface Part {
  readonly name: OperationName;
  readonly request: ItemRequest;
  /** The items of its table, and the key of its item there. */
  readonly items: SubDatabase;
  readonly key: string;
}

/** @throws ResponseError if a table does not exist, a key does not fit its table, or two operations have the same item. */
async function partsOf(store: Store, { TransactItems }: TransactRequest): Promise<Part[]> {
  const requests = TransactItems.flatMap(namedRequests);
  const parts: Part[] = [];
  const tables = await Promise.all(requests.map(([, { TableName }]) => tableOf(store, TableName)));
  for (const [at, [name, request]] of requests.entries()) {
    const table = tables[at] ?? {};
    const { TableName, Item, Key: key = Item ?? {} } = request;
    const problem = Item ? database.validateItem(Item, table) : database.validateKey(key, table);
    if (problem) {
      // DynamoDB refuses an empty key, in the same words for a key and an item. Any other problem cancels.
      if (/empty (string|binary) value/.test(problem.message)) throw database.validateItem(key, table);
      const reason: Reason = { Code: 'ValidationError', Message: problem.message };
      throw cancelled(requests.map((_, other) => (other === at ? reason : none)));
    }
    parts.push({ name, request, items: store.getItemDb(TableName), key: database.createKey(key, table) });
  }
  const keys = parts.map(({ request: { TableName }, key }) => `${TableName} ${key}`);
  if (new Set(keys).size < keys.length) {
    throw database.validationError('Transaction request cannot include multiple operations on one item');
  }
  return parts;
}

function tableOf(store: Store, name: string): Promise<Members> {
  return promised((done) => store.getTable(name, done));
}

/** Runs while nobody else changes the items. */
async function locked<Result>(parts: readonly Part[], run: () => Promise<Result>): Promise<Result> {
  const byTable = Map.groupBy(parts, ({ items }) => items);
  // Locks are granted in the order of requests. All are requested at once, so two transactions never wait for each other.
  const locks = [...byTable].map(([items, its]) => {
    const keys = its.map(({ key }) => key);
    return new Promise<(done: () => void) => () => void>((resolve) => items.lock(keys, resolve));
  });
  const releases = await Promise.all(locks);
  try {
    return await run();
  } finally {
    for (const release of releases) release(() => undefined)();
  }
}

interface Output {
  readonly Item?: Attributes;
  readonly ConsumedCapacity?: Capacity;
}

interface Capacity {
  readonly TableName: string;
  readonly CapacityUnits: number;
}

function outputOf(store: Store, { name, request }: Part, transaction: TransactRequest): Promise<Output> {
  const { ReturnConsumedCapacity } = transaction;
  const own = { ...request, ConsistentRead: true, ReturnConsumedCapacity };
  return promised((done) => operations[name].action(store, own, done));
}

/** Why an operation does not allow the transaction. */
interface Reason {
  readonly Code: 'None' | 'ConditionalCheckFailed' | 'ValidationError';
  readonly Message?: unknown;
  /** The item that does not meet the condition. */
  readonly Item?: Attributes;
}

const none: Reason = { Code: 'None' };

interface Outcome extends Output {
  readonly reason: Reason;
  readonly writes: readonly Write[];
}

async function outcomeOf(store: Store, part: Part, transaction: TransactRequest): Promise<Outcome> {
  const writes: Write[] = [];
  try {
    const output = await outputOf(collectingStore(store, writes), part, transaction);
    return { ...output, reason: none, writes: part.name === 'ConditionCheck' ? [] : writes };
  } catch (error) {
    return { reason: await reasonOf(error, part), writes: [] };
  }
}

async function reasonOf(error: unknown, part: Part): Promise<Reason> {
  const { __type, message } = membersOf(membersOf(error)['body']);
  const type = String(__type);
  if (type.endsWith('ValidationException')) return { Code: 'ValidationError', Message: message };
  if (!type.endsWith('ConditionalCheckFailedException')) throw error;
  const isReturned = part.request.ReturnValuesOnConditionCheckFailure === 'ALL_OLD';
  const item = isReturned ? await storedItem(part) : undefined;
  return { Code: 'ConditionalCheckFailed', Message: message, ...(item ? { Item: item } : {}) };
}

/** Undefined if there is no item. */
function storedItem({ items, key }: Part): Promise<Attributes | undefined> {
  return promised((done) => items.get(key, done));
}

/** A write in the form of the database. */
type Write =
  | { readonly type: 'put'; readonly key: string; readonly value: unknown }
  | { readonly type: 'del'; readonly key: string };

/** A store in which actions find what is stored, and which collects their writes. */
function collectingStore(store: Store, writes: Write[]): Store {
  const collecting = (found: SubDatabase, prefix: string): SubDatabase => ({
    ...found,
    // The transaction has locked the items.
    lock: (_keys, run) => run((done) => done),
    put: (key, value, done) => {
      writes.push({ type: 'put', key: `${prefix}~${key}`, value });
      done();
    },
    del: (key, done) => {
      writes.push({ type: 'del', key: `${prefix}~${key}` });
      done();
    },
  });
  return {
    ...store,
    getItemDb: (table) => collecting(store.getItemDb(table), `item-${table}`),
    getIndexDb: (type, table, index) =>
      collecting(store.getIndexDb(type, table, index), `index-${type.toLowerCase()}~${table}~${index}`),
  };
}

/** Twice the units of the operations, since DynamoDB prepares each item and then commits it. */
function consumedCapacity(
  { ReturnConsumedCapacity: detail = 'NONE' }: TransactRequest,
  unit: 'ReadCapacityUnits' | 'WriteCapacityUnits',
  outputs: readonly Output[],
): Members {
  if (detail === 'NONE') return {};
  const capacities = outputs.flatMap(({ ConsumedCapacity = [] }) => ConsumedCapacity);
  const byTable = Map.groupBy(capacities, ({ TableName }) => TableName);
  const ConsumedCapacity = [...byTable].map(([TableName, its]) => {
    const CapacityUnits = its.reduce((sum, each) => sum + 2 * each.CapacityUnits, 0);
    const units = { CapacityUnits, [unit]: CapacityUnits };
    return { TableName, ...units, ...(detail === 'INDEXES' ? { Table: units } : {}) };
  });
  return { ConsumedCapacity };
}

function cancelled(reasons: readonly Reason[]): ResponseError {
  const codes = reasons.map(({ Code }) => Code).join(', ');
  const message = `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes}]`;
  return responseError('TransactionCanceledException', message, { CancellationReasons: reasons });
}

function responseError(type: string, Message: string, members: Members = {}): ResponseError {
  const body = { __type: `com.amazonaws.dynamodb.v20120810#${type}`, Message, ...members };
  return Object.assign(new Error(Message), { statusCode: 400, body });
}

export function asAction<Request = TransactRequest>(
  run: (store: Store, request: Request) => Promise<Members>,
): Action {
  return (store, request, done) => {
    // dynalite has checked the request.
    run(store, request as Request).then(
      (output) => done(undefined, output),
      (error) => done(error instanceof Error && 'statusCode' in error ? error : unexpected(error)),
    );
  };
}

/** dynalite ends the process at an error without a response, such as a database that is closed meanwhile. */
function unexpected(cause: unknown): ResponseError {
  return Object.assign(responseError('InternalServerError', String(cause)), { cause, statusCode: 500 });
}

export function promised<Result>(run: (done: Done<Result>) => void): Promise<Result> {
  return new Promise((resolve, reject) => {
    // Without an error there is a result.
    run((error, result) => (error ? reject(error) : resolve(result as Result)));
  });
}
