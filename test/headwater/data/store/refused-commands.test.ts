/**
 * Every error that the model of DynamoDB documents for a command, from each function of the store that sends it: what the
 * caller gets, and how often the command is sent.
 */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DynamoDBServiceException } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import { isRefused } from '../../../../lib/headwater/data/store/aws-errors.ts';
import { accessTable, type TableAccess } from '../../../../lib/headwater/data/store/table-access.ts';
import { getItem, getItems, queryItems } from '../../../../lib/headwater/data/store/table-reads.ts';
import { deleteItem, putItem } from '../../../../lib/headwater/data/store/table-writes.ts';
import { transact } from '../../../../lib/headwater/data/store/transactions.ts';
import { changeItem, updateItem } from '../../../../lib/headwater/data/store/update-item.ts';
import { repository } from '../../../support/repository.ts';

const Key = { pk: 'a', sk: 'b' };
const update = {
  Key,
  UpdateExpression: 'SET #a = :a',
  ExpressionAttributeNames: { '#a': 'a' },
  ExpressionAttributeValues: { ':a': 1 },
};

const senders: readonly [name: string, command: string, run: (table: TableAccess) => Promise<unknown>][] = [
  ['getItem', 'GetItem', (table) => getItem(table, { Key })],
  ['getItems', 'BatchGetItem', (table) => getItems(table, [Key], { isConsistent: true })],
  ['queryItems', 'Query', (table) => queryItems(table, {})],
  ['putItem', 'PutItem', (table) => putItem(table, { Item: Key })],
  ['deleteItem', 'DeleteItem', (table) => deleteItem(table, { Key })],
  ['updateItem', 'UpdateItem', (table) => updateItem(table, update)],
  ['changeItem', 'UpdateItem', (table) => changeItem(table, update)],
  ['transact', 'TransactWriteItems', (table) => transact(table, [{ Put: { Item: Key } }])],
];

/** Whether the same command may succeed later: "OK to retry?" in Programming.Errors.html of the developer guide. */
const mayBeRetried: Readonly<Record<string, boolean>> = {
  IdempotentParameterMismatchException: false,
  InternalServerError: true,
  InvalidEndpointException: false,
  ItemCollectionSizeLimitExceededException: false,
  ProvisionedThroughputExceededException: true,
  ReplicatedWriteConflictException: true,
  RequestLimitExceeded: true,
  ResourceNotFoundException: false,
  ThrottlingException: true,
  TransactionConflictException: true,
  TransactionInProgressException: true,
};

/** A refused condition is a result; the reasons of a cancelled transaction are tested with transactions. */
const results = ['ConditionalCheckFailedException', 'TransactionCanceledException'];

/** These the SDK does not retry, and the store does: the write met another one, and was not carried out. */
const conflicts = ['ReplicatedWriteConflictException', 'TransactionConflictException'];
const maxSent = 14;

async function documentedErrors(command: string): Promise<string[]> {
  const path = `node_modules/@aws-sdk/client-dynamodb/dist-types/commands/${command}Command.d.ts`;
  const text = await readFile(join(repository, path), 'utf8');
  const names = [...text.matchAll(/@throws \{@link (\w+)\} \((?:client|server) fault\)/g)];
  return names.flatMap(([, name = '']) => (results.includes(name) ? [] : [name]));
}

const cases = (
  await Promise.all(
    senders.map(async ([name, command, run]) =>
      (await documentedErrors(command)).map((error) => ({ name, error, run })),
    ),
  )
).flat();

interface Refusal {
  readonly error: string;
  /** How often the command is refused; always by default. */
  readonly times?: number;
  /** Attempts of the SDK that got no response before the refusal. */
  readonly unanswered?: number;
}

function refusingTable({ error, times = Number.POSITIVE_INFINITY, unanswered = 0 }: Refusal) {
  let sent = 0;
  const send = async () => {
    if (++sent > times) return { Attributes: {} };
    const isServer = error === 'InternalServerError';
    throw new DynamoDBServiceException({
      ...{ name: error, message: 'secret', $fault: isServer ? 'server' : 'client' },
      $metadata: { httpStatusCode: isServer ? 500 : 400, unanswered: sent === 1 ? unanswered : 0 } as object,
    });
  };
  const client = { send } as unknown as DynamoDBDocumentClient;
  return { table: accessTable(client, 'test', { pause: async () => undefined }), sent: () => sent };
}

const failure = (sent: Promise<unknown>) => sent.then(() => undefined).catch((error: unknown) => error);

test.each(cases)('$name, refused with $error', async ({ error, run }) => {
  const { table, sent } = refusingTable({ error });
  const thrown = await failure(run(table));
  expect(mayBeRetried).toHaveProperty(error);
  if (mayBeRetried[error])
    expect(thrown).toMatchObject({ code: 'unavailable', status: 503, headers: { 'retry-after': '1' } });
  else expect(thrown).toMatchObject({ name: error });
  expect(sent()).toBe(conflicts.includes(error) ? maxSent : 1);
});

test.each(cases.filter(({ error }) => conflicts.includes(error)))(
  '$name succeeds after $error',
  async ({ error, run }) => {
    const { table, sent } = refusingTable({ error, times: 3 });
    expect(await failure(run(table))).toBeUndefined();
    expect(sent()).toBe(4);
  },
);

test.each([0, 1])(
  'after %d attempts without a response, it is known whether a write was surely refused',
  async (unanswered) => {
    const { table } = refusingTable({ error: 'TransactionConflictException', unanswered });
    expect(isRefused(await failure(putItem(table, { Item: Key })))).toBe(unanswered === 0);
  },
);
