import type { Around } from 'headwater/http';
import { writeLog } from 'headwater/log';

/** An audit: who called what, and how it ended. */
export const around: Around = {
  after: ({ event: { operation, context } }) =>
    writeLog('INFO', { audit: operation.id, owner: context.owner, status: context.response.status ?? 200 }),
  onError: ({ event: { operation, context }, error }) =>
    writeLog('INFO', { audit: operation.id, owner: context.owner, refused: String(error) }),
};
