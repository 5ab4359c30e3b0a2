import { newContainerId } from 'headwater/documents';
import { accessTable, containerDatabase, type Invocation, payerOf, systemClock } from 'headwater/table';
import type { LogContext } from './log/log-types.ts';

/**
 * The log of a stream in the table that the settings name.
 *
 * @param invocation The context of the handler. @param stream The id of the stream.
 */
export function logOf(invocation: Invocation, stream: string): LogContext {
  const { client, tableName, ownerUnits } = containerDatabase();
  const payer = payerOf({ ...invocation, ownerUnits });
  const table = accessTable(client, tableName, { time: invocation, payer });
  return { owner: invocation.owner, stream, table, now: systemClock.now, newId: newContainerId };
}
