import type { Handle } from '#generated/types/stream/forwardStreams.ts';
import { forwarder, forwardStreams } from '../../lib/service/streams/forward/forward-streams.ts';

export const handle: Handle = (context) => forwardStreams(forwarder(context));
