/** Forwards the streams of the table that the settings name, for one invocation. */

import { containerDatabase } from '../../../data/store/client.ts';
import type { InvocationTime } from '../../../data/store/invocation-time.ts';
import { accessTable } from '../../../data/store/table-access.ts';
import { logOf } from '../logs.ts';
import type { ForwardStreams } from './forward-streams.ts';
import { kinesisTarget } from './kinesis.ts';

/** @param time The context of the handler. @throws Error when KINESIS_STREAM is not the ARN of a data stream. */
export function forwarder(time: InvocationTime): ForwardStreams {
  const { client, tableName } = containerDatabase();
  return {
    ...{ table: accessTable(client, tableName, { time }), time },
    target: kinesisTarget(process.env['KINESIS_STREAM'], time),
    openLog: ({ owner, stream }) => logOf({ ...time, owner }, stream),
  };
}
