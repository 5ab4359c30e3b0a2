import type { Handle } from '#generated/types/stream/remove.ts';
import { removeDocument } from '../../lib/data/documents.ts';
import { ignoreTransient } from '../../lib/data/store/aws-errors.ts';
import { entityTagOf } from '../../lib/run/http/response/entity-tag.ts';
import { unregisterStream } from '../../lib/service/streams/leases/forwarded-streams.ts';
import { forgetLog } from '../../lib/service/streams/log/settle-batch.ts';
import { logOf } from '../../lib/service/streams/logs.ts';
import { checkRemoval } from '../../lib/service/streams/stream-states.ts';
import { streams } from '../../lib/service/streams/streams.ts';

export const handle: Handle = async ({ id }, _body, context) => {
  await removeDocument(streams(context), id, (current) => {
    context.preconditions.check(entityTagOf(current));
    checkRemoval(current);
  });
  const log = logOf(context, id);
  await forgetLog(log)
    .then((expiresAt) => unregisterStream(log.table, log, expiresAt))
    .catch(ignoreTransient);
};
