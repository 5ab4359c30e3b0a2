/** The number of cases of a random or exhaustive test: a count bounds it, never a time. */

import { inject } from 'vitest';

/** Few in `npm test`, many in `npm run test:all`, most in `npm run test:most`. */
export type Amounts = 'few' | 'many' | 'most';

declare module 'vitest' {
  interface ProvidedContext {
    readonly amounts: Amounts;
  }
}

export function amount(counts: {
  readonly few: number;
  readonly many: number;
  readonly most?: number;
}): number {
  const { most = counts.many } = counts;
  return { ...counts, most }[inject('amounts')];
}
