/**
 * TransactWriteItems and TransactGetItems for dynalite, which has neither.
 *
 * The changes run through dynalite's own actions, on a store that keeps what they write instead of storing it. If all
 * conditions hold, everything is stored in one batch of the database. Meanwhile the items are locked, so nobody else changes
 * them in between.
 */

import { createHash } from 'node:crypto';
import deleteItem from 'dynalite/actions/deleteItem.js';
import getItem from 'dynalite/actions/getItem.js';
import putItem from 'dynalite/actions/putItem.js';
import updateItem from 'dynalite/actions/updateItem.js';
import database, { type Action, type Input, type Output, type Store } from 'dynalite/db/index.js';
import deleteTypes from 'dynalite/validations/deleteItem.js';
import getTypes from 'dynalite/validations/getItem.js';
import validations, { type Validation } from 'dynalite/validations/index.js';
import putTypes from 'dynalite/validations/putItem.js';
import updateTypes from 'dynalite/validations/updateItem.js';
import { isObject } from '../../shared/json/is-object.ts';

/** The commands, by the name in the header `x-amz-target`. */
export const transactions: Readonly<Record<string, (store: Store, input: Input) => Promise<Output>>> = {
  TransactWriteItems: writeItems,
  TransactGetItems: getItems,
};

/** An error that becomes a response with status 400. */
class EngineError extends Error {
  readonly statusCode = 400;
  readonly body: Output;

  constructor(type: string, message: string, members: Output = {}) {
    super(message);
    this.body = { __type: `com.amazonaws.dynamodb.v20120810#${type}`, ...members, message };
  }
}

const maxItems = 100;
const maxBytes = 4 * 1024 * 1024;

/** How long a token is remembered. */
const tokenMs = 10 * 60_000;

interface Known {
  readonly request: string;
  readonly until: number;
  readonly output: Output;
}

/** The outcomes of the last minutes by token, the oldest first. */
const tokens = new Map<string, Known>();

interface Operation {
  readonly action: Action;
  /** Its members are those of the command for one item. */
  readonly validation: Validation;
}

const changes: Readonly<Record<string, Operation>> = {
  ConditionCheck: { action: deleteItem, validation: deleteTypes },
  Delete: { action: deleteItem, validation: deleteTypes },
  Put: { action: putItem, validation: putTypes },
  Update: { action: updateItem, validation: updateTypes },
};

interface Part {
  readonly kind: string;
  readonly input: Input;
  readonly operation: Operation;
  /** The key as dynalite stores it, with its table. */
  readonly key: string;
  readonly isReturningItem: boolean;
}

async function writeItems(store: Store, input: Input): Promise<Output> {
  const { ClientRequestToken: token } = input;
  const request = createHash('sha256').update(JSON.stringify(input['TransactItems'])).digest('hex');
  const known = typeof token === 'string' ? knownToken(token, request) : undefined;
  if (known) return known;
  const parts = await partsOf(store, input, 'TransactItems', changes);
  const output = await locked(store, parts, () => writeAll(store, parts, input));
  if (typeof token === 'string') tokens.set(token, { request, until: Date.now() + tokenMs, output });
  return output;
}

function knownToken(token: string, request: string): Output | undefined {
  for (const [name, { until }] of tokens) {
    if (until > Date.now()) break;
    tokens.delete(name);
  }
  const known = tokens.get(token);
  if (known && known.request !== request) {
    const message = 'The request uses the same client token as a previous, but non-identical request.';
    throw new EngineError('IdempotentParameterMismatchException', message);
  }
  return known?.output;
}

async function writeAll(store: Store, parts: readonly Part[], input: Input): Promise<Output> {
  const written: StoredWrite[] = [];
  const reasons: Output[] = [];
  for (const part of parts) {
    const kept: StoredWrite[] = [];
    const reason = await refusalOf(keepingStore(store, kept), part);
    reasons.push(reason ?? { Code: 'None' });
    if (part.kind !== 'ConditionCheck') written.push(...kept);
  }
  if (reasons.some(({ Code }) => Code !== 'None')) {
    const codes = reasons.map(({ Code }) => Code).join(', ');
    const message = `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes}]`;
    throw new EngineError('TransactionCanceledException', message, { CancellationReasons: reasons });
  }
  await promised((done) => store.db.batch(written, done));
  return capacityOf(input, parts, 'WriteCapacityUnits');
}

/** The reason why the change cannot be made; undefined if it can. */
async function refusalOf(
  store: Store,
  { operation, input, isReturningItem, key }: Part,
): Promise<Output | undefined> {
  try {
    await promised((done) => operation.action(store, { ...input }, done));
    return undefined;
  } catch (error) {
    const { __type = '', message = '' } = Object(Object(error).body);
    if (String(__type).endsWith('ConditionalCheckFailedException')) {
      const item = isReturningItem ? await storedAt(store, key) : undefined;
      return { Code: 'ConditionalCheckFailed', Message: message, ...(item ? { Item: item } : {}) };
    }
    if (String(__type).endsWith('ValidationException')) return { Code: 'ValidationError', Message: message };
    throw error;
  }
}

async function storedAt(store: Store, key: string): Promise<unknown> {
  return await promised((done) => store.db.get(key, done)).catch(() => undefined);
}

