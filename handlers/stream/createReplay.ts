import type { Handle } from '#generated/types/stream/createReplay.ts';
import { getDocument } from '../../lib/data/documents.ts';
import { sources } from '../../lib/service/sources/sources.ts';
import { appendBatch } from '../../lib/service/streams/log/append-batch.ts';
import { logOf } from '../../lib/service/streams/logs.ts';
import { expiryOf } from '../../lib/service/streams/push/push-records.ts';
import { replayFailures } from '../../lib/service/streams/replay/replay-failures.ts';
import { replayInput } from '../../lib/service/streams/replay/replay-input.ts';
import { replayRecords } from '../../lib/service/streams/replay/replay-records.ts';
import { replayResults } from '../../lib/service/streams/replay/replay-results.ts';
import { checkOpen } from '../../lib/service/streams/stream-states.ts';
import { streams } from '../../lib/service/streams/streams.ts';

export const handle: Handle = async ({ id }, body, context) => {
  const { isOfFailures, range } = replayInput(body);
  const stream = await getDocument(streams(context), id);
  const log = logOf(context, id);
  const start = log.now();
  const readSource = () => getDocument(sources(context), stream.source);
  const replay = { log, readSource, range, time: context };
  if (!isOfFailures) checkOpen(stream);
  const end = isOfFailures
    ? await replayFailures({
        ...replay,
        append: (appending) => appendBatch(log, appending),
        checkStream: () => checkOpen(stream),
        ...{ key: context.reservedId, expiresAt: expiryOf(stream, start) },
      })
    : await replayRecords(replay);
  const results = replayResults(end, log.now() - start);
  if (results.errors) context.response.status = 200;
  return results;
};
