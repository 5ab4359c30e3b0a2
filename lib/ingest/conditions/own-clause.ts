/** The clauses of conditions that queries about documents do not have. */

import type { Lexeme } from '../../headwater/shared/query/query-parser.ts';
import { invalidQuery, type Scanner } from '../../headwater/shared/query/scanner.ts';

const valueTypes = ['text', 'number', 'boolean', 'list', 'object'] as const;

export type ClauseType = (typeof valueTypes)[number];

const symbols = ['=', '>=', '<=', '>', '<'] as const;

export type OwnClause =
  | { readonly kind: 'type'; readonly type: ClauseType }
  | { readonly kind: 'regex'; readonly source: Lexeme; readonly flags: '' | 'i' }
  /** The whole text, or its beginning. */
  | { readonly kind: 'exact' | 'prefix'; readonly text: string }
  | { readonly kind: 'null' }
  | { readonly kind: 'field'; readonly symbol: (typeof symbols)[number]; readonly other: Lexeme };

/**
 * Consumes such a clause, if one begins here.
 *
 * @throws InvalidQuery
 */
export function takeOwnClause(scanner: Scanner, field: string | undefined): OwnClause | undefined {
  const { at } = scanner;
  if (scanner.take('/')) return takeRegex(scanner);
  if (field === undefined) return undefined;
  const type = valueTypes.find((one) => scanner.takeKeyword(`:${one}`));
  if (type) return { kind: 'type', type };
  if (scanner.take('""')) return { kind: 'exact', text: '' };
  const symbol = symbols.find((one) => scanner.take(one));
  if (symbol === undefined) return undefined;
  if (scanner.take('{{')) return { kind: 'field', symbol, other: takeReference(scanner) };
  if (symbol === '=') return takeExact(scanner, field);
  scanner.at = at;
  return undefined;
}

/** Consumes a regular expression after its first slash. */
function takeRegex(scanner: Scanner): OwnClause {
  const { at } = scanner;
  let text = '';
  while (!scanner.take('/')) {
    if (scanner.next === '') {
      const help = 'it ends the regular expression; write the value in quotes for a text that begins with /';
      throw invalidQuery(scanner.at, 'Expected /', help);
    }
    const isEscape = scanner.take('\\');
    const character = scanner.takeCharacter();
    text += isEscape && character !== '/' ? `\\${character}` : character;
  }
  return { kind: 'regex', source: { text, at }, flags: scanner.take('i') ? 'i' : '' };
}

/** Consumes the path of another field after its braces. */
function takeReference(scanner: Scanner): Lexeme {
  scanner.skipSpace();
  const { at } = scanner;
  const { text } = scanner.word({ isValue: true });
  scanner.skipSpace();
  if (!scanner.take('}}')) throw invalidQuery(scanner.at, 'Expected }} after the path of a field');
  return { text, at };
}

/** Consumes a value after `=`. */
function takeExact(scanner: Scanner, field: string): OwnClause {
  const { at } = scanner;
  if (scanner.take('""')) return { kind: 'exact', text: '' };
  if (scanner.take('"')) return { kind: 'exact', text: scanner.phrase() };
  const { text, isPrefix } = scanner.word({ isValue: true, isExact: true });
  if (text === '')
    throw invalidQuery(at, `Expected a value of ${field} right after =`, `write ${field}:* for any value`);
  if (isPrefix) return { kind: 'prefix', text };
  return text === 'null' ? { kind: 'null' } : { kind: 'exact', text };
}
