import { getDocument } from 'headwater/documents';
import type { Handle } from '#generated/types/stream/push.ts';
import { pipelineReader } from '../../lib/service/pipelines/pipelines.ts';
import { sources } from '../../lib/service/sources/sources.ts';
import { pushRecords } from '../../lib/service/streams/push/push-records.ts';
import { openStream } from '../../lib/service/streams/streams.ts';

export const handle: Handle = async ({ id, items }, body, context) => {
  const { stream, log } = await openStream(context, id);
  const results = await pushRecords(log, {
    stream,
    body,
    key: context.reservedId,
    readSource: () => getDocument(sources(context), stream.source),
    readPipeline: pipelineReader(context),
    time: context,
    items,
  });
  // Otherwise 201, the usual status of a POST.
  if (results.errors) context.response.status = 200;
  return results;
};
