import type { Handle } from '#generated/types/source/update.ts';
import { sources } from '../../lib/data/sources.ts';
import { toSourceContent } from '../../lib/domain/source-content.ts';

export const handle: Handle = ({ id }, body) => sources().replace(id, toSourceContent(body));
