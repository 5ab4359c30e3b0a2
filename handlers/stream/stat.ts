import type { Handle } from '#generated/types/stream/stat.ts';
import { logOf } from '../../lib/streams/logs.ts';
import { streamStats } from '../../lib/streams/stream-stats.ts';
import { streamLists } from '../../lib/streams/streams.ts';

export const handle: Handle = (request, _body, context) => {
  const lists = streamLists(context, 'query');
  return streamStats({ lists, table: lists.table, logOf: (id) => logOf(context, id) }, request);
};
