import type { Handle } from '#generated/types/stream/forwardStream.ts';
import { forwardChanged } from '../../lib/service/streams/forward/forward-streams.ts';
import { forwarder } from '../../lib/service/streams/forward/forwarder.ts';

export const handle: Handle = (key, context) => forwardChanged(forwarder(context), key);
