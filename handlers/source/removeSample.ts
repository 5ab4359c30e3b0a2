import type { Handle } from '#generated/types/source/removeSample.ts';
import { removeSample } from '../../lib/service/samples/sample-store.ts';
import { samples } from '../../lib/service/samples/samples.ts';

export const handle: Handle = ({ id }, _body, context) =>
  removeSample(samples(context), id, (tag) => context.preconditions.check(tag));
