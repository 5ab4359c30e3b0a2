import type { Handle } from '#generated/types/source/list.ts';
import { sources } from '../../lib/data/sources.ts';

export const handle: Handle = (page, _body, context) => sources(context).list(page);
