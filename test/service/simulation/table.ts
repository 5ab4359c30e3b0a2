/**
 * A DynamoDB table in memory: the commands and the members of requests that the
 * product and its tools use, with the semantics of AWS. It refuses others, so
 * that nothing is simulated that is not. `test/service/simulation/table.test.ts` compares
 * it with dynalite.
 */

import {
  type BatchGetItemCommandInput,
  type BatchWriteItemCommandInput,
  ConditionalCheckFailedException,
  type DeleteItemCommandInput,
  DynamoDBServiceException,
  type GetItemCommandInput,
  type PutItemCommandInput,
  type QueryCommandInput,
  type ScanCommandInput,
} from '@aws-sdk/client-dynamodb';
import { type Aliases, aliasesIn, holds, parseExpression } from './expressions.ts';
import { pageOf, queriedItems, scannedItems } from './item-pages.ts';
import { readUnits, sizeOfItem, writeUnits } from './item-size.ts';
import type { Item } from './marshalled-item.ts';
import { type Key, keyOf, StoredItems } from './stored-items.ts';

/** A write that was applied. */
export interface Write {
  readonly key: Key;
  readonly before: Item | undefined;
  readonly after: Item | undefined;
}

export interface TableOptions {
  /** Called after each write that was applied. */
  readonly onWrite?: (write: Write) => void;
  /** The number of writes that an eventually consistent read lags behind. */
  readonly lag?: () => number;
}

type ConditionalInput = PutItemCommandInput | DeleteItemCommandInput;

const maxItemBytes = 400 * 1024;
const maxBatchKeys = 100;
const maxBatchWrites = 25;

const conditional = [
  'ConditionExpression',
  'ExpressionAttributeNames',
  'ExpressionAttributeValues',
  'ReturnConsumedCapacity',
  'ReturnValues',
  'ReturnValuesOnConditionCheckFailure',
  'TableName',
];
const paged = [
  ...['ConsistentRead', 'ExclusiveStartKey', 'ExpressionAttributeNames', 'ExpressionAttributeValues'],
  ...['FilterExpression', 'Limit', 'ProjectionExpression', 'ReturnConsumedCapacity', 'Select', 'TableName'],
];
const members: Readonly<Record<string, readonly string[]>> = {
  PutItem: ['Item', ...conditional],
  DeleteItem: ['Key', ...conditional],
  GetItem: [
    ...['ConsistentRead', 'ExpressionAttributeNames', 'Key', 'ProjectionExpression'],
    ...['ReturnConsumedCapacity', 'TableName'],
  ],
  Query: ['KeyConditionExpression', 'ScanIndexForward', ...paged],
  Scan: ['Segment', 'TotalSegments', ...paged],
  BatchGetItem: ['RequestItems', 'ReturnConsumedCapacity'],
  BatchWriteItem: ['RequestItems', 'ReturnConsumedCapacity'],
};

export class Table {
  readonly items = new StoredItems();
  readonly #onWrite: (write: Write) => void;
  readonly #lag: () => number;

  constructor({ onWrite = () => undefined, lag = () => 0 }: TableOptions = {}) {
    this.#onWrite = onWrite;
    this.#lag = lag;
  }

  /**
   * @param name Of the command, such as `PutItem`.
   * @returns its output.
   * @throws ConditionalCheckFailedException, and ValidationException for a request that AWS refuses.
   */
  execute(name: string, input: object): object {
    const refused = Object.entries(input).find(
      ([member, value]) => value !== undefined && !members[name]?.includes(member),
    );
    if (!members[name] || refused) throw invalid(`${name} with ${refused?.[0]} is not simulated.`);
    checkAliases(input);
    try {
      return this.#run(name, input);
    } catch (error) {
      throw error instanceof DynamoDBServiceException ? error : invalid((error as Error).message);
    }
  }

