/** Promises that the product does not keep yet. */

import type { Kind } from './oracle.ts';

export const knownKinds: ReadonlySet<Kind> = new Set();
