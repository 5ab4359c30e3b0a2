import type { Handle } from '#generated/types/stream/getOverview.ts';
import { logOf } from '../../lib/service/streams/logs.ts';
import { streamOverview } from '../../lib/service/streams/stream-overview.ts';
import { streams } from '../../lib/service/streams/streams.ts';

export const handle: Handle = (request, _body, context) =>
  streamOverview({ streams: streams(context), logOf: (id) => logOf(context, id) }, request);
