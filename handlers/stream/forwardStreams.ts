import type { Handle } from '#generated/types/stream/forwardStreams.ts';
import { forwardStreams } from '../../lib/service/streams/forward/forward-streams.ts';
import { forwarder } from '../../lib/service/streams/forward/forwarder.ts';

export const handle: Handle = (context) => forwardStreams(forwarder(context));
