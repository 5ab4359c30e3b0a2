import type { Handle } from '#generated/types/source/remove.ts';
import { entityTagOf } from '../../lib/http/response/entity-tag.ts';
import { samples } from '../../lib/samples/samples.ts';
import { sources } from '../../lib/sources/sources.ts';

export const handle: Handle = async ({ id }, _body, context) => {
  await sources(context).remove(id, (current) => context.preconditions.check(entityTagOf(current)));
  await samples(context).forget(id);
};
