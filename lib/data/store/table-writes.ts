/** Conditional writes to a table. They throw as the reads do. */

import {
  DeleteCommand,
  type DeleteCommandInput,
  PutCommand,
  type PutCommandInput,
  type PutCommandOutput,
} from '@aws-sdk/lib-dynamodb';
import { isConditionFailure, mayArriveLater, translateAwsError } from './aws-errors.ts';
import { sendOptions } from './invocation-time.ts';
import { lateStep, refuseLate } from './late-attempts.ts';
import type { Item, TableAccess } from './table-access.ts';

export type PutRequest = Omit<PutCommandInput, 'TableName'>;
export type DeleteRequest = Omit<DeleteCommandInput, 'TableName'>;

interface PutResult {
  /** False if the condition of the request fails. */
  readonly isDone: boolean;
  /** The item that the put has replaced. */
  readonly before: Item | undefined;
  /** Whether an attempt of the SDK without a response may yet arrive, up to 15 minutes later. */
  readonly mayArriveLater: boolean;
}

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
  return (await conditional(sendPut(table, request, options))).isDone;
}

export async function replaceItem(
  table: TableAccess,
  request: PutRequest,
  options?: PutOptions,
): Promise<PutResult> {
  const sent = sendPut(table, { ...request, ReturnValues: 'ALL_OLD' }, options);
  const { isDone, answer, output } = await conditional<PutCommandOutput>(sent);
  return { isDone, before: output?.Attributes, mayArriveLater: mayArriveLater(answer) };
}

/** Returns false if the condition of the request fails. */
export async function deleteItem(table: TableAccess, request: DeleteRequest): Promise<boolean> {
  const { client, turns, tableName, time } = table;
  const command = new DeleteCommand({ TableName: tableName, ...request });
  return (await conditional(turns.take(() => client.send(command, sendOptions(time))))).isDone;
}

function sendPut(
  { client, turns, tableName, time }: TableAccess,
  request: PutRequest,
  { isLate }: PutOptions = {},
): Promise<PutCommandOutput> {
  const command = new PutCommand({ TableName: tableName, ...request });
  if (isLate) command.middlewareStack.add(refuseLate(isLate), lateStep);
  return turns.take(() => client.send(command, sendOptions(time)));
}

/** The output is undefined if the condition fails. */
export async function conditional<Output>(
  sent: Promise<Output>,
): Promise<{ readonly isDone: boolean; readonly output?: Output; readonly answer: unknown }> {
  try {
    const output = await sent;
    return { isDone: true, output, answer: output };
  } catch (error) {
    if (isConditionFailure(error)) return { isDone: false, answer: error };
    throw translateAwsError(error);
  }
}
