/** Scans the characters of a query for words and phrases. */

interface Word {
  /** Without escapes, and without the `*` at its end. */
  readonly text: string;
  readonly isPrefix: boolean;
  /** The text before the first colon that is not escaped, if there is one. */
  readonly beforeColon: string | undefined;
}

const unsupported = new Map([
  ['?', 'A wildcard for one character is not supported'],
  ['~', 'Fuzzy search is not supported'],
  ['^', 'Weights are not supported'],
]);
/** Characters with a meaning in Lucene at the beginning of a word, which this language would read as text. */
const unsupportedFirst = new Map([
  ['/', 'Regular expressions are not supported'],
  ['+', 'A + before a required word is not needed, since white space means AND'],
]);

export class Scanner {
  /** The offset in characters; a surrogate pair is one. All offsets and limits count in this way. */
  at = 0;
  readonly #characters: readonly string[];
  #endOfSpace = 0;

  constructor(text: string) {
    this.#characters = [...text];
  }

  get length(): number {
    return this.#characters.length;
  }

  /** Empty at the end. */
  get next(): string {
    return this.#character(this.at);
  }

  /** Escaped white space is part of a word and does not count. */
  get isAfterSpace(): boolean {
    return this.at > 0 && this.at === this.#endOfSpace;
  }

  get isBeforeSpace(): boolean {
    return this.next === '' || isSpace(this.next);
  }

  get hasNegativeNumber(): boolean {
    return this.next === '-' && /^\d$/.test(this.#character(this.at + 1));
  }

  #character(at: number): string {
    return this.#characters[at] ?? '';
  }

  skipSpace(): void {
    while (isSpace(this.next)) this.#endOfSpace = ++this.at;
  }

  has(symbol: string): boolean {
    return [...symbol].every((character, index) => this.#character(this.at + index) === character);
  }

  take(symbol: string): boolean {
    const isThere = this.has(symbol);
    if (isThere) this.at += symbol.length;
    return isThere;
  }

  /** Whether AND, OR, NOT or TO is next as a whole word. */
  hasKeyword(keyword: string): boolean {
    return this.has(keyword) && this.#isWordEnd(this.at + keyword.length, true);
  }

  takeKeyword(keyword: string): boolean {
    const isThere = this.hasKeyword(keyword);
    if (isThere) this.at += keyword.length;
    return isThere;
  }

  #isWordEnd(at: number, endsAtColon: boolean): boolean {
    const character = this.#character(at);
    if (character === '' || isSpace(character) || '()[]{}"'.includes(character)) return true;
    if (character === ':') return endsAtColon;
    return (character === '&' || character === '|') && this.#character(at + 1) === character;
  }

  /** @throws InvalidQuery when the next character begins unsupported Lucene syntax. */
  refuseUnsupported(table: ReadonlyMap<string, string> = unsupported): void {
    const problem = table.get(this.next);
    if (problem !== undefined) throw invalidQuery(this.at, problem, `write \\${this.next} for the character`);
  }

  /**
   * Consumes the next word, which may be empty. In a value a colon is part of the word, as in a time of day. In an exact
   * value the characters of `unsupportedFirst` have no meaning.
   */
  word({ isValue, isExact = false }: { readonly isValue: boolean; readonly isExact?: boolean }): Word {
    let text = '';
    let beforeColon: string | undefined;
    if (!isExact) this.refuseUnsupported(unsupportedFirst);
    while (!this.#isWordEnd(this.at, !isValue)) {
      if (this.take('*')) return { text, isPrefix: this.#endPrefix(), beforeColon };
      if (this.next === ':') beforeColon ??= text;
      this.refuseUnsupported();
      text += this.#unescaped();
    }
    return { text, isPrefix: false, beforeColon };
  }

  #endPrefix(): true {
    if (this.#isWordEnd(this.at, true)) return true;
    const help = 'a search by the beginning of a word is possible, as in foo*; write \\* for the character';
    throw invalidQuery(this.at, 'Expected the end of the word after *', help);
  }

  /** Consumes a character, and a backslash before it. */
  #unescaped(): string {
    if (this.take('\\') && this.next === '') throw invalidQuery(this.at, 'Expected a character after \\');
    return this.takeCharacter();
  }

  takeCharacter(): string {
    return this.#character(this.at++);
  }

  /** Consumes the rest of a phrase after its first quote. */
  phrase(): string {
    const start = this.at - 1;
    let text = '';
    while (!this.take('"')) {
      if (this.next === '')
        throw invalidQuery(this.at, 'Expected "', `it ends the phrase that begins at ${start}`);
      text += this.#unescaped();
    }
    if (text.trim() === '') throw invalidQuery(start + 1, 'Expected a word between the quotes');
    return text;
  }
}

function isSpace(character: string): boolean {
  return character !== '' && character.trim() === '';
}

/** What is wrong with a query, a condition or an expression. */
export class InvalidQuery extends Error {
  /** In characters from 0. */
  readonly offset: number;

  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

/**
 * The error of a query: what was expected where, and what helps.
 *
 * @param offset In characters from 0.
 * @example throw invalidQuery(10, 'Expected ] or }') // "Expected ] or } at 10."
 */
export function invalidQuery(offset: number, what: string, help?: string): InvalidQuery {
  return new InvalidQuery(`${what} at ${offset}${help === undefined ? '' : `: ${help}`}.`, offset);
}
