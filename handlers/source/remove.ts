import type { Handle } from '#generated/types/source/remove.ts';
import { sources } from '../../lib/data/sources.ts';
import { entityTagOf } from '../../lib/domain/entity-tag.ts';

export const handle: Handle = ({ id }, _body, context) =>
  sources(context).remove(id, (current) => context.preconditions.check(entityTagOf(current)));
