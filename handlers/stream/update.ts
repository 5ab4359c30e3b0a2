import { entityTagOf } from 'headwater/http';
import type { Handle } from '#generated/types/stream/update.ts';
import { replacedStreamContent } from '../../lib/service/streams/stream-record.ts';
import { changeStream } from '../../lib/service/streams/stream-repository.ts';
import { streams } from '../../lib/service/streams/streams.ts';

/** The response has no entity tag, because the stored stream is not the body byte for byte (RFC 9110 section 9.3.4). */
export const handle: Handle = ({ id }, body, context) =>
  changeStream(streams(context), id, {
    contentOf: (current) => replacedStreamContent(current, body),
    check: (current) => {
      context.preconditions.check(entityTagOf(current));
      context.readOnly.check(() => current);
    },
  });
