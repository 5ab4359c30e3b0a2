/** Conditional writes to a table. They throw as the reads do, and ServiceError content_too_large for an item beyond 400 KB. */

import {
  DeleteCommand,
  type DeleteCommandInput,
  PutCommand,
  type PutCommandInput,
  type PutCommandOutput,
} from '@aws-sdk/lib-dynamodb';
import '../../shared/rights/no-gets.ts';
import '../../shared/rights/no-updates.ts';
import {
  isConditionFailure,
  isItemConflict,
  noteUnanswered,
  translateAwsError,
  unansweredAttempts,
} from './aws-errors.ts';
import { sendOptions } from './invocation-time.ts';
import { lateStep, refuseLate } from './late-attempts.ts';
import { maxTries, restBetweenTries, type TableAccess } from './table-access.ts';
import { noteWrite } from './unit-account.ts';

export type PutRequest = Omit<PutCommandInput, 'TableName'>;
export type DeleteRequest = Omit<DeleteCommandInput, 'TableName'>;

interface PutOptions {
  /**
   * Called before each attempt of the SDK, since the function may have been frozen
   * in between. If it returns true, the put fails with `timeout`.
   */
  readonly isLate?: () => boolean;
}

/** Returns false if the condition of the request fails. */
export async function putItem(
  table: TableAccess,
  request: PutRequest,
  options?: PutOptions,
): Promise<boolean> {
  return (await conditional(table, sendPut(table, request, options))).isDone;
}

/** Returns false if the condition of the request fails. */
export async function deleteItem(table: TableAccess, request: DeleteRequest): Promise<boolean> {
  const { client, tableName, time } = table;
  const command = new DeleteCommand({ TableName: tableName, ...request });
  return (await conditional(table, () => client.send(command, sendOptions(time)))).isDone;
}

function sendPut(
  { client, tableName, time }: TableAccess,
  request: PutRequest,
  { isLate }: PutOptions = {},
): () => Promise<PutCommandOutput> {
  const command = new PutCommand({ TableName: tableName, ...request });
  if (isLate) command.middlewareStack.add(refuseLate(isLate), lateStep);
  return () => client.send(command, sendOptions(time));
}

/**
 * Sends a write again if it meets a transaction: DynamoDB has not carried it out.
 *
 * @returns no output if the condition fails.
 */
export async function conditional<Output>(
  table: TableAccess,
  send: () => Promise<Output>,
): Promise<{ readonly isDone: boolean; readonly output?: Output }> {
  noteWrite(table);
  let unanswered = 0;
  for (let tries = 1; ; tries++) {
    try {
      return { isDone: true, output: await table.turns.take(send) };
    } catch (error) {
      if (isConditionFailure(error)) return { isDone: false };
      if (!isItemConflict(error) || tries === maxTries) {
        // An attempt without a response may arrive after those that were refused.
        if (unanswered > 0) noteUnanswered(error, unanswered + unansweredAttempts(error));
        throw translateAwsError(error);
      }
      unanswered += unansweredAttempts(error);
    }
    await restBetweenTries(table, tries);
  }
}
