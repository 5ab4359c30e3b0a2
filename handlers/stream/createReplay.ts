import { getDocument } from 'headwater/documents';
import type { Handle } from '#generated/types/stream/createReplay.ts';
import { pipelineReader } from '../../lib/service/pipelines/pipelines.ts';
import { sources } from '../../lib/service/sources/sources.ts';
import { expiryOf } from '../../lib/service/streams/push/push-records.ts';
import { replayInput, replayResults } from '../../lib/service/streams/replay/replay.ts';
import { replayFailures } from '../../lib/service/streams/replay/replay-failures.ts';
import { replayRecords } from '../../lib/service/streams/replay/replay-records.ts';
import { checkOpen } from '../../lib/service/streams/stream-states.ts';
import { openStream } from '../../lib/service/streams/streams.ts';

export const handle: Handle = async ({ id }, body, context) => {
  const { isOfFailures, range } = replayInput(body);
  const { stream, log } = await openStream(context, id);
  const start = log.now();
  const readSource = () => getDocument(sources(context), stream.source);
  const replay = { log, readSource, readPipeline: pipelineReader(context), range, time: context };
  if (!isOfFailures) checkOpen(stream);
  const end = isOfFailures
    ? await replayFailures({
        ...replay,
        checkStream: () => checkOpen(stream),
        key: context.reservedId,
        expiresAt: expiryOf(stream, start),
      })
    : await replayRecords(replay);
  const results = replayResults(end, log.now() - start);
  if (results.errors) context.response.status = 200;
  return results;
};
