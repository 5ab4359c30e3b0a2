/** Texts that a text must contain to match an expression, so that most expressions are never compiled. */

/** What is known of all texts that a part of an expression matches. */
interface Matched {
  /** All of them, if they are few. */
  readonly exact?: readonly string[];
  /** Each of them contains one of these. */
  readonly within?: readonly string[];
}

const maxExact = 32;
const empty: Matched = { exact: [''] };
const anything: Matched = {};

/** The more common ones among the words of agents, in which a text is no reason to try an expression. */
const commonAgents = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36',
  'Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:121.0) Gecko/20100101 Firefox/121.0',
  'Mozilla/5.0 (Linux; U; Android 10; K Build/) Version/4.0 Chrome/120.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_2 like Mac OS X) Version/17.2 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15)',
].map((agent) => agent.toLowerCase());

/**
 * A text that contains none of these does not match the expression.
 *
 * @returns undefined if the expression has no such texts.
 * @throws Error for syntax that the expressions of uap-core do not have
 * @example requiredTexts('(Foo|Bar)/\\d+') // ['Foo/', 'Bar/']
 */
export function requiredTexts(source: string): readonly string[] | undefined {
  const found = new Set(bestOf(new Reader(source).read()));
  const isNeeded = (text: string) => ![...found].some((other) => other !== text && text.includes(other));
  return found.size === 0 ? undefined : [...found].filter(isNeeded);
}

/** By the weakest of the texts: its length, or a little for one that most agents contain. */
function scoreOf(texts: readonly string[]): number {
  const scores = texts.map((text) =>
    commonAgents.some((agent) => agent.includes(text.toLowerCase())) ? text.length / 100 : text.length,
  );
  return Math.min(...scores) - texts.length / 100_000;
}

function better(one: readonly string[] | undefined, other: readonly string[] | undefined) {
  if (!one || !other) return one ?? other;
  return scoreOf(other) > scoreOf(one) ? other : one;
}

function bestOf({ exact, within }: Matched): readonly string[] | undefined {
  return better(exact?.includes('') ? undefined : exact, within);
}

/** A sequence of parts. Neighbours whose texts are all known are joined. */
function sequence(parts: readonly Matched[]): Matched {
  let run: readonly string[] = [''];
  let within: readonly string[] | undefined;
  let isExact = true;
  for (const part of parts) {
    const joined = part.exact?.flatMap((end) => run.map((start) => start + end));
    if (joined && joined.length <= maxExact) {
      run = joined;
      continue;
    }
    isExact = false;
    within = better(better(within, bestOf({ exact: run })), bestOf(part));
    run = part.exact ?? [''];
  }
  return isExact ? { exact: run } : withTexts(better(within, bestOf({ exact: run })));
}

function alternatives(parts: readonly Matched[]): Matched {
  const exact = parts.flatMap((part) => part.exact ?? []);
  if (parts.every((part) => part.exact) && exact.length <= maxExact) return { exact };
  const best = parts.map(bestOf);
  return best.every((texts) => texts !== undefined) ? withTexts(best.flat()) : anything;
}

function withTexts(within: readonly string[] | undefined): Matched {
  return within ? { within } : anything;
}

/** Reads an expression with the syntax that uap-core uses: no look-around, no back-references, no named groups. */
class Reader {
  readonly #source: string;
  #at = 0;

  constructor(source: string) {
    this.#source = source;
  }

  read(): Matched {
    const matched = this.#alternatives();
    if (this.#at < this.#source.length) this.#refuse();
    return matched;
  }

  #alternatives(): Matched {
    const parts = [this.#sequence()];
    while (this.#skip('|')) parts.push(this.#sequence());
    return alternatives(parts);
  }

  #sequence(): Matched {
    const parts: Matched[] = [];
    while (this.#at < this.#source.length && !this.#next('|', ')')) parts.push(this.#repeated(this.#atom()));
    return sequence(parts);
  }

  #repeated(atom: Matched): Matched {
    const quantifier = this.#match(/[*+?]\??|\{(\d+)(?:,\d*)?\}\??/y);
    if (!quantifier) return atom;
    const [text, least] = quantifier;
    if (text.startsWith('?')) return alternatives([atom, empty]);
    return text.startsWith('*') || least === '0' ? anything : withTexts(bestOf(atom));
  }

  #atom(): Matched {
    if (this.#skip('(')) return this.#group();
    const [characters] = this.#match(/\[\^?\]?(?:[^\]\\]|\\.)*\]/y) ?? [];
    if (characters !== undefined) return classOf(characters);
    if (this.#skip('\\')) return escaped(this.#take());
    if (this.#next('*', '+', '?', '{')) this.#refuse();
    const character = this.#take();
    if (character === '.') return anything;
    return character === '^' || character === '$' ? empty : { exact: [character] };
  }

  #group(): Matched {
    if (!this.#skip('?:') && this.#next('?')) this.#refuse();
    const matched = this.#alternatives();
    if (!this.#skip(')')) this.#refuse();
    return matched;
  }

  #next(...characters: readonly string[]): boolean {
    return characters.includes(this.#source.charAt(this.#at));
  }

  #skip(text: string): boolean {
    const isThere = this.#source.startsWith(text, this.#at);
    if (isThere) this.#at += text.length;
    return isThere;
  }

  #take(): string {
    return this.#source.charAt(this.#at++);
  }

  #match(sticky: RegExp): RegExpExecArray | null {
    sticky.lastIndex = this.#at;
    const found = sticky.exec(this.#source);
    if (found) this.#at = sticky.lastIndex;
    return found;
  }

  #refuse(): never {
    throw new Error(`The expression has other syntax at character ${this.#at + 1}: ${this.#source}`);
  }
}

/** @param text With its brackets. A class of few characters without ranges and escapes is known exactly. */
function classOf(text: string): Matched {
  const characters = text.slice(1, -1);
  return /^[^\\^-]{1,3}$/.test(characters) ? { exact: [...characters] } : anything;
}

function escaped(character: string): Matched {
  if (character === 'b') return empty;
  if (/[a-zA-Z0-9]/.test(character) && !'dDwWsS'.includes(character))
    throw new Error(`The escape \\${character} is not known.`);
  return /[a-zA-Z]/.test(character) ? anything : { exact: [character] };
}
