/** Splits texts as Java's `String.split` does, or outside of quotes, and trims characters. */

import { buildRegex, compileJavaRegex, translateRegex } from './regex.ts';

/**
 * @param limit 0 removes empty texts at the end; -1 keeps them; more is the greatest number of parts.
 * @throws InvalidPattern
 */
export function compileSplit(separator: string, limit: number): (text: string) => string[] {
  const literal = literalOf(separator);
  if (literal !== undefined && limit <= 0) {
    return limit === 0 ? (text) => withoutEmptyEnd(text.split(literal), text) : (text) => text.split(literal);
  }
  const { regex } = compileJavaRegex(separator, 'g');
  return (text) => splitByRegex(text, regex, limit);
}

/** Characters that have no meaning in an expression, or escaped ones. */
function literalOf(separator: string): string | undefined {
  if (separator === '') return undefined;
  const literal = separator.replace(/\\([^A-Za-z0-9])/g, '$1');
  const plain = separator.replace(/\\[^A-Za-z0-9]/g, '');
  return /[\\^$.|?*+()[\]{}]/.test(plain) ? undefined : literal;
}

/** An empty match at the very start separates nothing. */
function splitByRegex(text: string, regex: RegExp, limit: number): string[] {
  const parts: string[] = [];
  let end = 0;
  regex.lastIndex = 0;
  for (let match = regex.exec(text); match; match = regex.exec(text)) {
    if (limit > 0 && parts.length === limit - 1) break;
    const matchEnd = match.index + match[0].length;
    if (matchEnd > 0) {
      parts.push(text.slice(end, match.index));
      end = matchEnd;
    }
    if (match[0] === '') regex.lastIndex += (text.codePointAt(match.index) ?? 0) > 0xffff ? 2 : 1;
  }
  parts.push(text.slice(end));
  return limit === 0 ? withoutEmptyEnd(parts, text) : parts;
}

/** A text without separators stays as it is, even when it is empty. */
function withoutEmptyEnd(parts: string[], text: string): string[] {
  if (parts.length === 1) return [text];
  let length = parts.length;
  while (length > 0 && parts[length - 1] === '') length--;
  return length === parts.length ? parts : parts.slice(0, length);
}

/** Removes the characters at both ends. @throws InvalidPattern */
export function compileTrim(characters: string | undefined): (text: string) => string {
  if (characters === undefined) return (text) => text;
  // At the end, a run is tried once, from its first character.
  const one = translateRegex(`[${characters}]`, { dialect: 'java' });
  const { regex } = buildRegex(`^${one}+|(?<!${one})${one}+$`, 'gu');
  return (text) => text.replace(regex, '');
}

/** Splits at what matches, except between quotes. It omits empty parts. @throws InvalidPattern */
export function splitQuoted(separator: string, quote: string): (text: string) => string[] {
  const { regex } = compileJavaRegex(separator, 'y');
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
