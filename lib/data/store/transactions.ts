/**
 * Transactions: up to 100 changes of items, all of them or none.
 *
 * DynamoDB recognizes a repeated request by its token for ten minutes
 * (https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html). So an attempt that follows a
 * lost response gets the outcome of the first one, and changes nothing more. No attempt is sent when DynamoDB may have
 * forgotten the token.
 *
 * An attempt without a response may arrive after all others. If they were refused, it may still be carried out, once what
 * has refused them is over: a source in use is so no more. So only a refusal without such an attempt is certain.
 */

import { randomUUID } from 'node:crypto';
import { TransactWriteCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { ServiceError } from '../../shared/errors.ts';
import { type CancellationCode, cancellationCodes, mayArriveLater, translateAwsError } from './aws-errors.ts';
import { type CheckedPut, type CheckedUpdate, putWithChecks, updateWithChecks } from './checksums.ts';
import { sendOptions } from './invocation-time.ts';
import { lateStep, refuseLate } from './late-attempts.ts';
import { rest, type TableAccess } from './table-access.ts';

type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];
type WithoutTable<Request> = Omit<NonNullable<Request>, 'TableName'>;

/** One change of a transaction, or a condition on an item that it does not change. */
export interface ItemChange {
  readonly Put?: PutRequest;
  readonly Update?: UpdateRequest & { readonly UpdateExpression: string };
  readonly Delete?: WithoutTable<TransactItem['Delete']>;
  readonly ConditionCheck?: WithoutTable<TransactItem['ConditionCheck']>;
}

type PutRequest = WithoutTable<TransactItem['Put']> & Pick<CheckedPut, 'changing'>;
type UpdateRequest = WithoutTable<TransactItem['Update']> & Pick<CheckedUpdate, 'isWhole'>;

/** The most changes of a transaction. */
export const maxChanges = 100;

/** How long attempts follow the first one. They reach DynamoDB at most five minutes later, so it still knows the token. */
const maxAttemptsMs = 60_000;

/** How often a transaction is tried that meets another one, or busy partitions. */
const maxTries = 14;

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
  const { client, tableName, time, turns, clock } = table;
  const command = new TransactWriteCommand({
    TransactItems: changes.map((change) => inTable(tableName, change)),
    ClientRequestToken: randomUUID(),
  });
  const begun = clock.now();
  const isLate = () => clock.now() - begun > maxAttemptsMs;
  command.middlewareStack.add(refuseLate(isLate), lateStep);
  let isInDoubt = false;
  for (let tries = 1; ; tries++) {
    try {
      await turns.take(() => client.send(command, sendOptions(time)));
      return [];
    } catch (error) {
      const codes = cancellationCodes(error);
      if (!codes) throw translateAwsError(error);
      isInDoubt ||= mayArriveLater(error);
      const isLast = codes.includes('ConditionalCheckFailed') || tries === maxTries;
      if (isLast && isInDoubt) throw inDoubt(error);
      if (isLast) return failedAmong(codes, error);
    }
    await rest(table, Math.min(pauseMs.first * 2 ** tries, pauseMs.last));
  }
}

function inTable(TableName: string, change: ItemChange): TransactItem {
  const { Put: put, Update: update, Delete, ConditionCheck } = change;
  return {
    ...(put ? { Put: { TableName, ...putWithChecks(put) } } : {}),
    ...(update ? { Update: { TableName, ...updateWithChecks(update) } } : {}),
    ...(Delete ? { Delete: { TableName, ...Delete } } : {}),
    ...(ConditionCheck ? { ConditionCheck: { TableName, ...ConditionCheck } } : {}),
  };
}

function inDoubt(cause: unknown): ServiceError {
  const detail =
    'The database did not respond at first, so the change may yet be made; send the request again.';
  return new ServiceError('unavailable', detail, { cause, failing: { name: 'table_silent' } });
}

/** @throws ServiceError if no condition has failed. */
function failedAmong(codes: readonly CancellationCode[], cause: unknown): readonly number[] {
  const failed = codes.flatMap((code, at) => (code === 'ConditionalCheckFailed' ? [at] : []));
  if (failed.length > 0) return failed;
  throw cancelled(codes, cause);
}

function cancelled(codes: readonly CancellationCode[], cause: unknown): ServiceError {
  if (codes.includes('TransactionConflict')) {
    const detail = `Others changed the same data ${maxTries} times in the meantime; send the request again.`;
    return new ServiceError('write_conflict', detail, { cause });
  }
  const detail = 'The database is overloaded; send the request again.';
  return new ServiceError('unavailable', detail, { cause, failing: { name: 'table_throttled' } });
}
