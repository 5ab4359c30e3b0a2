/** Conditional writes to a table. They throw as the reads do. */

import {
  DeleteCommand,
  type DeleteCommandInput,
  PutCommand,
  type PutCommandInput,
  type PutCommandOutput,
} from '@aws-sdk/lib-dynamodb';
import { ServiceError } from '../../shared/errors.ts';
import { isConditionFailure, mayArriveLater, translateAwsError } from './aws-errors.ts';
import { sendOptions } from './invocation-time.ts';
import type { Item, TableAccess } from './table-access.ts';

/** The input of a command without the name of the table, which is that of `TableAccess`. */
export type PutRequest = Omit<PutCommandInput, 'TableName'>;
export type DeleteRequest = Omit<DeleteCommandInput, 'TableName'>;

/** What a put has done. */
export interface Replaced {
  /** False when the condition of the request fails. */
  readonly isDone: boolean;
  /** The item that it has replaced. */
  readonly before: Item | undefined;
  /** The SDK has sent it more than once, and an attempt without a response may yet arrive, up to 15 minutes later. */
  readonly mayArriveLater: boolean;
}

export interface PutOptions {
  /**
   * Asked before each attempt of the SDK, since the function may have been frozen
   * in between: when true, the put fails with `timeout`.
   */
  readonly isLate?: () => boolean;
}

/** Returns false when the condition of the request fails. */
export async function putItem(
  table: TableAccess,
  request: PutRequest,
  options?: PutOptions,
): Promise<boolean> {
  return (await conditional(sendPut(table, request, options))).isDone;
}

/** A put that also returns what it has replaced. */
export async function replaceItem(
  table: TableAccess,
  request: PutRequest,
  options?: PutOptions,
): Promise<Replaced> {
  const sent = sendPut(table, { ...request, ReturnValues: 'ALL_OLD' }, options);
  const { isDone, answer, output } = await conditional<PutCommandOutput>(sent);
  return { isDone, before: output?.Attributes, mayArriveLater: mayArriveLater(answer) };
}

/** Returns false when the condition of the request fails. */
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
  if (isLate) refuseLate(command, isLate);
  return turns.take(() => client.send(command, sendOptions(time)));
}

/** Each attempt has been signed when it is refused here. AWS refuses it if it is held up later, for 15 minutes or more. */
function refuseLate({ middlewareStack }: PutCommand, isLate: () => boolean): void {
  middlewareStack.add(
    (next) => async (args) => {
      if (!isLate()) return next(args);
      throw new ServiceError('timeout', 'The service was held up for too long; send the request again.');
    },
    // The document client adds it to its own command and to the plain one.
    { name: 'refuseLate', step: 'finalizeRequest', priority: 'low', override: true },
  );
}

/** The output is undefined when the condition fails. */
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
