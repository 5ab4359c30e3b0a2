import type { Handle } from '#generated/types/source/removeSample.ts';
import { removeSample } from '../../lib/service/samples/sample-store.ts';
import { sources } from '../../lib/service/sources/sources.ts';

export const handle: Handle = ({ id }, _body, context) =>
  removeSample(sources(context), id, (tag) => context.preconditions.check(tag));
