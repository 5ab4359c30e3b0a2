import { entityTagOf } from 'headwater/http';
import type { Handle } from '#generated/types/stream/remove.ts';
import { removeStream } from '../../lib/service/streams/stream-repository.ts';
import { streams } from '../../lib/service/streams/streams.ts';

export const handle: Handle = ({ id }, _body, context) =>
  removeStream(streams(context), id, (current) => context.preconditions.check(entityTagOf(current)));
