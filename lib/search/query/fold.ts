/** How texts are compared: in any letter case and any Unicode composition. */

/**
 * Equal for texts that compare as equal: letter case, composition and the white
 * space around them aside.
 */
export function fold(text: string): string {
  return foldCase(text.trim());
}

/** As `fold`, for what a text begins with: white space at its end is part of it. */
export function foldPrefix(text: string): string {
  return foldCase(text.trimStart());
}

/**
 * Composed after the letter case is gone: J with a caron has no composed form,
 * but j has. The Greek letter sigma is written otherwise at the end of a word:
 * what a word begins with would not be found in it.
 */
function foldCase(text: string): string {
  return text.toLowerCase().replaceAll('ς', 'σ').normalize('NFC');
}

/** The words of a folded text: letters, digits and their marks. */
export function wordsOf(folded: string): readonly string[] {
  return folded.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
}

/** The words of a folded text that goes on: the last may not be whole. */
export function wordsOfPrefix(folded: string): readonly string[] {
  const words = wordsOf(folded);
  const isBetweenWords = words.length > 0 && /[^\p{L}\p{N}\p{M}]$/u.test(folded);
  return isBetweenWords ? [...words, ''] : words;
}
