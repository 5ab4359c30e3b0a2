/**
 * A DynamoDB table in memory: the commands and the members of requests that the product and its tools use, with the semantics
 * of AWS. It refuses others, so that nothing is simulated that is not. `table.test.ts` compares it with the local engine.
 *
 * A command begins and ends. In between, other commands may begin and end, too:
 *
 * - a transaction checks all conditions when it begins, and locks its items until it ends, when all its changes are applied;
 * - a read of several items sees each of them at some moment between its begin and its end.
 *
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis.html
 */

import {
  type BatchGetItemCommandInput,
  DynamoDBServiceException,
  type GetItemCommandInput,
  type QueryCommandInput,
  type ScanCommandInput,
  type TransactWriteItemsCommandInput,
} from '@aws-sdk/client-dynamodb';
import { type Aliases, aliasesIn, holds, update } from './expressions.ts';
import { queriedItems, scannedItems } from './item-pages.ts';
import type { Item } from './marshalled-item.ts';
import { type Key, keyOf, StoredItems } from './stored-items.ts';

/** A write that was applied. */
export interface Write {
  readonly key: Key;
  readonly before: Item | undefined;
  readonly after: Item | undefined;
}

export interface TableOptions {
  /** Called after each commit. */
  readonly onCommit?: (writes: readonly Write[]) => void;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  /** Which of the moments from `low` to `high` a read sees; the last one by default. */
  readonly pick?: (low: number, high: number) => number;
}

/** Ends a command, and returns its output. */
type End = () => object;

/** Returns the code of a reason why a write cannot change an item now. */
type Disturb = (key: Key) => string | undefined;

const maxChanges = 100;
const maxBatchKeys = 100;
/** https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html, after a request has ended. */
const tokenMs = 10 * 60_000;

const aliases = ['ExpressionAttributeNames', 'ExpressionAttributeValues', 'TableName'];
const conditional = [...aliases, 'ConditionExpression'];
const paged = [...aliases, 'ConsistentRead', 'ExclusiveStartKey', 'Limit', 'ReturnConsumedCapacity'];
const members: Readonly<Record<string, readonly string[]>> = {
  Put: ['Item', ...conditional],
  Delete: ['Key', ...conditional],
  Update: ['Key', 'UpdateExpression', ...conditional],
  ConditionCheck: ['Key', ...conditional],
  PutItem: ['Item', ...conditional],
  DeleteItem: ['Key', ...conditional],
  UpdateItem: ['Key', 'UpdateExpression', 'ReturnValues', ...conditional],
  TransactWriteItems: ['TransactItems', 'ClientRequestToken'],
  GetItem: ['ConsistentRead', 'Key', 'TableName'],
  Query: ['KeyConditionExpression', 'ScanIndexForward', 'Select', ...paged],
  Scan: ['Segment', 'TotalSegments', ...paged],
  BatchGetItem: ['RequestItems'],
};

interface Change {
  readonly kind: string;
  readonly key: Key;
  readonly input: ChangeInput;
}

/** What a single write is refused with, by the code of a transaction. */
const singleRefusals: Readonly<Record<string, string>> = {
  ConditionalCheckFailed: 'ConditionalCheckFailedException',
  ThrottlingError: 'ProvisionedThroughputExceededException',
  TransactionConflict: 'TransactionConflictException',
};

interface WriteInput {
  readonly ReturnValues?: string;
}

interface ChangeInput extends Aliases {
  readonly Item?: Item;
  readonly Key?: Item;
  readonly ConditionExpression?: string;
  readonly UpdateExpression?: string;
}

/** A transaction with a token. */
interface KnownRequest {
  readonly text: string;
  /** Until when it is remembered; undefined while it is in progress. */
  readonly until?: number;
}

export class Table {
  readonly items = new StoredItems();
  /** How many commits an eventually consistent read may lag behind. */
  maxLag = 0;
  readonly #options: Required<TableOptions>;
  /** The keys of transactions in progress. */
  readonly #locked = new Set<string>();
  readonly #known = new Map<string, KnownRequest>();

