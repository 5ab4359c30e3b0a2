/** Requests of transactions, and what DynamoDB answers. */

import { expect } from 'vitest';
import type { Answer, Attributes } from '../../../support/raw-engine.ts';

export const TableName = 'items';
export const otherTable = 'others';

/** What the table contains before each request; the other table is empty. */
export const before = [item('a', { n: { N: '1' }, s: { S: 'x' } }), item('b', { n: { N: '2' } })];

export interface Case {
  readonly name: string;
  /** The member TransactItems. */
  readonly items: unknown;
  readonly answer: Answer;
  /** The items of the table afterwards, if the request changes them. */
  readonly after?: readonly Attributes[];
}

/** Puts an item into the table, unless the rest names another one. */
export function put(sk: string, attributes: Attributes = {}, rest: object = {}): object {
  return { Put: { TableName, Item: item(sk, attributes), ...rest } };
}

export function update(
  sk: string,
  UpdateExpression: string,
  values: Attributes = {},
  rest: object = {},
): object {
  const named = Object.keys(values).length > 0 ? { ExpressionAttributeValues: values } : {};
  return { Update: { TableName, Key: item(sk), UpdateExpression, ...named, ...rest } };
}

export function remove(sk: string, rest: object = {}): object {
  return { Delete: { TableName, Key: item(sk), ...rest } };
}

export function check(sk: string, ConditionExpression: string, rest: object = {}): object {
  return { ConditionCheck: { TableName, Key: item(sk), ConditionExpression, ...rest } };
}

export function get(sk: string, rest: object = {}): object {
  return { Get: { TableName, Key: item(sk), ...rest } };
}

export function item(sk: string, attributes: Attributes = {}): Attributes {
  return { pk: { S: 'p' }, sk: { S: sk }, ...attributes };
}

interface Reason {
  readonly Code: string;
  readonly Message?: string;
  readonly Item?: Attributes | undefined;
}

export const none: Reason = { Code: 'None' };
export const failed: Reason = { Code: 'ConditionalCheckFailed', Message: 'The conditional request failed' };

function invalid(Message: string): Reason {
  return { Code: 'ValidationError', Message };
}

export function cancelled(...reasons: readonly Reason[]): Answer {
  const codes = reasons.map(({ Code }) => Code).join(', ');
  const message = `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes}]`;
  return { error: 'TransactionCanceledException', message, reasons };
}

export function refused(message: unknown, error = 'ValidationException'): Answer {
  return { error, message };
}

