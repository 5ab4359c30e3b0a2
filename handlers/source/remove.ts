import type { Handle } from '#generated/types/source/remove.ts';
import { sources } from '../../lib/data/sources.ts';

export const handle: Handle = ({ id }) => sources().remove(id);
