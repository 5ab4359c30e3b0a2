/** `--smallest` selects the smallest size of a bench that has no size argument; the smoke tests use it. */

const isSmallest = process.argv.includes('--smallest');

/** @example const runs = full(21, { smallest: 1 }); */
export function full(count: number, { smallest }: { readonly smallest: number }): number {
  return isSmallest ? smallest : count;
}
