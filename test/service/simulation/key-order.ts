/** Orders texts as DynamoDB does: by the bytes of UTF-8. */

/** Below, UTF-16 and UTF-8 order alike. Surrogates stand for characters after all others. */
const firstSurrogate = 0xd800;
const firstPrivate = 0xe000;

export function compareTexts(one: string, other: string): number {
  if (one === other) return 0;
  const length = Math.min(one.length, other.length);
  for (let at = 0; at < length; at++) {
    const [a, b] = [one.charCodeAt(at), other.charCodeAt(at)];
    if (a !== b) return rankOf(a) - rankOf(b);
  }
  return one.length - other.length;
}

function rankOf(unit: number): number {
  if (unit < firstSurrogate) return unit;
  return unit < firstPrivate ? unit + 0x1_0000 : unit;
}

/** The place among the sorted at which the key is or belongs. */
export function placeAmong<T>(sorted: readonly T[], key: string, keyOf: (one: T) => string): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const one = sorted[middle];
    if (one !== undefined && compareTexts(keyOf(one), key) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