export const exists = { ConditionExpression: 'attribute_exists(pk)' };
export const isNew = { ConditionExpression: 'attribute_not_exists(pk)' };
const returnsOld = { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' };
export const one = { ':one': { N: '1' } };
const numbered = (amount: number) => Array.from({ length: amount }, (_, at) => `${at + 100}`);
const many = (amount: number, make: (sk: string) => object) => numbered(amount).map(make);

export const effects: readonly Case[] = [
  {
    name: 'one transaction puts, updates, deletes and checks',
    items: [
      put('c', { n: { N: '3' } }),
      update('a', 'SET n = n + :one REMOVE s', one, exists),
      remove('b', { ConditionExpression: 'n = :two', ExpressionAttributeValues: { ':two': { N: '2' } } }),
      check('d', 'attribute_not_exists(pk)'),
    ],
    answer: {},
    after: [item('a', { n: { N: '2' } }), item('c', { n: { N: '3' } })],
  },
  {
    name: 'a put replaces the item, an update makes one, and a delete may find none',
    items: [put('a'), update('c', 'ADD n :one', one), remove('d')],
    answer: {},
    after: [item('a'), item('b', { n: { N: '2' } }), item('c', { n: { N: '1' } })],
  },
  {
    name: 'checks alone change nothing',
    items: [check('a', 'attribute_exists(pk)'), check('b', 'attribute_exists(pk)')],
    answer: {},
  },
  {
    name: 'a condition that fails prevents all changes',
    items: [put('c'), update('a', 'ADD n :one', one), remove('b', isNew)],
    answer: cancelled(none, none, failed),
  },
  {
    name: 'all failed conditions are reported, in the order of the request',
    items: [remove('a', isNew), put('c'), check('d', 'attribute_exists(pk)'), put('b', {}, isNew)],
    answer: cancelled(failed, none, failed, failed),
  },
  {
    name: 'a failed condition returns the item if the operation asks for it, and there is one',
    items: [
      remove('a', { ...isNew, ...returnsOld }),
      put('c', {}, { ...exists, ...returnsOld }),
      update('b', 'ADD n :one', one, { ...isNew, ReturnValuesOnConditionCheckFailure: 'NONE' }),
    ],
    answer: cancelled({ ...failed, Item: before[0] }, failed, failed),
  },
  {
    name: 'a check returns the item, too',
    items: [check('b', 'attribute_not_exists(pk)', returnsOld)],
    answer: cancelled({ ...failed, Item: before[1] }),
  },
  {
    name: 'the changes of the same key in two tables are two items',
    items: [put('c'), put('c', {}, { TableName: otherTable })],
    answer: {},
    after: [...before, item('c')],
  },
  {
    name: 'the other parameters of commands for one item are ignored',
    items: [put('c', {}, { ReturnValues: 'ALL_OLD', Expected: { pk: { Exists: true } } })],
    answer: {},
    after: [...before, item('c')],
  },
  {
    name: 'a transaction has 100 operations',
    items: many(100, (sk) => remove(sk)),
    answer: {},
  },
];

export const badUpdates: readonly Case[] = [
  {
    name: 'an update of a key cancels',
    items: [put('c'), update('a', 'SET sk = :new', { ':new': { S: 'z' } })],
    answer: cancelled(
      none,
      invalid(
        'One or more parameter values were invalid: Cannot update attribute sk. This attribute is part of the key',
      ),
    ),
  },
  {
    name: 'an update beyond 400 KB cancels',
    items: [
      put('c'),
      update('a', 'SET t = :t, u = :u', {
        ':t': { S: 'x'.repeat(300_000) },
        ':u': { S: 'x'.repeat(110_000) },
      }),
    ],
    answer: cancelled(none, invalid('Item size to update has exceeded the maximum allowed size')),
  },
  {
    name: 'an update of a value of another type cancels',
    items: [put('c'), update('a', 'ADD s :one', one)],
    answer: cancelled(none, invalid('An operand in the update expression has an incorrect data type')),
  },
  {
    name: 'an update with an attribute that is missing cancels',
    items: [update('b', 'SET n = m + :one', one), put('c')],
    answer: cancelled(
      invalid('The provided expression refers to an attribute that does not exist in the item'),
      none,
    ),
  },
  {
    name: 'an update of a path that is missing cancels',
    items: [update('b', 'SET m.n = :one', one), remove('a', isNew)],
    answer: cancelled(
      invalid('The document path provided in the update expression is invalid for update'),
      failed,
    ),
  },
];

const mismatch = 'The provided key element does not match the schema';
const emptyKey =
  'One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty string value. Key: sk';
const numberKey = { pk: { S: 'p' }, sk: { N: '1' } };

/** DynamoDB itself has given these answers: https://github.com/paritysuite/dynamodb-conformance. */
export const keys: readonly Case[] = [
  {
    name: 'a put with a key of another type cancels',
    items: [put('c'), { Put: { TableName, Item: numberKey } }],
    answer: cancelled(
      none,
      invalid('One or more parameter values were invalid: Type mismatch for key sk expected: S actual: N'),
    ),
  },
  {
    name: 'a put without a key cancels',
    items: [{ Put: { TableName, Item: { pk: { S: 'p' } } } }, put('c')],
    answer: cancelled(
      invalid('One or more parameter values were invalid: Missing the key sk in the item'),
      none,
    ),
  },
  ...[
    { name: 'a delete', make: (Key: object): object => ({ Delete: { TableName, Key } }) },
    { name: 'an update', make: (Key: object): object => update('', 'REMOVE s', {}, { Key }) },
    { name: 'a check', make: (Key: object): object => check('', 'attribute_exists(pk)', { Key }) },
  ].flatMap(({ name, make }): Case[] => [
    {
      name: `${name} with a key of another type cancels`,
      items: [put('c'), make(numberKey)],
      answer: cancelled(none, invalid(mismatch)),
    },
    {
      name: `${name} with a part of the key cancels`,
      items: [make({ pk: { S: 'p' } })],
      answer: cancelled(invalid(mismatch)),
    },
    {
      name: `${name} with an empty key is invalid`,
      items: [put('c'), make(item(''))],
      answer: refused(emptyKey),
    },
  ]),
  { name: 'a put with an empty key is invalid', items: [put('c'), put('')], answer: refused(emptyKey) },
  {
    name: 'the first key that does not fit cancels, before conditions and doubles',
    items: [
      put('a', {}, isNew),
      put('a'),
      { Delete: { TableName, Key: numberKey } },
      remove('b', { Key: {} }),
    ],
    answer: cancelled(none, none, invalid(mismatch), none),
  },
];

export const requests: readonly Case[] = [
  {
    name: 'two operations on one item are invalid',
    items: [put('c'), check('c', 'attribute_not_exists(pk)')],
    answer: refused('Transaction request cannot include multiple operations on one item'),
  },
  {
    name: 'an operation without a table is invalid',
    items: [{ Put: { Item: item('c') } }],
    answer: refused(
      "Value null at 'transactItems.1.member.put.tableName' failed to satisfy constraint: Member must not be null",
    ),
  },
  {
    name: 'a put without an item is invalid',
    items: [put('c'), { Put: { TableName } }],
    answer: refused(
      "Value null at 'transactItems.2.member.put.item' failed to satisfy constraint: Member must not be null",
    ),
  },
  {
    name: 'a check without a condition is invalid',
    items: [{ ConditionCheck: { TableName, Key: item('a') } }],
    answer: refused(
      "Value null at 'transactItems.1.member.conditionCheck.conditionExpression' failed to satisfy constraint: Member must not be null",
    ),
  },
  {
    name: 'an update without an expression is invalid',
    items: [{ Update: { TableName, Key: item('a') } }],
    answer: refused(
      "Value null at 'transactItems.1.member.update.updateExpression' failed to satisfy constraint: Member must not be null",
    ),
  },
  {
    name: 'an item without an operation is invalid',
    items: [put('c'), {}],
    answer: refused('Invalid Request: TransactWriteRequest should contain Delete or Put or Update request'),
  },
  {
    name: 'an item with two operations is invalid',
    items: [{ ...put('c'), ...remove('a') }],
    answer: refused('TransactItems can only contain one of Check, Put, Update or Delete'),
  },
  {
    name: 'a transaction without items is invalid',
    items: [],
    answer: refused(
      "Value '[]' at 'transactItems' failed to satisfy constraint: Member must have length greater than or equal to 1",
    ),
  },
  {
    name: 'a transaction needs the member TransactItems',
    items: undefined,
    answer: refused("Value null at 'transactItems' failed to satisfy constraint: Member must not be null"),
  },
  {
    name: 'a transaction of 101 operations is invalid',
    items: many(101, (sk) => put(sk)),
    answer: refused(expect.stringMatching(/Member must have length less than or equal to 100$/)),
  },
  {
    name: 'items that are not a list cannot be read',
    items: 'x',
    answer: refused('Unexpected field type', 'SerializationException'),
  },
  {
    name: 'a table that does not exist is reported before conditions',
    items: [put('a', {}, isNew), put('c', {}, { TableName: 'missing' })],
    answer: refused('Requested resource not found', 'ResourceNotFoundException'),
  },
  {
    name: 'a name that no table can have is invalid',
    items: [put('c', {}, { TableName: 'bad!name' })],
    answer: refused(
      "Value 'bad!name' at 'transactItems.1.member.put.tableName' failed to satisfy constraint: Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+",
    ),
  },
  {
    name: 'an unknown way to return an item is invalid',
    items: [put('c', {}, { ReturnValuesOnConditionCheckFailure: 'ALL_NEW' })],
    answer: refused(expect.stringContaining('Member must satisfy enum value set: [ALL_OLD, NONE]')),
  },
  {
    name: 'an empty condition is invalid',
    items: [put('c', {}, { ConditionExpression: '' })],
    answer: refused('Invalid ConditionExpression: The expression can not be empty;'),
  },
  {
    name: 'a condition with an unknown value is invalid',
    items: [put('c'), remove('a', { ConditionExpression: 'n = :n' })],
    answer: refused(
      'Invalid ConditionExpression: An expression attribute value used in expression is not defined; attribute value: :n',
    ),
  },
  {
    name: 'a value that no expression uses is invalid',
    items: [put('c'), check('a', 'attribute_exists(pk)', { ExpressionAttributeValues: one })],
    answer: refused('Value provided in ExpressionAttributeValues unused in expressions: keys: {:one}'),
  },
  {
    name: 'an empty set is invalid',
    items: [put('c', { t: { SS: [] } })],
    answer: refused('One or more parameter values were invalid: An string set  may not be empty'),
  },
];

/** An item of so many bytes: names and values count. */
function sized(sk: string, bytes: number): Attributes {
  const others = 'pk'.length + 'p'.length + 'sk'.length + sk.length + 'text'.length;
  return { text: { S: 'x'.repeat(bytes - others) } };
}

const mostItemBytes = 400 * 1024;
const mostBytes = 4 * 1024 * 1024;

export const sizes: readonly Case[] = [
  {
    name: 'an item of 400 KB is stored',
    items: [put('c', sized('c', mostItemBytes))],
    answer: {},
    after: [...before, item('c', sized('c', mostItemBytes))],
  },
  {
    name: 'a larger item is invalid',
    items: [put('c', sized('c', mostItemBytes + 1))],
    answer: refused('Item size has exceeded the maximum allowed size'),
  },
  {
    name: 'a transaction of 4 MB is made',
    items: many(16, (sk) => put(sk, sized(sk, mostBytes / 16))),
    answer: {},
    after: [...numbered(16).map((sk) => item(sk, sized(sk, mostBytes / 16))), ...before],
  },
  {
    name: 'a transaction of more than 4 MB is invalid',
    items: [
      ...many(15, (sk) => put(sk, sized(sk, mostBytes / 16))),
      put('c', sized('c', mostBytes / 16 + 1)),
    ],
    answer: refused(`Transaction payload size cannot exceed 4MB. Payload Size: ${mostBytes + 1}`),
  },
  {
    name: 'the values of expressions count',
    items: many(11, (sk) => update(sk, 'SET t = :t', { ':t': { S: 'x'.repeat(390_000) } })),
    answer: refused(
      expect.stringMatching(/^Transaction payload size cannot exceed 4MB. Payload Size: 429\d{4}$/),
    ),
  },
];

export const reads: readonly Case[] = [
  {
    name: 'a read returns the items in the order of the request',
    items: [get('b'), get('missing'), get('a')],
    answer: { Responses: [{ Item: before[1] }, {}, { Item: before[0] }] },
  },
  {
    name: 'a read returns the attributes that it asks for',
    items: [
      get('a', { ProjectionExpression: '#n', ExpressionAttributeNames: { '#n': 'n' } }),
      get('b', { ProjectionExpression: 's' }),
    ],
    answer: { Responses: [{ Item: { n: { N: '1' } } }, { Item: {} }] },
  },
  {
    name: 'a read of two tables',
    items: [get('a', { TableName: otherTable }), get('a')],
    answer: { Responses: [{}, { Item: before[0] }] },
  },
  {
    name: 'a read without items is invalid',
    items: [],
    answer: refused(
      "Value '[]' at 'transactItems' failed to satisfy constraint: Member must have length greater than or equal to 1",
    ),
  },
  {
    name: 'a read of 101 items is invalid',
    items: many(101, (sk) => get(sk)),
    answer: refused(expect.stringMatching(/Member must have length less than or equal to 100$/)),
  },
  {
    name: 'a read of nothing is invalid',
    items: [get('a'), {}],
    answer: refused(
      "Value null at 'transactItems.2.member.get' failed to satisfy constraint: Member must not be null",
    ),
  },
  {
    name: 'a read without a key is invalid',
    items: [{ Get: { TableName } }],
    answer: refused(
      "Value null at 'transactItems.1.member.get.key' failed to satisfy constraint: Member must not be null",
    ),
  },
  {
    name: 'two reads of one item are invalid',
    items: [get('a'), get('a')],
    answer: refused('Transaction request cannot include multiple operations on one item'),
  },
  {
    name: 'a read of a table that does not exist',
    items: [get('a'), get('a', { TableName: 'missing' })],
    answer: refused('Requested resource not found', 'ResourceNotFoundException'),
  },
  {
    name: 'a read with a part of the key cancels',
    items: [get('a'), get('', { Key: { pk: { S: 'p' } } })],
    answer: cancelled(none, invalid(mismatch)),
  },
  {
    name: 'a read of an unknown attribute name is invalid',
    items: [get('a', { ProjectionExpression: '#n' })],
    answer: refused(
      'Invalid ProjectionExpression: An expression attribute name used in the document path is not defined; attribute name: #n',
    ),
  },
];
