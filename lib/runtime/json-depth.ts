/** JSON nested without end, refused before it is parsed. */

import { ServiceError } from '../errors.ts';
import { positionAt } from '../plan/json-syntax.ts';

/** Far above what any model needs; JSON.parse itself takes a million, and what walks the value then does not. */
const maxDepth = 64;

/** @throws ServiceError malformed_json when arrays and objects are nested deeper than 64 levels. */
export function refuseDeepNesting(text: string): void {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '"') at = endOfString(text, at);
    else if (character === '[' || character === '{') depth++;
    else if (character === ']' || character === '}') depth--;
    if (depth > maxDepth) {
      const detail = `The body is nested deeper than the ${maxDepth} levels that are accepted.`;
      throw new ServiceError('malformed_json', detail, { members: { ...positionAt(text, at) } });
    }
  }
}

/** The offset of the closing quote; the end of the text when there is none. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"') return at;
  }
  return text.length;
}
