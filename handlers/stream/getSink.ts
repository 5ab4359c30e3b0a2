import type { Handle } from '#generated/types/stream/getSink.ts';
import { sinkState } from '../../lib/service/streams/sink/sink-state.ts';
import { openStream } from '../../lib/service/streams/streams.ts';

export const handle: Handle = async ({ id }, _body, context) => {
  const { log } = await openStream(context, id);
  return sinkState(log);
};
