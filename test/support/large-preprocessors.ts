/** Valid preprocessors of any size, since each option has a limit. */

const valueLength = 16_000;

/** @param length of the values, in characters: at most 512,000, since a source has at most 32 preprocessors. */
export function largePreprocessors(length: number, text = 'x') {
  return Array.from({ length: Math.ceil(length / valueLength) }, (_, index) => ({
    type: 'set',
    field: 'large',
    value: text.repeat(Math.min(valueLength, length - index * valueLength) / text.length),
  }));
}
