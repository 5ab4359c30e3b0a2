import type { Handle } from '#generated/types/stream/forwardStreams.ts';
import { forwardStreams } from '../../lib/streams/forward/forward-streams.ts';
import { forwarder } from '../../lib/streams/forward/forwarder.ts';

export const handle: Handle = (context) => forwardStreams(forwarder(context));