  constructor(options: TableOptions = {}) {
    this.#options = {
      onCommit: () => undefined,
      now: () => 0,
      pick: (_low, high) => high,
      ...options,
    };
  }

  /** Begins and ends a command at the same moment. */
  execute(name: string, input: object): object {
    return this.begin(name, input)();
  }

  /** @throws DynamoDBServiceException named as AWS does: ValidationException for a request that AWS refuses. */
  begin(name: string, input: object, disturb: Disturb = () => undefined): End {
    checkMembers(name, input);
    const end = translated(() => this.#begin(name, input, disturb));
    return () => translated(end);
  }

  #begin(name: string, input: object, disturb: Disturb): End {
    const moment = this.items.step;
    switch (name) {
      case 'PutItem':
      case 'DeleteItem':
      case 'UpdateItem':
        return this.#write(name, input, disturb);
      case 'TransactWriteItems':
        return this.#transact(input as TransactWriteItemsCommandInput, disturb);
      case 'GetItem':
        return () => this.#get(input as GetItemCommandInput, moment);
      case 'BatchGetItem':
        return () => this.#batchGet(input as BatchGetItemCommandInput, moment);
      case 'Query':
        return () =>
          pageOf(queriedItems(this.items, input as QueryCommandInput, this.#moments(input, moment)), input);
      default:
        return () =>
          pageOf(scannedItems(this.items, input as ScanCommandInput, this.#moments(input, moment)), input);
    }
  }

  #write(name: string, input: WriteInput, disturb: Disturb): End {
    const { ReturnValues: returned = 'NONE', ...others } = input;
    if (returned !== 'NONE' && returned !== 'ALL_NEW') throw invalid(`${returned} is not simulated.`);
    const change = changeOf({ [name.replace('Item', '')]: others });
    const code = disturb(change.key) ?? this.#refusalOf(change);
    if (code !== undefined) throw refusal(singleRefusals[code] ?? code);
    this.#apply([change]);
    const after = this.items.read(change.key);
    return () => (returned === 'ALL_NEW' ? { Attributes: { ...after } } : {});
  }

  #transact(input: TransactWriteItemsCommandInput, disturb: Disturb): End {
    const { TransactItems = [], ClientRequestToken: token = '' } = input;
    const changes = TransactItems.map(changeOf);
    const text = JSON.stringify(TransactItems);
    if (this.#isDone(token, text)) return () => ({});
    const keys = new Set(changes.map(({ key }) => textOf(key)));
    if (changes.length === 0 || changes.length > maxChanges || keys.size < changes.length)
      throw invalid(`A transaction changes 1 to ${maxChanges} different items.`);
    const codes = changes.map((change) => disturb(change.key) ?? this.#refusalOf(change));
    if (codes.some((code) => code !== undefined))
      throw refusal('TransactionCanceledException', {
        CancellationReasons: codes.map((Code = 'None') => ({ Code })),
      });
    for (const key of keys) this.#locked.add(key);
    if (token !== '') this.#known.set(token, { text });
    return () => {
      for (const key of keys) this.#locked.delete(key);
      if (token !== '') this.#known.set(token, { text, until: this.#options.now() + tokenMs });
      this.#apply(changes);
      return {};
    };
  }

  /** Whether a request with this token was carried out in the last minutes. */
  #isDone(token: string, text: string): boolean {
    const known = this.#known.get(token);
    if (!known || (known.until ?? Number.POSITIVE_INFINITY) <= this.#options.now()) return false;
    if (known.text !== text) throw refusal('IdempotentParameterMismatchException');
    if (known.until === undefined) throw refusal('TransactionInProgressException');
    return true;
  }

  #refusalOf({ key, input }: Change): string | undefined {
    const { ConditionExpression: condition } = input;
    if (this.#locked.has(textOf(key))) return 'TransactionConflict';
    const isTrue = condition === undefined || holds(condition, this.items.read(key), input);
    return isTrue ? undefined : 'ConditionalCheckFailed';
  }

  #apply(changes: readonly Change[]): void {
    const writes = changes
      .filter(({ kind }) => kind !== 'ConditionCheck')
      .map(({ key, input }) => {
        const before = this.items.read(key);
        const { Item, Key, UpdateExpression: text } = input;
        return { key, before, after: text === undefined ? Item : update(text, { ...Key, ...before }, input) };
      })
      .filter(({ before, after }) => before || after);
    if (writes.length === 0) return;
    this.items.commit(writes);
    this.#options.onCommit(writes);
  }

  #get({ Key = {}, ConsistentRead }: GetItemCommandInput, moment: number): object {
    const item = this.items.read(exactKey(Key), this.#moments({ ConsistentRead }, moment)());
    return item ? { Item: { ...item } } : {};
  }

  #batchGet({ RequestItems = {} }: BatchGetItemCommandInput, moment: number): object {
    const [[tableName, { Keys = [], ConsistentRead }] = ['', {}]] = Object.entries(RequestItems);
    const keys = new Set(Keys.map((key) => textOf(exactKey(key))));
    if (Keys.length === 0 || Keys.length > maxBatchKeys || keys.size < Keys.length)
      throw invalid(`A batch has 1 to ${maxBatchKeys} different keys.`);
    const stepOf = this.#moments({ ConsistentRead }, moment);
    const found = Keys.map((key) => this.items.read(keyOf(key), stepOf())).filter(
      (item) => item !== undefined,
    );
    return { Responses: { [tableName]: found.map((item) => ({ ...item })) }, UnprocessedKeys: {} };
  }

  /** @param begun When the read began. @returns what picks a moment for each item. */
  #moments(
    { ConsistentRead }: { readonly ConsistentRead?: boolean | undefined },
    begun: number,
  ): () => number {
    const low = ConsistentRead ? begun : Math.max(0, begun - this.maxLag);
    const { step } = this.items;
    return () => (low === step ? step : this.#options.pick(low, step));
  }
}

/** Any other mistake is one of the request. */
function translated<Result>(run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    throw error instanceof DynamoDBServiceException ? error : invalid((error as Error).message);
  }
}

