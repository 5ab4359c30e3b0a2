import leven from 'leven';

const maxDistance = 2;

/**
 * The word of `known` that `word` most likely means: at most two edits away, and
 * fewer edits than half of its length, ignoring letter case. Letters in another
 * order count as one edit.
 *
 * @example nearSpelling('paramType:', ['paramType', 'name']) // 'paramType'
 */
export function nearSpelling(word: string, known: readonly string[]): string | undefined {
  // The edit distance is at least the difference in length, and in letters. This check keeps a thousand models fast.
  const letters = lettersIn(word);
  const lettersOfKnown = lettersInAll(known);
  const candidates = known.filter((candidate, index) => {
    const others = lettersOfKnown[index] ?? 0;
    const isNearInLength = Math.abs(candidate.length - word.length) <= maxDistance;
    return isNearInLength && hasFew(letters & ~others) && hasFew(others & ~letters);
  });
  const distances = candidates.map((candidate) => ({
    candidate,
    distance: isReordered(word, candidate) ? 1 : leven(word.toLowerCase(), candidate.toLowerCase()),
  }));
  const [nearest] = distances.toSorted((a, b) => a.distance - b.distance);
  if (!nearest || nearest.distance > maxDistance || nearest.distance * 2 >= word.length) return undefined;
  return nearest.candidate;
}

const lettersByList = new WeakMap<readonly string[], readonly number[]>();

function lettersInAll(known: readonly string[]): readonly number[] {
  const letters = lettersByList.get(known) ?? known.map(lettersIn);
  lettersByList.set(known, letters);
  return letters;
}

/** One bit for each letter that occurs, ignoring letter case; other characters share bits. */
function lettersIn(word: string): number {
  let letters = 0;
  for (let at = 0; at < word.length; at++) letters |= 1 << (word.charCodeAt(at) & 31);
  return letters;
}

/** Whether at most `maxDistance` bits are set. */
function hasFew(bits: number): boolean {
  let left = bits;
  for (let count = 0; count < maxDistance; count++) left &= left - 1;
  return left === 0;
}

/** @example isReordered('itn', 'int') // true */
function isReordered(word: string, other: string): boolean {
  const lettersOf = (text: string) => [...text.toLowerCase()].toSorted().join('');
  return word.toLowerCase() !== other.toLowerCase() && lettersOf(word) === lettersOf(other);
}
