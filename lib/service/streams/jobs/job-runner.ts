/** Background replays in the table that the settings name, for one invocation. */

import { getDocument } from '../../../data/documents.ts';
import { containerDatabase } from '../../../data/store/client.ts';
import type { InvocationTime } from '../../../data/store/invocation-time.ts';
import { accessTable } from '../../../data/store/table-access.ts';
import { sources } from '../../sources/sources.ts';
import { logOf } from '../logs.ts';
import { expiryOf } from '../push/push-records.ts';
import { checkOpen } from '../stream-states.ts';
import { streams } from '../streams.ts';
import type { RunJobs } from './run-jobs.ts';

/** @param time The context of the handler. The items name the owners of the replays. */
export function jobRunner(time: InvocationTime): RunJobs {
  const { client, tableName } = containerDatabase();
  const openStream: RunJobs['openStream'] = ({ owner, stream }) => {
    const invocation = { ...time, owner };
    const log = logOf(invocation, stream);
    const read = () => getDocument(streams(invocation), stream);
    const expiryNow = async () => {
      const found = await read();
      checkOpen(found);
      return expiryOf(found, log.now());
    };
    const readSource = async () => getDocument(sources(invocation), (await read()).source);
    return { log, readSource, expiryNow };
  };
  return { table: accessTable(client, tableName, { time }), time, openStream };
}
