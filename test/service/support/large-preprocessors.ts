/** Valid preprocessors of any size, since each option has a limit. */

/** The length of a value as JSON, in characters. */
const maxValue = 16_000;

/**
 * @param length of all values together, in characters: at most the limit of 32 values.
 * @param text to repeat.
 */
export function largePreprocessors(length: number, text = 'x') {
  const repeats = length / text.length;
  const inOne = Math.floor(maxValue / (JSON.stringify(text).length - 2));
  return Array.from({ length: Math.ceil(repeats / inOne) }, (_, index) => ({
    type: 'set',
    field: 'large',
    value: text.repeat(Math.min(inOne, repeats - index * inOne)),
  }));
}
