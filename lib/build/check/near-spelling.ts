import leven from 'leven';

/**
 * The word of `known` that `word` was most likely meant to be: at most two
 * edits away and less than half of its length, letter case aside.
 *
 * @example nearSpelling('paramType:', ['paramType', 'name']) // 'paramType'
 */
export function nearSpelling(word: string, known: readonly string[]): string | undefined {
  const distances = known.map((candidate) => ({
    candidate,
    distance: leven(word.toLowerCase(), candidate.toLowerCase()),
  }));
  const [nearest] = distances.toSorted((a, b) => a.distance - b.distance);
  if (!nearest || nearest.distance > 2 || nearest.distance * 2 >= word.length) return undefined;
  return nearest.candidate;
}
