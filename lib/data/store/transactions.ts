/**
 * Transactions: up to 100 changes of items, all of them or none.
 *
 * DynamoDB recognizes a repeated request by its token for ten minutes
 * (https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html). So an attempt that follows a
 * lost response gets the outcome of the first one, and changes nothing more.
 */

import { randomUUID } from 'node:crypto';
import { TransactWriteCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { ServiceError } from '../../shared/errors.ts';
import { type CancellationCode, cancellationCodes, translateAwsError } from './aws-errors.ts';
import { sendOptions } from './invocation-time.ts';
import { rest, type TableAccess } from './table-access.ts';

type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];
type WithoutTable<Request> = Omit<NonNullable<Request>, 'TableName'>;

/** One change of a transaction, or a condition on an item that it does not change. */
export type ItemChange = {
  readonly [Kind in keyof TransactItem]?: WithoutTable<TransactItem[Kind]>;
};

/** The most changes of a transaction. */
export const maxChanges = 100;

/** How often a transaction is tried that meets another one, or busy partitions. */
const maxTries = 8;

/** The pause before another try doubles from the first to the last. */
const pauseMs = { first: 20, last: 640 } as const;

/**
 * Makes all changes, or none.
 *
 * @returns the indexes of the changes whose condition has failed; none if the changes are made.
 * @throws ServiceError write_conflict if other writes keep changing the same items, unavailable, timeout.
 */
export async function transact(
  table: TableAccess,
  changes: readonly ItemChange[],
): Promise<readonly number[]> {
  const { client, tableName, time, turns } = table;
  const command = new TransactWriteCommand({
    TransactItems: changes.map((change) => inTable(tableName, change)),
    ClientRequestToken: randomUUID(),
  });
  for (let tries = 1; ; tries++) {
    try {
      await turns.take(() => client.send(command, sendOptions(time)));
      return [];
    } catch (error) {
      const codes = cancellationCodes(error);
      if (!codes) throw translateAwsError(error);
      const failed = codes.flatMap((code, at) => (code === 'ConditionalCheckFailed' ? [at] : []));
      if (failed.length > 0) return failed;
      if (tries === maxTries) throw cancelled(codes, error);
    }
    await rest(table, Math.min(pauseMs.first * 2 ** tries, pauseMs.last));
  }
}

function inTable(TableName: string, change: ItemChange): TransactItem {
  const members = Object.entries(change).map(([kind, request]) => [kind, { TableName, ...request }] as const);
  return Object.fromEntries(members);
}

function cancelled(codes: readonly CancellationCode[], cause: unknown): ServiceError {
  if (codes.includes('TransactionConflict')) {
    const detail = `Others changed the same data ${maxTries} times in the meantime; send the request again.`;
    return new ServiceError('write_conflict', detail, { cause });
  }
  const detail = 'The database is overloaded; send the request again.';
  return new ServiceError('unavailable', detail, { cause, failing: { name: 'table_throttled' } });
}
