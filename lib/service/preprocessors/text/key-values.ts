/** What pairs of keys and values need: quoted parts and trimmed characters. */

import { buildRegex, compileJavaRegex, translateRegex } from './regex.ts';

/** Removes the characters at both ends. @throws InvalidRegex */
export function compileTrim(characters: string | undefined): (text: string) => string {
  if (characters === undefined) return (text) => text;
  // At the end, a run is tried once, from its first character.
  const one = translateRegex(`[${characters}]`, { dialect: 'java' });
  const regex = buildRegex(`^${one}+|(?<!${one})${one}+$`, 'gu');
  return (text) => text.replace(regex, '');
}

/** Splits at what matches, except between quotes. It omits empty parts. @throws InvalidRegex */
export function splitQuoted(separator: string, quote: string): (text: string) => string[] {
  const regex = compileJavaRegex(separator, 'y');
  return (text) => {
    const parts: string[] = [];
    let start = 0;
    let at = 0;
    while (at < text.length) {
      if (text[at] === quote) {
        at = endOfQuote(text, at, quote);
        continue;
      }
      regex.lastIndex = at;
      const length = regex.exec(text)?.[0].length ?? 0;
      if (length > 0) {
        parts.push(text.slice(start, at));
        start = at + length;
      }
      at += Math.max(length, 1);
    }
    parts.push(text.slice(start));
    return parts.filter((part) => part !== '');
  };
}

/** After the closing quote; a backslash escapes it. */
function endOfQuote(text: string, at: number, quote: string): number {
  for (let position = at + 1; position < text.length; position++) {
    if (text[position] === '\\') position++;
    else if (text[position] === quote) return position + 1;
  }
  return text.length;
}
