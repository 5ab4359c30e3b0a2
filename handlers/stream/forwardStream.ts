import type { Handle } from '#generated/types/stream/forwardStream.ts';
import { forwardChanged, forwarder } from '../../lib/service/streams/forward/forward-streams.ts';

export const handle: Handle = (key, context) => forwardChanged(forwarder(context), key);
