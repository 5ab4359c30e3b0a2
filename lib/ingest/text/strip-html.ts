/** Removes the markup of HTML as the `HTMLStripCharFilter` of Lucene does. Takes linear time. */

import { decodeHTMLStrict } from 'entities/decode';
import { findTagEnd } from './html-tag.ts';

/** What a construct of HTML becomes, and where it ends. */
interface Construct {
  readonly text: string;
  readonly end: number;
}

/** Their tags are removed; those of all other elements become a new line. */
const inlineElements =
  /^(?:[abiqsu]|abbr|acronym|basefont|bdo|big|cite|code|dfn|em|font|img|input|kbd|label|samp|select|small|span|strike|strong|sub|sup|textarea|tt|var)$/i;

const reference = /&(?:#([xX][\da-fA-F]{1,5}|\d{1,7})|([A-Za-z\d]+))(?:;|$)/y;
const surrogatePair = /&#([xX][\da-fA-F]{4}|\d{5});&#([xX][\da-fA-F]{4}|\d{5});/y;
const tagStart = /<\p{White_Space}*([:_\p{ID_Start}][-.:_\p{ID_Continue}]*)/uy;
const endTag = /<\/\p{White_Space}*([:_\p{ID_Start}][-.:_\p{ID_Continue}]*)(?:\p{White_Space}*>|$)/uy;

/** @example stripHtml('<p>a &lt; b</p>') // '\na < b\n' */
export function stripHtml(text: string): string {
  return new HtmlStripper(text).strip();
}

class HtmlStripper {
  readonly #text: string;
  /** Where the last search for a text began, and what it found. */
  readonly #found = new Map<string, { readonly from: number; readonly at: number }>();
  readonly #deadEnds = new Set<number>();

  constructor(text: string) {
    this.#text = text;
  }

  strip(): string {
    const starts = /[<&]/g;
    let output = '';
    let kept = 0;
    for (let match = starts.exec(this.#text); match; match = starts.exec(this.#text)) {
      const { index } = match;
      const construct = match[0] === '&' ? this.#reference(index) : this.#markup(index);
      if (!construct) continue;
      output += this.#text.slice(kept, index) + construct.text;
      kept = construct.end;
      starts.lastIndex = kept;
    }
    return output + this.#text.slice(kept);
  }

  /** A reference ends with a semicolon, or where the text ends. */
  #reference(start: number): Construct | undefined {
    const pair = matchAt(surrogatePair, this.#text, start);
    if (pair) {
      const [all, high = '', low = ''] = pair;
      const character = String.fromCharCode(codeOf(high), codeOf(low));
      if (/^[\u{10000}-\u{10FFFF}]$/u.test(character)) return { text: character, end: start + all.length };
    }
    const match = matchAt(reference, this.#text, start);
    if (!match) return undefined;
    const [all, number, name = ''] = match;
    const character = number === undefined ? namedCharacter(name) : characterOf(codeOf(number));
    return character === undefined ? undefined : { text: character, end: start + all.length };
  }

  #markup(start: number): Construct | undefined {
    switch (this.#text[start + 1]) {
      case '!':
        return this.#declaration(start);
      case '?':
        return this.#instruction(start);
      case '/':
        return this.#endTag(start);
      default:
        return this.#startTag(start);
    }
  }

  #declaration(start: number): Construct {
    const { length } = this.#text;
    if (this.#text.startsWith('--', start + 2)) return { text: '', end: this.#commentEnd(start + 4) };
    if (this.#text.startsWith('[CDATA[', start + 2)) {
      const end = this.#find(']]>', start + 9);
      const text = this.#text.slice(start + 9, end === -1 ? length : end);
      return { text, end: end === -1 ? length : end + 3 };
    }
    const end = this.#find('>', start + 2);
    return end === -1 ? { text: this.#text.slice(start), end: length } : { text: '', end: end + 1 };
  }

  #instruction(start: number): Construct | undefined {
    const end = this.#find('>', start);
    const last = this.#text[end - 1];
    return end > start + 2 && (last === '?' || last === '/') ? { text: '', end: end + 1 } : undefined;
  }

  #endTag(start: number): Construct | undefined {
    const match = matchAt(endTag, this.#text, start);
    return match ? tagOf(match[1] ?? '', match[0].endsWith('>'), start + match[0].length) : undefined;
  }

  #startTag(start: number): Construct | undefined {
    const match = matchAt(tagStart, this.#text, start);
    if (!match) return undefined;
    const [all, name = ''] = match;
    const end = start + all.length;
    // Only a text that ends with a name, and has no `>`.
    if (end === this.#text.length) return tagOf(name, false, end);
    const tagEnd = findTagEnd(this.#text, end, this.#deadEnds);
    if (tagEnd === undefined) return undefined;
    // As in Lucene, `<script/>` has no content.
    const hasRaw = /^(?:script|style)$/i.test(name) && !/[/=]/.test(this.#text.charAt(end));
    return hasRaw ? this.#rawElement(name.toLowerCase(), tagEnd) : tagOf(name, true, tagEnd);
  }

  /** The content of a script or a style is removed with its tags. */
  #rawElement(name: string, start: number): Construct {
    const parts = /<!--|<\/\p{White_Space}*([A-Za-z]+)\p{White_Space}*>/gu;
    parts.lastIndex = start;
    for (let match = parts.exec(this.#text); match; match = parts.exec(this.#text)) {
      if (match[1]?.toLowerCase() === name) return { text: '\n', end: parts.lastIndex };
      if (match[0] === '<!--') parts.lastIndex = this.#endOf(/-->|<!--#|['"]/g, parts.lastIndex);
    }
    return { text: '', end: this.#text.length };
  }

  #commentEnd(start: number): number {
    return this.#endOf(/-->|<!--#/g, start);
  }

  /** After `-->`, where no include or text in quotes has it; the length of the text if there is none. */
  #endOf(parts: RegExp, start: number): number {
    parts.lastIndex = start;
    for (let match = parts.exec(this.#text); match; match = parts.exec(this.#text)) {
      const [part] = match;
      if (part === '-->') return parts.lastIndex;
      parts.lastIndex =
        part === '<!--#' ? this.#endOf(/-->|['"]/g, parts.lastIndex) : this.#quoteEnd(part, parts.lastIndex);
    }
    return this.#text.length;
  }

  #quoteEnd(quote: string, start: number): number {
    const parts = quote === '"' ? /\\.|"/gsu : /\\.|'/gsu;
    parts.lastIndex = start;
    for (let match = parts.exec(this.#text); match; match = parts.exec(this.#text))
      if (match[0] === quote) return parts.lastIndex;
    return this.#text.length;
  }

  /** `indexOf`, which does not search again what an earlier call has searched. */
  #find(part: string, from: number): number {
    const known = this.#found.get(part);
    if (known && known.from <= from && (known.at === -1 || known.at >= from)) return known.at;
    const at = this.#text.indexOf(part, from);
    this.#found.set(part, { from, at });
    return at;
  }
}

function matchAt(expression: RegExp, text: string, index: number): RegExpExecArray | null {
  expression.lastIndex = index;
  return expression.exec(text);
}

/** A tag without its `>` at the end of the text is removed. */
function tagOf(name: string, isClosed: boolean, end: number): Construct {
  return { text: isClosed && !inlineElements.test(name) ? '\n' : '', end };
}

/** Undefined for a name that HTML does not have. */
function namedCharacter(name: string): string | undefined {
  // As in Lucene.
  if (name === 'nbsp') return ' ';
  const written = `&${name};`;
  const character = decodeHTMLStrict(written);
  return character === written ? undefined : character;
}

/** @param digits Decimal, or hexadecimal after an `x`. */
function codeOf(digits: string): number {
  return /^x/i.test(digits) ? Number.parseInt(digits.slice(1), 16) : Number(digits);
}

function characterOf(code: number): string | undefined {
  if (code > 0x10_ff_ff) return undefined;
  return code >= 0xd8_00 && code <= 0xdf_ff ? '\ufffd' : String.fromCodePoint(code);
}
