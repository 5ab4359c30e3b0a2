/** Sequential random decisions: each may depend on earlier ones, and fast-check can still shrink them. */

import fc from 'fast-check';

export interface Draw {
  /** A whole number from 0 to `max`; shrinks to 0. */
  readonly nat: (max: number) => number;
  /** Shrinks to the first. */
  readonly pick: <T>(choices: readonly T[]) => T;
  /** True in `percent` of 100 cases; shrinks to false. */
  readonly chance: (percent: number) => boolean;
}

/** @example drawn((draw) => draw.pick(['a', 'b'])) */
export function drawn<T>(make: (draw: Draw) => T): fc.Arbitrary<T> {
  return fc.gen().map((generate) => {
    const nat = (max: number) => generate(fc.nat, max);
    const pick = <C>(choices: readonly C[]): C => {
      if (choices.length === 0) throw new Error('There is nothing to pick from.');
      return choices[nat(choices.length - 1)] as C;
    };
    return make({ nat, pick, chance: (percent) => nat(99) >= 100 - percent });
  });
}

/** Draws `min` to `max` distinct choices, in any order. */
export function some<T>(draw: Draw, choices: readonly T[], min: number, max: number): T[] {
  const left = [...choices];
  const amount = Math.min(left.length, min + draw.nat(max - min));
  return Array.from({ length: amount }, () => left.splice(draw.nat(left.length - 1), 1)).flat();
}
