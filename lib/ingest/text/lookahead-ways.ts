/** Counts the ways in which V8 follows an expression while it looks ahead, up to eight characters. */

const maxCharacters = 8;

/** The ways that lead into a part of an expression. */
export interface Ways {
  /** How many leave the part behind, by the number of characters that they read in it: fewer than eight. */
  readonly through: readonly number[];
  /** How many end within the part, by the number of characters that V8 still reads when it enters. */
  readonly ended: readonly number[];
}

const zeros: readonly number[] = new Array<number>(maxCharacters + 1).fill(0);

/** No alternative. */
export const noWay: Ways = { through: zeros, ended: zeros };

/** A place, which reads nothing. */
export const oneWay: Ways = { through: zeros.with(0, 1), ended: zeros };

/** Something that reads one character, or a pair of surrogates: in so many ways each. */
export function reading(characters: number, pairs: number): Ways {
  return {
    through: zeros.with(1, characters).with(2, pairs),
    ended: zeros.with(1, characters + pairs).with(2, pairs),
  };
}

/** All ways end here: V8 does not look further. */
export function closed({ through, ended }: Ways): Ways {
  let shorter = 0;
  const all = ended.map((count, left) => {
    const here = count + shorter;
    shorter += through[left] ?? 0;
    return here;
  });
  return { through: zeros, ended: all };
}

/** How many there are with all eight characters. */
export function countWays(ways: Ways): number {
  return closed(ways).ended[maxCharacters] ?? 0;
}

export function either(one: Ways, other: Ways): Ways {
  return { through: add(one.through, other.through), ended: add(one.ended, other.ended) };
}

function add(one: readonly number[], other: readonly number[]): readonly number[] {
  return one.map((count, index) => count + (other[index] ?? 0));
}

export function inTurn(first: Ways, next: Ways): Ways {
  const through = [...zeros];
  const ended = [...first.ended];
  for (const [read, count] of first.through.entries()) {
    if (count === 0) continue;
    for (let more = 0; read + more <= maxCharacters; more++) {
      through[read + more] = (through[read + more] ?? 0) + count * (next.through[more] ?? 0);
      ended[read + more] = (ended[read + more] ?? 0) + count * (next.ended[more] ?? 0);
    }
  }
  return { through, ended };
}