/** A page ends after the item that makes it as long as the limit. */
function pageOf(
  items: readonly Item[],
  { Limit = Number.POSITIVE_INFINITY, Select }: Pick<QueryCommandInput, 'Limit' | 'Select'>,
): object {
  const page = items.slice(0, Limit);
  const last = page.length === Limit ? page.at(-1) : undefined;
  return {
    Count: page.length,
    ScannedCount: page.length,
    ...(Select === 'COUNT' ? {} : { Items: page.map((item) => ({ ...item })) }),
    ...(last ? { LastEvaluatedKey: { pk: last.pk, sk: last.sk } } : {}),
  };
}

function changeOf(item: object): Change {
  const [[kind, input] = ['', {}], ...others] = Object.entries(item) as [string, ChangeInput][];
  if (others.length > 0) throw invalid('An action is one change.');
  checkMembers(kind, input);
  return { kind, input, key: kind === 'Put' ? keyOf(input.Item ?? {}) : exactKey(input.Key ?? {}) };
}

function exactKey(key: Item): Key {
  if (Object.keys(key).length !== 2) throw invalid('The provided key element does not match the schema');
  return keyOf(key);
}

function textOf({ pk, sk }: Key): string {
  return JSON.stringify([pk, sk]);
}

/** AWS also refuses aliases that are not used. */
function checkMembers(name: string, input: Aliases): void {
  const present = Object.entries(input).filter(([, value]) => value !== undefined);
  const other = present.find(([member]) => !members[name]?.includes(member));
  if (!members[name] || other) throw invalid(`${name} with ${other?.[0]} is not simulated.`);
  const texts = present.filter(([member]) => member.endsWith('Expression'));
  const used = new Set(texts.flatMap(([, text]) => aliasesIn(String(text))));
  const { ExpressionAttributeNames = {}, ExpressionAttributeValues = {} } = input;
  const defined = new Set(Object.keys({ ...ExpressionAttributeNames, ...ExpressionAttributeValues }));
  const wrong = [...used.symmetricDifference(defined)];
  if (wrong.length > 0) throw invalid(`Defined and not used, or used and not defined: ${wrong.join(', ')}`);
}

function invalid(message: string): DynamoDBServiceException {
  return refusal('ValidationException', { message });
}

/** @param name As AWS names the error. */
export function refusal(name: string, details: object = {}): DynamoDBServiceException {
  const $metadata = { httpStatusCode: 400 };
  const error = new DynamoDBServiceException({ name, $fault: 'client', message: name, $metadata });
  return Object.assign(error, details);
}
