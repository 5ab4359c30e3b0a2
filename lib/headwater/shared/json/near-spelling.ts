import leven from 'leven';

/** In edits. */
const defaultDistance = 2;

/**
 * The word of `known` that `word` most likely means: at most two edits away by default, and
 * fewer edits than half of its length, ignoring letter case. Letters in another
 * order count as one edit, and so does the plural of a word in y.
 *
 * @example nearSpelling('paramType:', ['paramType', 'name']) // 'paramType'
 */
export function nearSpelling(
  word: string,
  known: readonly string[],
  maxDistance = defaultDistance,
): string | undefined {
  const lower = word.toLowerCase();
  const letters = sortedLetters(lower);
  const near = known.flatMap((candidate) => {
    if (Math.abs(candidate.length - word.length) > maxDistance) return [];
    const other = candidate.toLowerCase();
    // A greater distance is not counted to its end: that keeps a thousand models fast.
    const edits = leven(lower, other, { maxDistance: maxDistance + 1 });
    const isPlural = singular(other) === singular(lower);
    const distance = edits > 1 && (isPlural || sortedLetters(other) === letters) ? 1 : edits;
    return distance <= maxDistance && distance * 2 < word.length ? [{ candidate, distance }] : [];
  });
  return near.toSorted((a, b) => a.distance - b.distance)[0]?.candidate;
}

function singular(word: string): string {
  return word.replace(/ies$/, 'y');
}

function sortedLetters(word: string): string {
  return [...word].toSorted().join('');
}
