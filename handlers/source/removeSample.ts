import type { Handle } from '#generated/types/source/removeSample.ts';
import { samples } from '../../lib/samples/samples.ts';

export const handle: Handle = ({ id }, _body, context) =>
  samples(context).remove(id, (tag) => context.preconditions.check(tag));
