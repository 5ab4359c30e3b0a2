import type { Handle } from '#generated/types/thing/read.ts';
import { handle as readAny } from './shared/read-any.ts';
import type { Thing } from './shared/thing.ts';

export const handle: Handle = ({ id }): Thing => readAny(id);