  #run(name: string, input: object): object {
    switch (name) {
      case 'PutItem':
        return this.#put(input as PutItemCommandInput);
      case 'DeleteItem':
        return this.#delete(input as DeleteItemCommandInput);
      case 'GetItem':
        return this.#get(input as GetItemCommandInput);
      case 'Query':
        return this.#query(input as QueryCommandInput);
      case 'Scan':
        return this.#scan(input as ScanCommandInput);
      case 'BatchGetItem':
        return this.#batchGet(input as BatchGetItemCommandInput);
      default:
        return this.#batchWrite(input as BatchWriteItemCommandInput);
    }
  }

  #put(input: PutItemCommandInput): object {
    const { Item = {} } = input;
    if (sizeOfItem(Item) > maxItemBytes) throw invalid('Item size has exceeded the maximum allowed size');
    return this.#write(input, keyOf(Item), { ...Item });
  }

  #delete(input: DeleteItemCommandInput): object {
    return this.#write(input, exactKey(input.Key ?? {}), undefined);
  }

  #write(input: ConditionalInput, key: Key, after: Item | undefined): object {
    const before = this.items.read(key);
    const condition = input.ConditionExpression;
    if (condition !== undefined && !holds(parseExpression(condition), before, input)) {
      const isAsked = input.ReturnValuesOnConditionCheckFailure === 'ALL_OLD' && before !== undefined;
      throw new ConditionalCheckFailedException({
        message: 'The conditional request failed',
        $metadata: { httpStatusCode: 400 },
        ...(isAsked ? { Item: { ...before } } : {}),
      });
    }
    this.#apply({ key, before, after });
    const isAsked = input.ReturnValues === 'ALL_OLD' && before !== undefined;
    return {
      ...(isAsked ? { Attributes: { ...before } } : {}),
      ...consumed(input, writeUnits(before, after)),
    };
  }

  #apply(write: Write): void {
    if (!write.before && !write.after) return;
    this.items.write(write.key, write.after);
    this.#onWrite(write);
  }

  #get(input: GetItemCommandInput): object {
    const item = this.items.read(exactKey(input.Key ?? {}), this.#stepFor(input.ConsistentRead));
    const units = readUnits(item ? sizeOfItem(item) : 0, input.ConsistentRead === true);
    return { ...(item ? { Item: shown(item, input) } : {}), ...consumed(input, units) };
  }

  #query(input: QueryCommandInput): object {
    const step = this.#stepFor(input.ConsistentRead);
    return this.#page(queriedItems(this.items, input, step), input);
  }

  #scan(input: ScanCommandInput): object {
    return this.#page(scannedItems(this.items, input, this.#stepFor(input.ConsistentRead)), input);
  }

  #page(all: readonly Item[], input: QueryCommandInput | ScanCommandInput): object {
    const { page, last, bytes } = pageOf(all, input.Limit);
    const filter = input.FilterExpression;
    const found = page.filter((item) => filter === undefined || holds(parseExpression(filter), item, input));
    return {
      Count: found.length,
      ScannedCount: page.length,
      ...(input.Select === 'COUNT' ? {} : { Items: found.map((item) => shown(item, input)) }),
      ...(last ? { LastEvaluatedKey: { pk: last.pk, sk: last.sk } } : {}),
      ...consumed(input, readUnits(bytes, input.ConsistentRead === true)),
    };
  }

  #batchGet(input: BatchGetItemCommandInput): object {
    const [table, ...others] = Object.entries(input.RequestItems ?? {});
    if (!table || others.length > 0) throw invalid('A batch of one table is simulated.');
    const [tableName, { Keys = [], ConsistentRead, ProjectionExpression, ExpressionAttributeNames }] = table;
    const names = new Set(Keys.map((key) => JSON.stringify(exactKey(key))));
    if (Keys.length === 0 || Keys.length > maxBatchKeys || names.size < Keys.length)
      throw invalid(`A batch has 1 to ${maxBatchKeys} different keys.`);
    const step = this.#stepFor(ConsistentRead);
    const found = Keys.map((key) => this.items.read(exactKey(key), step)).filter(
      (item) => item !== undefined,
    );
    const sizes = Keys.map((key) => sizeOfItem(this.items.read(exactKey(key), step) ?? {}));
    const units = sizes.reduce((sum, bytes) => sum + readUnits(bytes, ConsistentRead === true), 0);
    const aliases = { ProjectionExpression, ExpressionAttributeNames };
    return {
      Responses: { [tableName]: found.map((item) => shown(item, aliases)) },
      UnprocessedKeys: {},
      ...(input.ReturnConsumedCapacity ? { ConsumedCapacity: [{ CapacityUnits: units }] } : {}),
    };
  }

  #batchWrite(input: BatchWriteItemCommandInput): object {
    const requests = Object.values(input.RequestItems ?? {}).flat();
    if (requests.length === 0 || requests.length > maxBatchWrites)
      throw invalid(`A batch has 1 to ${maxBatchWrites} requests.`);
    for (const { PutRequest, DeleteRequest } of requests) {
      const after = PutRequest?.Item;
      const key = after ? keyOf(after) : exactKey(DeleteRequest?.Key ?? {});
      this.#apply({ key, before: this.items.read(key), after: after && { ...after } });
    }
    return { UnprocessedItems: {} };
  }

  #stepFor(isConsistent: boolean | undefined): number {
    return isConsistent ? this.items.step : Math.max(0, this.items.step - this.#lag());
  }
}

function consumed(
  { ReturnConsumedCapacity, TableName }: Pick<ConditionalInput, 'ReturnConsumedCapacity' | 'TableName'>,
  CapacityUnits: number,
): object {
  const isAsked = ReturnConsumedCapacity !== undefined && ReturnConsumedCapacity !== 'NONE';
  return isAsked ? { ConsumedCapacity: { TableName, CapacityUnits } } : {};
}

function shown(
  item: Item,
  {
    ProjectionExpression,
    ExpressionAttributeNames = {},
  }: Aliases & { ProjectionExpression?: string | undefined },
): Item {
  if (ProjectionExpression === undefined) return { ...item };
  const names = ProjectionExpression.split(',').map((name) => name.trim());
  const own = names.map((name) => ExpressionAttributeNames[name] ?? name);
  return Object.fromEntries(Object.entries(item).filter(([name]) => own.includes(name)));
}

function exactKey(key: Item): Key {
  if (Object.keys(key).length !== 2) throw invalid('The provided key element does not match the schema');
  return keyOf(key);
}

/** AWS refuses aliases that are not used. */
function checkAliases(input: Aliases): void {
  const texts = Object.entries(input).filter(([name]) => name.endsWith('Expression'));
  const used = new Set(texts.flatMap(([, text]) => aliasesIn(String(text ?? ''))));
  const { ExpressionAttributeNames = {}, ExpressionAttributeValues = {} } = input;
  const defined = new Set([
    ...Object.keys(ExpressionAttributeNames),
    ...Object.keys(ExpressionAttributeValues),
  ]);
  const wrong = [...used.symmetricDifference(defined)];
  if (wrong.length > 0) throw invalid(`Defined and not used, or used and not defined: ${wrong.join(', ')}`);
}

export function invalid(message: string): DynamoDBServiceException {
  const $metadata = { httpStatusCode: 400 };
  return new DynamoDBServiceException({ name: 'ValidationException', $fault: 'client', message, $metadata });
}
