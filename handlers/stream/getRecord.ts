import type { Handle } from '#generated/types/stream/getRecord.ts';
import { recordAt } from '../../lib/service/streams/record-page.ts';
import { openStream } from '../../lib/service/streams/streams.ts';

export const handle: Handle = async ({ id, position, part, view }, _body, context) => {
  const { log } = await openStream(context, id);
  return recordAt(log, { position, part, view });
};
