/** Finds words that follow each other in a text, in time that grows with the text alone (Knuth, Morris and Pratt). */

export interface AdjacentWords {
  readonly words: readonly string[];
  /** Whether the last word may be only the beginning of a word in the text. */
  readonly lastIsPrefix: boolean;
}

/** @example adjacentWords({ words: ['b', 'c'], lastIsPrefix: true })(['a', 'b', 'cd']) // true */
export function adjacentWords({ words, lastIsPrefix }: AdjacentWords): (text: readonly string[]) => boolean {
  const whole = lastIsPrefix ? words.slice(0, -1) : words;
  const prefix = lastIsPrefix ? words.at(-1) : undefined;
  const borders = bordersOf(whole);
  return (text) => {
    if (words.length === 0) return false;
    let matched = 0;
    for (const word of text) {
      if (matched === whole.length && prefix !== undefined && word.startsWith(prefix)) return true;
      matched = step(whole, borders, matched, word);
      if (matched === whole.length && prefix === undefined) return true;
    }
    return false;
  };
}

/** The number of words matched after this one. */
function step(words: readonly string[], borders: readonly number[], matched: number, word: string): number {
  let count = matched;
  while (count > 0 && words[count] !== word) count = borders[count - 1] ?? 0;
  return words[count] === word ? count + 1 : 0;
}

/** For each beginning of the words: the number of its last words that equal its first ones. */
function bordersOf(words: readonly string[]): readonly number[] {
  const borders = [0];
  for (const word of words.slice(1)) borders.push(step(words, borders, borders.at(-1) ?? 0, word));
  return borders;
}
