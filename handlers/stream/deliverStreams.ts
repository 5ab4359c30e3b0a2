import type { Handle } from '#generated/types/stream/deliverStreams.ts';
import { deliverer, deliverStreams } from '../../lib/service/streams/sink/deliver-streams.ts';

export const handle: Handle = (context) => deliverStreams(deliverer(context));
