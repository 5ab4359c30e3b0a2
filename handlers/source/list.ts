import type { Handle } from '#generated/types/source/list.ts';
import { sourceLists } from '../../lib/data/sources.ts';

export const handle: Handle = (page, _body, context) => sourceLists(context).list(page);
