import type { Handle } from '#generated/types/source/remove.ts';
import { entityTagOf } from '../../lib/http/response/entity-tag.ts';
import { sources } from '../../lib/sources/sources.ts';

export const handle: Handle = ({ id }, _body, context) =>
  sources(context).remove(id, (current) => context.preconditions.check(entityTagOf(current)));
