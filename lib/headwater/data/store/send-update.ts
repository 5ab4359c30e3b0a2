/**
 * The command UpdateItem has a file of its own: from the files that import it, the build knows whether a function changes
 * items other than keys and units (compile/aws/roles). Other code sends it by update-item.ts.
 */

import { UpdateCommand, type UpdateCommandInput, type UpdateCommandOutput } from '@aws-sdk/lib-dynamodb';
import '../../shared/rights/no-gets.ts';
import { sendOptions } from './invocation-time.ts';
import { lateStep, refuseLate } from './late-attempts.ts';
import type { Item, TableAccess } from './table-access.ts';
import { conditional } from './table-writes.ts';

export type UpdateRequest = Omit<UpdateCommandInput, 'TableName'>;

export interface ChangeOptions {
  /** Whether the SDK sends the update no second time: one that adds would add again if only its response was lost. */
  readonly isSentOnce?: boolean;
}

/** Returns the changed item; undefined if the condition of the request fails. Throws as the other writes do. */
export async function sendChange(
  table: TableAccess,
  request: UpdateRequest,
  { isSentOnce = false }: ChangeOptions = {},
): Promise<Item | undefined> {
  const { client, tableName, time } = table;
  const command = new UpdateCommand({ TableName: tableName, ...request, ReturnValues: 'ALL_NEW' });
  let sent = 0;
  if (isSentOnce)
    command.middlewareStack.add(
      refuseLate(() => sent++ > 0),
      lateStep,
    );
  const { output } = await conditional<UpdateCommandOutput>(table, () =>
    client.send(command, sendOptions(time)),
  );
  return output?.Attributes;
}

/** Returns false if the condition of the request fails. Throws as the other writes do. */
export async function sendUpdate(table: TableAccess, request: UpdateRequest): Promise<boolean> {
  const { client, tableName, time } = table;
  const command = new UpdateCommand({ TableName: tableName, ...request });
  return (await conditional(table, () => client.send(command, sendOptions(time)))).isDone;
}
