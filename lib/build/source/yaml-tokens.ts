/** Limits of a YAML text, before it is composed: the composer recurses, and needs a hundred bytes for each token. */

import { type CST, Lexer, Parser } from 'yaml';
import { maxJsonDepth } from '../../shared/json/inspect-json.ts';

/** Words, signs, spaces, comments and line ends are tokens. A YAML file of a megabyte has 200,000 of them. */
export const maxTokens = 350_000;

export type YamlExcess = 'depth' | 'values' | 'tokens';

/** Thrown by the parse of a text that exceeds a limit. */
export class YamlLimitError extends Error {
  readonly excess: YamlExcess;

  constructor(excess: YamlExcess) {
    super(excess);
    this.excess = excess;
  }
}

/**
 * The tokens of a text, for the composer.
 *
 * @throws YamlLimitError while they are read.
 */
export function* parseTokens(text: string): Generator<CST.Token> {
  const parser = new Parser();
  const count = limitCounter();
  for (const source of new Lexer().lex(text)) {
    count(source);
    yield* parser.next(source);
  }
  yield* parser.end();
}

/** The change of the number of open brackets by a token. */
const bracketChange: Readonly<Record<string, number>> = { '[': 1, '{': 1, ']': -1, '}': -1 };

/** @returns a check of the next token. */
function limitCounter(): (source: string) => void {
  let tokens = 0;
  let brackets = 0;
  let dashes = 0;
  return (source) => {
    if (++tokens > maxTokens) throw new YamlLimitError('tokens');
    brackets += bracketChange[source] ?? 0;
    // `- - - a` is a list in a list in a list.
    if (source === '-' || source === '?') dashes++;
    else if (source.includes('\n')) dashes = 0;
    if (Math.max(brackets, dashes) > maxJsonDepth) throw new YamlLimitError('depth');
  };
}
