import { newContainerId } from '../../headwater/data/documents.ts';
import { containerDatabase } from '../../headwater/data/store/client.ts';
import { systemClock } from '../../headwater/data/store/clock.ts';
import type { Invocation } from '../../headwater/data/store/invocation-time.ts';
import { accessTable } from '../../headwater/data/store/table-access.ts';
import { payerOf } from '../../headwater/data/store/unit-account.ts';
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
