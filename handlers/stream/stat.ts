import type { Handle } from '#generated/types/stream/stat.ts';
import { logOf } from '../../lib/service/streams/logs.ts';
import { streamStats } from '../../lib/service/streams/stream-stats.ts';
import { streams } from '../../lib/service/streams/streams.ts';

export const handle: Handle = (request, _body, context) =>
  streamStats({ streams: streams(context), logOf: (id) => logOf(context, id) }, request);
