/** The requests of transactions: their types and limits, declared as dynalite declares its own commands. */

/// <reference path="./dynalite.d.ts" />

import deleteItem from 'dynalite/actions/deleteItem.js';
import getItem from 'dynalite/actions/getItem.js';
import putItem from 'dynalite/actions/putItem.js';
import updateItem from 'dynalite/actions/updateItem.js';
import database, { type Action, type Attributes, type Members, type Store } from 'dynalite/db/index.js';
import deletion, { type Validation } from 'dynalite/validations/deleteItem.js';
import get from 'dynalite/validations/getItem.js';
import put from 'dynalite/validations/putItem.js';
import update from 'dynalite/validations/updateItem.js';

/** The request of one operation. Exactly one of `Item` and `Key` is present. */
export interface ItemRequest {
  readonly TableName: string;
  /** The item to put. */
  readonly Item?: Attributes;
  readonly Key?: Attributes;
  readonly ConditionExpression?: string;
  readonly UpdateExpression?: string;
  readonly ExpressionAttributeValues?: Attributes;
  readonly ReturnValuesOnConditionCheckFailure?: 'ALL_OLD' | 'NONE';
}

export type OperationName = keyof typeof writes | keyof typeof reads;

/** Has a single member: the request of an operation by its name. */
export type TransactItem = { readonly [Name in OperationName]?: ItemRequest };

/** A request after its validation. */
export interface TransactRequest {
  readonly TransactItems: readonly TransactItem[];
  readonly ClientRequestToken?: string;
  readonly ReturnConsumedCapacity?: 'INDEXES' | 'TOTAL' | 'NONE';
}

/** An operation of a transaction, with the command for one item that does the same. */
interface Operation {
  readonly action: Action;
  readonly validation: Validation;
}

/** The most bytes of a request, and of the items in a response. */
export const maxBytes = 4 * 1024 * 1024;

const { ReturnConsumedCapacity, TableName, Key, ConditionExpression, ...expressions } = deletion.types;
const { ExpressionAttributeNames, ExpressionAttributeValues } = expressions;
const common = {
  TableName,
  ConditionExpression,
  ExpressionAttributeNames,
  ExpressionAttributeValues,
  ReturnValuesOnConditionCheckFailure: { type: 'String', enum: ['ALL_OLD', 'NONE'] },
};
const required = { type: 'String', notNull: true };

const writes = {
  ConditionCheck: {
    action: deleteItem,
    validation: { ...deletion, types: { ...common, Key, ConditionExpression: required } },
  },
  Delete: { action: deleteItem, validation: { ...deletion, types: { ...common, Key } } },
  Put: { action: putItem, validation: { ...put, types: { ...common, Item: put.types['Item'] } } },
  Update: {
    action: updateItem,
    validation: { ...update, types: { ...common, Key, UpdateExpression: required } },
  },
} satisfies Record<string, Operation>;

const { ProjectionExpression } = get.types;
const reads = {
  Get: {
    action: getItem,
    validation: { ...get, types: { TableName, Key, ProjectionExpression, ExpressionAttributeNames } },
  },
} satisfies Record<string, Operation>;

export const operations: Readonly<Record<OperationName, Operation>> = { ...writes, ...reads };

export const writeValidation: Validation = {
  types: {
    ...requestTypes(writes),
    ClientRequestToken: { type: 'String', lengthGreaterThanOrEqual: 1, lengthLessThanOrEqual: 36 },
  },
  custom: requestProblem,
};

export const getValidation: Validation = {
  types: requestTypes(reads, { notNull: true }),
  custom: requestProblem,
};

/** @param each applies to every operation. */
function requestTypes(allowed: Readonly<Record<string, Operation>>, each: Members = {}): Members {
  const members = Object.entries(allowed).map(([name, { validation }]) => {
    return [name, { type: `FieldStruct<${name}>`, ...each, children: validation.types }] as const;
  });
  const item = {
    type: 'ValueStruct<TransactItem>',
    notNull: true,
    children: Object.fromEntries(members),
  };
  const limits = { notNull: true, lengthGreaterThanOrEqual: 1, lengthLessThanOrEqual: 100 };
  return { TransactItems: { type: 'List', ...limits, children: item }, ReturnConsumedCapacity };
}

function requestProblem(request: object, store: Store): string | undefined {
  // dynalite has checked it against `types`.
  const { TransactItems } = request as TransactRequest;
  for (const item of TransactItems) {
    const problem = itemProblem(item, store);
    if (problem) return problem;
  }
  const bytes = TransactItems.flatMap(namedRequests).reduce((sum, [, each]) => sum + payloadBytes(each), 0);
  if (bytes > maxBytes) return `Transaction payload size cannot exceed 4MB. Payload Size: ${bytes}`;
  return undefined;
}

/** The operations of an item: exactly one after the validation. */
export function namedRequests(item: TransactItem): [OperationName, ItemRequest][] {
  // dynalite has removed other members.
  return Object.entries(item) as [OperationName, ItemRequest][];
}

function itemProblem(item: TransactItem, store: Store): string | undefined {
  const [named, ...others] = namedRequests(item);
  if (!named) return 'Invalid Request: TransactWriteRequest should contain Delete or Put or Update request';
  if (others.length > 0) return 'TransactItems can only contain one of Check, Put, Update or Delete';
  const [name, request] = named;
  return operations[name].validation.custom(request, store);
}

/** DynamoDB counts the item or key, the values and the expressions. */
function payloadBytes({ Item = {}, Key = Item, ...rest }: ItemRequest): number {
  const { ConditionExpression = '', UpdateExpression = '', ExpressionAttributeValues: values = {} } = rest;
  const valueBytes = Object.values(values).map((value) => database.itemSize({ '': value }));
  const bytes = [database.itemSize(Key), ConditionExpression.length, UpdateExpression.length, ...valueBytes];
  return bytes.reduce((sum, some) => sum + some);
}
