import { documentsOf, getDocument } from 'headwater/documents';
import type { Invocation } from 'headwater/table';
import type { LogContext } from './log/log-types.ts';
import { logOf } from './logs.ts';
import { streamType } from './stream-fields.ts';
import type { StreamRecord } from './stream-record.ts';

/** The streams of the table that the settings name, for one invocation. */
export const streams = documentsOf(streamType);

/** @throws ServiceError not_found. */
export async function openStream(
  invocation: Invocation,
  id: string,
): Promise<{ readonly stream: StreamRecord; readonly log: LogContext }> {
  const stream = await getDocument(streams(invocation), id);
  return { stream, log: { ...logOf(invocation, id), hasSink: stream.sink !== undefined } };
}
