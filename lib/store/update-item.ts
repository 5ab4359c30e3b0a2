/**
 * The command UpdateItem has a file of its own: by those that import it, the
 * build knows whether a function changes anything but keys (aws/roles).
 */

import { UpdateCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import { sendOptions } from './invocation-time.ts';
import type { TableAccess } from './table-access.ts';
import { conditional } from './table-writes.ts';

/** The input of a command without the name of the table, which is that of `TableAccess`. */
export type UpdateRequest = Omit<UpdateCommandInput, 'TableName'>;

/** Returns false when the condition of the request fails. Throws as the other writes do. */
export async function updateItem(table: TableAccess, request: UpdateRequest): Promise<boolean> {
  const { client, turns, tableName, time } = table;
  const command = new UpdateCommand({ TableName: tableName, ...request });
  return (await conditional(turns.take(() => client.send(command, sendOptions(time))))).isDone;
}
