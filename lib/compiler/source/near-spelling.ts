import leven from 'leven';

const maxDistance = 2;

/**
 * The word of `known` that `word` was most likely meant to be: at most two
 * edits away and less than half of its length, letter case aside.
 *
 * @example nearSpelling('paramType:', ['paramType', 'name']) // 'paramType'
 */
export function nearSpelling(word: string, known: readonly string[]): string | undefined {
  // Further apart in length than in spelling no two words are; a thousand models are looked through in no time.
  const candidates = known.filter((candidate) => Math.abs(candidate.length - word.length) <= maxDistance);
  const distances = candidates.map((candidate) => ({
    candidate,
    distance: leven(word.toLowerCase(), candidate.toLowerCase()),
  }));
  const [nearest] = distances.toSorted((a, b) => a.distance - b.distance);
  if (!nearest || nearest.distance > maxDistance || nearest.distance * 2 >= word.length) return undefined;
  return nearest.candidate;
}
