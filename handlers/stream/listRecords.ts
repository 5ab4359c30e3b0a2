import type { Handle } from '#generated/types/stream/listRecords.ts';
import { getDocument } from '../../lib/data/documents.ts';
import { ignoreTransient } from '../../lib/data/store/aws-errors.ts';
import { nextLink } from '../../lib/run/http/response/pagination.ts';
import { expireLog } from '../../lib/service/streams/log/expire-log.ts';
import { readLog } from '../../lib/service/streams/log/read-log.ts';
import { logOf } from '../../lib/service/streams/logs.ts';
import { recordLines, recordPage } from '../../lib/service/streams/record-page.ts';
import { streams } from '../../lib/service/streams/streams.ts';

export const handle: Handle = async ({ id, ...request }, _body, context) => {
  await getDocument(streams(context), id);
  const log = logOf(context, id);
  const { page, end } = await recordPage((read) => readLog(log, read), request, context);
  if (end.expired !== undefined) await expireLog(log, end.expired).catch(ignoreTransient);
  if (page.after !== undefined)
    context.response.pages = [nextLink({ name: 'from', value: page.after }, context)];
  return {
    1: () => page,
    'application/x-ndjson': () => recordLines(page),
  };
};
