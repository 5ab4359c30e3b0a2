import type { Handle } from '#generated/types/stream/push.ts';
import { getSource } from '../../lib/sources/source-repository.ts';
import { sources } from '../../lib/sources/sources.ts';
import { appendBatch } from '../../lib/streams/log/append-batch.ts';
import { logOf } from '../../lib/streams/logs.ts';
import { pushRecords } from '../../lib/streams/push/push-records.ts';
import { pushedRecords } from '../../lib/streams/push/pushed-records.ts';
import { getStream } from '../../lib/streams/stream-repository.ts';
import { checkOpen } from '../../lib/streams/stream-states.ts';
import { streams } from '../../lib/streams/streams.ts';

export const handle: Handle = async ({ id }, body, context) => {
  const stream = await getStream(streams(context), id);
  checkOpen(stream);
  const source = await getSource(sources(context), stream.source);
  const log = logOf(context, id);
  const results = await pushRecords({
    ...{ stream, source, records: pushedRecords(body, source) },
    append: (batch) => appendBatch(log, batch),
    ...{ key: context.reservedId, now: log.now, time: context },
  });
  if (results.errors) context.response.status = 200;
  return results;
};
