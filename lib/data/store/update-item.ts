/**
 * The command UpdateItem has a file of its own: by those that import it, the
 * build knows whether a function changes anything but keys (aws/roles).
 */

import { UpdateCommand, type UpdateCommandInput, type UpdateCommandOutput } from '@aws-sdk/lib-dynamodb';
import { sendOptions } from './invocation-time.ts';
import type { Item, TableAccess } from './table-access.ts';
import { conditional } from './table-writes.ts';

/** The input of a command without the name of the table, which is that of `TableAccess`. */
export type UpdateRequest = Omit<UpdateCommandInput, 'TableName'>;

/** The item after the change; undefined when the condition of the request fails. Throws as the other writes do. */
export async function changeItem(table: TableAccess, request: UpdateRequest): Promise<Item | undefined> {
  const { client, turns, tableName, time } = table;
  const command = new UpdateCommand({ TableName: tableName, ...request, ReturnValues: 'ALL_NEW' });
  const { output } = await conditional<UpdateCommandOutput>(
    turns.take(() => client.send(command, sendOptions(time))),
  );
  return output?.Attributes;
}

/** Returns false when the condition of the request fails. Throws as the other writes do. */
export async function updateItem(table: TableAccess, request: UpdateRequest): Promise<boolean> {
  const { client, turns, tableName, time } = table;
  const command = new UpdateCommand({ TableName: tableName, ...request });
  return (await conditional(turns.take(() => client.send(command, sendOptions(time))))).isDone;
}
