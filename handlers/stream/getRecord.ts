import type { Handle } from '#generated/types/stream/getRecord.ts';
import { readRecordAt } from '../../lib/streams/log/read-log.ts';
import { logOf } from '../../lib/streams/logs.ts';
import { recordAt } from '../../lib/streams/record-page.ts';
import { getStream } from '../../lib/streams/stream-repository.ts';
import { streams } from '../../lib/streams/streams.ts';

export const handle: Handle = async ({ id, position, view }, _body, context) => {
  await getStream(streams(context), id);
  const log = logOf(context, id);
  return recordAt((at) => readRecordAt(log, at), { position, view });
};
