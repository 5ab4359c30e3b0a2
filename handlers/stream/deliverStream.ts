import type { Handle } from '#generated/types/stream/deliverStream.ts';
import { deliverChanged, deliverer } from '../../lib/service/streams/sink/deliver-streams.ts';

export const handle: Handle = (key, context) => deliverChanged(deliverer(context), key);
