import type { Handle } from '#generated/types/stream/push.ts';
import { getDocument } from '../../lib/data/documents.ts';
import { sources } from '../../lib/service/sources/sources.ts';
import { appendBatch } from '../../lib/service/streams/log/append-batch.ts';
import { logOf } from '../../lib/service/streams/logs.ts';
import { pushRecords } from '../../lib/service/streams/push/push-records.ts';
import { pushedRecords } from '../../lib/service/streams/push/pushed-records.ts';
import { streams } from '../../lib/service/streams/streams.ts';

export const handle: Handle = async ({ id }, body, context) => {
  const stream = await getDocument(streams(context), id);
  const log = logOf(context, id);
  const results = await pushRecords({
    append: (appending) => appendBatch(log, appending),
    ...{ stream, key: context.reservedId, now: log.now, time: context },
    readSource: () => getDocument(sources(context), stream.source),
    recordsOf: (source) => pushedRecords(body, source),
  });
  if (results.errors) context.response.status = 200;
  return results;
};
