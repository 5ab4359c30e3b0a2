/** How deep JSON nests, seen without parsing it: parsers and what walks their result recurse. */

/** Far above what any model or descriptor needs. */
export const maxJsonDepth = 64;

/** The offset of the first bracket that is nested too deep; undefined when none is. */
export function findDeepNesting(text: string, maxDepth = maxJsonDepth): number | undefined {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '"') at = endOfString(text, at);
    else if (character === '[' || character === '{') depth++;
    else if (character === ']' || character === '}') depth--;
    if (depth > maxDepth) return at;
  }
  return undefined;
}

/** The offset of the closing quote; the end of the text when there is none. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"') return at;
  }
  return text.length;
}