async function getItems(store: Store, input: Input): Promise<Output> {
  const parts = await partsOf(store, input, 'TransactItems', {
    Get: { action: getItem, validation: getTypes },
  });
  return locked(store, parts, async () => {
    const Responses: Output[] = [];
    for (const { operation, input: own } of parts) {
      const { Item } = await promised<Output>((done) => operation.action(store, { ...own }, done));
      Responses.push(Item === undefined ? {} : { Item });
    }
    return { Responses, ...capacityOf(input, parts, 'ReadCapacityUnits') };
  });
}

/** A write in the form of the database. */
type StoredWrite =
  | { readonly type: 'put'; readonly key: string; readonly value: unknown }
  | { readonly type: 'del'; readonly key: string };

/** A store whose actions find what is stored, and whose writes are kept. */
function keepingStore(store: Store, kept: StoredWrite[]): Store {
  return {
    ...store,
    getItemDb: (table) => ({
      ...store.getItemDb(table),
      // The caller has locked the items.
      lock: (_key, run) => run((done) => done),
      put: (key, value, done) => {
        kept.push({ type: 'put', key: itemKey(table, key), value });
        done();
      },
      del: (key, done) => {
        kept.push({ type: 'del', key: itemKey(table, key) });
        done();
      },
    }),
  };
}

/** The key of an item in the database of all tables. */
function itemKey(table: string, key: string): string {
  return `item-${table}~${key}`;
}

async function partsOf(
  store: Store,
  input: Input,
  member: string,
  operations: Readonly<Record<string, Operation>>,
): Promise<Part[]> {
  const items = input[member];
  if (!Array.isArray(items) || items.length === 0 || items.length > maxItems) {
    const bound =
      Array.isArray(items) && items.length > maxItems
        ? `less than or equal to ${maxItems}`
        : 'greater than or equal to 1';
    throw invalid(
      `1 validation error detected: Value at 'transactItems' failed to satisfy constraint: Member must have length ${bound}`,
    );
  }
  const parts: Part[] = [];
  for (const item of items) parts.push(await partOf(store, item, operations));
  if (new Set(parts.map(({ key }) => key)).size < parts.length)
    throw invalid('Transaction request cannot include multiple operations on one item');
  if (Buffer.byteLength(JSON.stringify(items)) > 2 * maxBytes)
    throw invalid('Collection size limit exceeded: the items of a transaction take at most 4 MB');
  return parts;
}

async function partOf(
  store: Store,
  item: unknown,
  operations: Readonly<Record<string, Operation>>,
): Promise<Part> {
  const found = Object.entries(isObject(item) ? item : {});
  const [kind = '', given] = found[0] ?? [];
  const operation = operations[kind];
  if (!operation || found.length !== 1 || !isObject(given)) {
    const message = 'TransactItems can only contain one of Check, Put, Update or Delete';
    throw invalid(message);
  }
  const { ReturnValuesOnConditionCheckFailure: returned, ...others } = given;
  const { types, custom } = operation.validation;
  const input = validations.checkTypes(structuredClone(others), types);
  validations.checkValidations(input, types, custom, store);
  const table = await promised<Output>((done) => store.getTable(String(input['TableName']), done));
  const values = (kind === 'Put' ? input['Item'] : input['Key']) as Input;
  const problem = kind === 'Put' ? database.validateItem(values, table) : database.validateKey(values, table);
  if (problem) throw problem;
  const key = itemKey(String(input['TableName']), database.createKey(values, table));
  return { kind, input, operation, key, isReturningItem: returned === 'ALL_OLD' };
}

/** Runs while nobody else changes the items. */
function locked<Result>(store: Store, parts: readonly Part[], run: () => Promise<Result>): Promise<Result> {
  const byTable = Map.groupBy(parts, ({ input }) => String(input['TableName']));
  const inner = [...byTable].reduce<() => Promise<Result>>(
    (next, [table, its]) =>
      () =>
        new Promise((resolve, reject) => {
          const keys = its.map(({ key }) => key.slice(itemKey(table, '').length));
          store.getItemDb(table).lock(keys, (release) => {
            const unlock = release(() => undefined);
            next().finally(unlock).then(resolve, reject);
          });
        }),
    run,
  );
  return inner();
}

/** A transaction takes twice the units of its items. */
function capacityOf(input: Input, parts: readonly Part[], name: string): Output {
  if (!['INDEXES', 'TOTAL'].includes(String(input['ReturnConsumedCapacity']))) return {};
  const tables = Map.groupBy(parts, ({ input: own }) => own['TableName']);
  const ConsumedCapacity = [...tables].map(([TableName, its]) => {
    const CapacityUnits = its.reduce((sum, { input: own }) => sum + 2 * unitsOf(own, name), 0);
    return { TableName, CapacityUnits, [name]: CapacityUnits };
  });
  return { ConsumedCapacity };
}

function unitsOf({ Item, Key }: Input, name: string): number {
  const bytes = database.itemSize(Item ?? Key);
  return Math.max(1, Math.ceil(bytes / (name === 'WriteCapacityUnits' ? 1_024 : 4_096)));
}

function invalid(message: string): EngineError {
  return new EngineError('ValidationException', message);
}

function promised<Result>(run: (done: (error?: unknown, result?: Result) => void) => void): Promise<Result> {
  return new Promise((resolve, reject) => {
    run((error, result) => (error ? reject(error) : resolve(result as Result)));
  });
}
