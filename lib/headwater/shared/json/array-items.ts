/** Splits the text of a JSON array into its items before parsing. */

import { createScanner, type JSONScanner } from 'jsonc-parser';
import { ownMember } from './own-member.ts';

/**
 * Returns the text of each item; undefined where the text turns out not to be a single array. It looks only at brackets
 * and commas: an item may be invalid JSON, and nested to any depth.
 *
 * @example [...arrayItems('[{"a":1}, 5]')] // ['{"a":1}', '5']
 */
export function* arrayItems(text: string): Generator<string | undefined> {
  const scanner = createScanner(text, true);
  if (nextSign(scanner, text) !== '[') return yield undefined;
  for (let isFirst = true; ; isFirst = false) {
    const start = scanner.getPosition();
    const end = endOfItem(scanner, text);
    const item = text.slice(start, scanner.getTokenOffset()).trim();
    const isEmptyArray = isFirst && item === '' && end === ']';
    if (end === ',' || (end === ']' && !isEmptyArray)) yield item;
    if (end === ',') continue;
    if (end !== ']' || nextSign(scanner, text) !== undefined) yield undefined;
    return;
  }
}

/** The first character of the next token; undefined at the end of the text. */
function nextSign(scanner: JSONScanner, text: string): string | undefined {
  scanner.scan();
  return text[scanner.getTokenOffset()];
}

const depths: Readonly<Record<string, number>> = { '{': 1, '[': 1, '}': -1, ']': -1 };

/** The comma or bracket after an item; undefined at the end of the text. */
function endOfItem(scanner: JSONScanner, text: string): string | undefined {
  for (let depth = 0; ; ) {
    const sign = nextSign(scanner, text);
    const step = ownMember(depths, sign ?? '') ?? 0;
    if (sign === undefined || (depth === 0 && (sign === ',' || step < 0))) return sign;
    depth += step;
  }
}
