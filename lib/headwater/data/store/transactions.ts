/**
 * Transactions: up to 100 changes of items, all of them or none.
 *
 * DynamoDB recognizes a repeated request by its token for ten minutes
 * (https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html). So an attempt that follows a
 * lost response gets the outcome of the first one, and changes nothing more. No attempt is sent when DynamoDB may have
 * forgotten the token.
 *
 * An attempt without a response may arrive after all others. If they were refused, it may still be carried out, once what
 * has refused them is over: a folder has no bookmarks any more. So only a refusal without such an attempt is certain.
 */

import { randomUUID } from 'node:crypto';
import { TransactWriteCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { ServiceError } from '../../shared/errors.ts';
import '../../shared/rights/no-gets.ts';
import '../../shared/rights/no-updates.ts';
import {
  type CancellationCode,
  cancellationCodes,
  translateAwsError,
  unansweredAttempts,
} from './aws-errors.ts';
import { sendOptions } from './invocation-time.ts';
import { lateStep, refuseLate } from './late-attempts.ts';
import { maxTries, restBetweenTries, type TableAccess } from './table-access.ts';
import { noteWrite } from './unit-account.ts';

type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];
type WithoutTable<Request> = Omit<NonNullable<Request>, 'TableName'>;

/** One change of a transaction, or a condition on an item that it does not change. */
export interface ItemChange {
  readonly Put?: WithoutTable<TransactItem['Put']>;
  readonly Update?: WithoutTable<TransactItem['Update']>;
  readonly Delete?: WithoutTable<TransactItem['Delete']>;
  readonly ConditionCheck?: WithoutTable<TransactItem['ConditionCheck']>;
}

/** The most changes of a transaction. */
export const maxChanges = 100;

/** How long attempts follow the first one. They reach DynamoDB at most five minutes later, so it still knows the token. */
const maxAttemptsMs = 60_000;

interface TransactOptions {
  /** Whether the caller reads the item of a change again: if it meets another transaction, it counts as failed at once. */
  readonly isReread?: (index: number) => boolean;
  /** Called before each attempt of the SDK. If it returns true, the transaction fails with `timeout`. */
  readonly isLate?: () => boolean;
}

/**
 * Makes all changes, or none.
 *
 * @returns the indexes of the changes whose condition has failed; none if the changes are made.
 * @throws ServiceError write_conflict if other writes keep changing the same items, content_too_large for an item beyond 400 KB,
 * unavailable, timeout.
 */
export async function transact(
  table: TableAccess,
  changes: readonly ItemChange[],
  { isReread = () => false, isLate = () => false }: TransactOptions = {},
): Promise<readonly number[]> {
  const { tableName, clock } = table;
  noteWrite(table);
  const command = new TransactWriteCommand({
    TransactItems: changes.map((change) => inTable(tableName, change)),
    ClientRequestToken: randomUUID(),
  });
  const begun = clock.now();
  const isForgotten = () => clock.now() - begun > maxAttemptsMs;
  command.middlewareStack.add(
    refuseLate(() => isForgotten() || isLate()),
    lateStep,
  );
  let isInDoubt = false;
  for (let tries = 1; ; tries++) {
    const cancellation = await send(table, command);
    if (!cancellation) return [];
    isInDoubt ||= unansweredAttempts(cancellation.cause) > 0;
    const failed = failedAmong(cancellation, (at) => !isInDoubt && isReread(at));
    const isLast = failed.length > 0 || tries === maxTries;
    if (isLast && isInDoubt) throw inDoubt(cancellation);
    if (failed.length > 0) return failed;
    if (isLast) throw exhausted(cancellation);
    await restBetweenTries(table, tries);
  }
}

/** The reason for each change, in their order. */
interface Cancellation {
  readonly codes: readonly CancellationCode[];
  readonly cause: unknown;
}

/** Undefined if the changes are made. */
async function send(
  { client, time, turns }: TableAccess,
  command: TransactWriteCommand,
): Promise<Cancellation | undefined> {
  try {
    await turns.take(() => client.send(command, sendOptions(time)));
    return undefined;
  } catch (cause) {
    const codes = cancellationCodes(cause);
    if (!codes) throw translateAwsError(cause);
    return { codes, cause };
  }
}

function inTable(TableName: string, change: ItemChange): TransactItem {
  const { Put: put, Update: update, Delete, ConditionCheck } = change;
  return {
    ...(put ? { Put: { TableName, ...put } } : {}),
    ...(update ? { Update: { TableName, ...update } } : {}),
    ...(Delete ? { Delete: { TableName, ...Delete } } : {}),
    ...(ConditionCheck ? { ConditionCheck: { TableName, ...ConditionCheck } } : {}),
  };
}

function inDoubt({ cause }: Cancellation): ServiceError {
  const detail =
    'The database did not respond at first, so the change may yet be made; send the request again.';
  return new ServiceError('unavailable', detail, { cause, failing: { name: 'table_silent' } });
}

function failedAmong({ codes }: Cancellation, isReread: (index: number) => boolean): readonly number[] {
  const isFailed = (code: CancellationCode, at: number) =>
    code === 'ConditionalCheckFailed' || (code === 'TransactionConflict' && isReread(at));
  return codes.flatMap((code, at) => (isFailed(code, at) ? [at] : []));
}

function exhausted({ codes, cause }: Cancellation): ServiceError {
  if (codes.includes('TransactionConflict')) {
    const detail = `Others changed the same data ${maxTries} times in the meantime; send the request again.`;
    return new ServiceError('write_conflict', detail, { cause });
  }
  const detail = 'The database is overloaded; send the request again.';
  return new ServiceError('unavailable', detail, { cause, failing: { name: 'table_throttled' } });
}
