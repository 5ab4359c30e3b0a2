import type { Handle } from '#generated/types/stream/getRecord.ts';
import { getDocument } from '../../lib/data/documents.ts';
import { readRecordAt } from '../../lib/service/streams/log/read-log.ts';
import { logOf } from '../../lib/service/streams/logs.ts';
import { recordAt } from '../../lib/service/streams/record-page.ts';
import { streams } from '../../lib/service/streams/streams.ts';

export const handle: Handle = async ({ id, position, view }, _body, context) => {
  await getDocument(streams(context), id);
  const log = logOf(context, id);
  return recordAt((at) => readRecordAt(log, at), { position, view });
};
