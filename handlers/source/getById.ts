import type { Handle } from '#generated/types/source/getById.ts';
import { sources } from '../../lib/data/sources.ts';

export const handle: Handle = ({ id }) => sources().get(id);
