import type { Handle } from '#generated/types/stream/listRecords.ts';
import { nextLink } from '../../lib/http/response/pagination.ts';
import { expireLog } from '../../lib/streams/log/expire-log.ts';
import { readLog } from '../../lib/streams/log/read-log.ts';
import { leaveToOthers } from '../../lib/streams/log/settle-batch.ts';
import { logOf } from '../../lib/streams/logs.ts';
import { recordLines, recordPage } from '../../lib/streams/record-page.ts';
import { getStream } from '../../lib/streams/stream-repository.ts';
import { streams } from '../../lib/streams/streams.ts';

export const handle: Handle = async ({ id, ...request }, _body, context) => {
  await getStream(streams(context), id);
  const log = logOf(context, id);
  const { page, end } = await recordPage((read) => readLog(log, read), request, context);
  if (end.expired !== undefined) await expireLog(log, end.expired).catch(leaveToOthers);
  if (page.after !== undefined)
    context.response.pages = [nextLink({ name: 'from', value: page.after }, context.event)];
  return {
    1: () => page,
    'application/x-ndjson': () => recordLines(page),
  };
};
