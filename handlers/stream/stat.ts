import type { Handle } from '#generated/types/stream/stat.ts';
import { logOf } from '../../lib/service/streams/logs.ts';
import { streamStats } from '../../lib/service/streams/stream-stats.ts';
import { streamLists } from '../../lib/service/streams/streams.ts';

export const handle: Handle = (request, _body, context) => {
  const lists = streamLists(context, 'query');
  return streamStats({ lists, table: lists.table, logOf: (id) => logOf(context, id) }, request);
};
