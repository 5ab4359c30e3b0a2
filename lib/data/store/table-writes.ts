/** Conditional writes to a table. They throw as the reads do. */

import {
  DeleteCommand,
  type DeleteCommandInput,
  PutCommand,
  type PutCommandInput,
  type PutCommandOutput,
} from '@aws-sdk/lib-dynamodb';
import { isConditionFailure, translateAwsError } from './aws-errors.ts';
import { putWithChecks } from './checksums.ts';
import { sendOptions } from './invocation-time.ts';
import { lateStep, refuseLate } from './late-attempts.ts';
import type { TableAccess } from './table-access.ts';

export interface PutRequest extends Omit<PutCommandInput, 'TableName'> {
  /** The names of attributes that updates change: each has a checksum of its own. */
  readonly changing?: readonly string[];
}
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
  return (await conditional(sendPut(table, request, options))).isDone;
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
  const command = new PutCommand({ TableName: tableName, ...putWithChecks(request) });
  if (isLate) command.middlewareStack.add(refuseLate(isLate), lateStep);
  return turns.take(() => client.send(command, sendOptions(time)));
}

/** The output is undefined if the condition fails. */
export async function conditional<Output>(
  sent: Promise<Output>,
): Promise<{ readonly isDone: boolean; readonly output?: Output }> {
  try {
    return { isDone: true, output: await sent };
  } catch (error) {
    if (isConditionFailure(error)) return { isDone: false };
    throw translateAwsError(error);
  }
}
