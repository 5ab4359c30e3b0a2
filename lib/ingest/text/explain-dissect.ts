/** How far a text matches a pattern of dissect, and where its keys are. */

import {
  countRequired,
  type DissectKey,
  type DissectOptions,
  readDissectPattern,
  skipRepetitions,
} from './dissect.ts';

/** A part of a text that a pattern has named. Offsets are in UTF-16 units, the end exclusive. */
export interface PlacedCapture {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

export interface PatternMatch {
  readonly isMatch: boolean;
  readonly captures: readonly PlacedCapture[];
  /** Up to where the text matches. */
  readonly reached: number;
  /** What of the pattern was expected there; empty if it matches. */
  readonly rest: string;
}

/**
 * Slower than the match of `compileDissect`, which keeps no places.
 *
 * @param pattern A valid one.
 * @example explainDissect('%{a} [%{b}]', 'x y') // { isMatch: false, captures: [], reached: 0, rest: '%{a} [%{b}]' }
 */
export function explainDissect(
  pattern: string,
  text: string,
  { repeatsDelimiters }: Pick<DissectOptions, 'repeatsDelimiters'> = { repeatsDelimiters: false },
): PatternMatch {
  const { leading, keys } = readDissectPattern(pattern);
  if (!text.startsWith(leading)) return { isMatch: false, captures: [], reached: 0, rest: pattern };
  const places: Place[] = [];
  const reached = findPlaces(text, leading.length, places, { keys, repeatsDelimiters });
  const required = countRequired(keys);
  const isRead = places.length === keys.length || (required > 0 && places.length + 1 >= required);
  const isMatch = isRead && text.length > leading.length;
  const captures = places.flatMap((place, index) => {
    const { kind, name } = keys[index] as DissectKey;
    return kind === 'skip' ? [] : [{ name, ...place }];
  });
  const [next] = [...pattern.matchAll(/%\{/g)].slice(places.length);
  return {
    isMatch,
    captures,
    reached: isMatch ? text.length : reached,
    rest: isMatch ? '' : pattern.slice(next?.index),
  };
}

type Place = Pick<PlacedCapture, 'start' | 'end'>;

/** Adds the place of each key until a delimiter is missing. @returns where the next key begins. */
function findPlaces(
  text: string,
  start: number,
  places: Place[],
  {
    keys,
    repeatsDelimiters,
  }: Pick<DissectOptions, 'repeatsDelimiters'> & { readonly keys: readonly DissectKey[] },
): number {
  const values: string[] = [];
  let at = start;
  while (values.length < keys.length) {
    const delimiter = keys[values.length]?.delimiter ?? '';
    const end = delimiter === '' ? text.length : text.indexOf(delimiter, at);
    if (end === -1) return at;
    places.push({ start: at, end });
    values.push('');
    if (delimiter === '') return end;
    at = skipRepetitions(text, end + delimiter.length, { delimiter, keys, values, repeatsDelimiters });
    while (places.length < values.length) places.push({ start: at, end: at });
  }
  return at;
}
