/** Benches that take no size as an argument run at their smallest with `--smallest`, as their smoke test does. */

const isSmallest = process.argv.includes('--smallest');

/** @example const runs = full(21, { smallest: 1 }); */
export function full(count: number, { smallest }: { readonly smallest: number }): number {
  return isSmallest ? smallest : count;
}
