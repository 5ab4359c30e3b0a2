import type { Handle } from '#generated/types/stream/getHistogram.ts';
import { histogramOf } from '../../lib/service/streams/histogram.ts';
import { openStream } from '../../lib/service/streams/streams.ts';

export const handle: Handle = async ({ id, ...request }, _body, context) => {
  const { log } = await openStream(context, id);
  return histogramOf(log, request, context);
};
