/**
 * Compiles expressions (docs/service/expressions.md): arithmetic, comparisons and functions of the fields of a record.
 * What follows `if` is a condition. An expression has no loops and no names of its own, so its time grows with its
 * length and with the values alone.
 */

import { exactNumberOf } from '../../headwater/shared/json/long-integers.ts';
import { nearSpelling } from '../../headwater/shared/json/near-spelling.ts';
import { InvalidQuery, invalidQuery, Scanner } from '../../headwater/shared/query/scanner.ts';
import { InvalidOption } from '../base/definition.ts';
import { type FieldPath, findPath } from '../base/field-path.ts';
import type { DataRecord, RecordValue } from '../base/record.ts';
import { arithmetic, type Operator } from './arithmetic.ts';
import { type Condition, compileQueryIn } from './condition.ts';
import { type Evaluation, functionNames, functions } from './functions.ts';
import { comparisons } from './value-tests.ts';

/**
 * The value of a part; undefined if a field that it needs is absent or null.
 *
 * @throws ExpressionFailure for a value that it cannot compute with.
 */
type Part = (record: DataRecord, context: Evaluation) => RecordValue | undefined;

interface Expression {
  readonly evaluate: Part;
  /** The fields that it reads. */
  readonly fields: readonly FieldPath[];
}

/**
 * @throws InvalidQuery with what is expected and where.
 * @example compileExpression('bytes * 8').evaluate({ bytes: 2 }, { now: 0, maxSize: 1e6 }) // 16
 */
export function compileExpression(text: string): Expression {
  return new ExpressionParser(text).parse();
}

/** @throws InvalidOption as `compileExpression`. */
export function compileExpressionOption(text: string, option: string): Expression {
  try {
    return compileExpression(text);
  } catch (cause) {
    if (cause instanceof InvalidQuery)
      throw new InvalidOption(option, `is not an expression: ${cause.message}`);
    throw cause;
  }
}

const maxDepth = 32;
/** What a name consists of; other paths are in braces. */
const nameCharacter = /[\p{L}\p{N}_@.]/u;
const literals = new Map<string, RecordValue>([
  ['true', true],
  ['false', false],
  ['null', null],
]);
/** The loosest first. A longer symbol is before its beginning. */
const operators: readonly (readonly Operator[])[] = [
  ['==', '!=', '>=', '<=', '>', '<'],
  ['+', '-'],
  ['*', '/', '%'],
];

class ExpressionParser {
  readonly #text: string;
  readonly #scanner: Scanner;
  readonly #fields: FieldPath[] = [];
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
    this.#scanner = new Scanner(text);
  }

  parse(): Expression {
    const evaluate = this.#expression();
    const { next, at } = this.#scanner;
    if (next !== '') throw invalidQuery(at, 'Expected an operator or the end', helpFor(next));
    return { evaluate, fields: this.#fields };
  }

  #expression(): Part {
    if (++this.#depth > maxDepth)
      throw invalidQuery(this.#scanner.at, `Expected at most ${maxDepth} levels of parentheses`);
    this.#scanner.skipSpace();
    const part = this.#scanner.takeKeyword('if') ? this.#choice() : this.#operation(0);
    this.#depth--;
    return part;
  }

  /** Consumes the rest of `if (condition) one else other`. */
  #choice(): Part {
    const holds = this.#condition();
    const one = this.#expression();
    this.#scanner.skipSpace();
    if (!this.#scanner.takeKeyword('else'))
      throw invalidQuery(this.#scanner.at, 'Expected else', 'as in if (status:>=500) "error" else "ok"');
    const other = this.#expression();
    return (record, context) => (holds(record, context.now) ? one : other)(record, context);
  }

  #condition(): Condition {
    const scanner = this.#scanner;
    scanner.skipSpace();
    const { at } = scanner;
    const end = scanner.next === '(' ? endOfParentheses(this.#text, at) : undefined;
    if (end === undefined)
      throw invalidQuery(
        at,
        'Expected a condition in parentheses',
        'as in if (status:>=500) "error" else "ok"',
      );
    const { matches, fields } = compileQueryIn(this.#text, { start: at, end });
    this.#fields.push(...fields);
    scanner.at = end;
    return matches;
  }

  /** @param level The index of operators that bind as loosely as allowed. */
  #operation(level: number): Part {
    const symbols = operators[level];
    if (!symbols) return this.#operand();
    let left = this.#operation(level + 1);
    for (;;) {
      this.#scanner.skipSpace();
      const symbol = symbols.find((one) => this.#scanner.take(one));
      if (symbol === undefined) return left;
      left = operate(symbol, left, this.#operation(level + 1));
    }
  }

  #operand(): Part {
    const scanner = this.#scanner;
    scanner.skipSpace();
    const { at, next } = scanner;
    if (scanner.take('(')) return this.#group();
    if (scanner.take('{{')) return this.#field(this.#braces(), at);
    if (/\d/.test(next)) return constant(this.#number());
    if (scanner.take('-')) return operate('-', constant(0), this.#operand());
    if (next === '"' || next === "'") return constant(this.#quoted(scanner.takeCharacter()));
    const name = this.#name();
    if (name === '')
      throw invalidQuery(at, 'Expected a field, a number, a text or a function', helpFor(next));
    scanner.skipSpace();
    if (scanner.take('(')) return this.#call(name, at);
    const literal = literals.get(name);
    return literal === undefined ? this.#field(name, at) : constant(literal);
  }

  #group(): Part {
    const inner = this.#expression();
    this.#close();
    return inner;
  }

  #close(): void {
    this.#scanner.skipSpace();
    if (!this.#scanner.take(')')) throw invalidQuery(this.#scanner.at, 'Expected an operator or )');
  }

  #field(name: string, at: number): Part {
    if (/^ctx\b/.test(name) && !this.#text.includes(`{{${name}}}`))
      throw invalidQuery(
        at,
        'Expected an expression in place of a script',
        `write ${name.slice(4) || 'a path'}`,
      );
    const path = findPath(name);
    if (typeof path === 'string') throw invalidQuery(at, 'Expected the path of a field', path);
    this.#fields.push(path);
    if (name === '_ingest.timestamp') return (_record, { now }) => new Date(now).toISOString();
    return (record) => path.get(record);
  }

  #braces(): string {
    const { at } = this.#scanner;
    let name = '';
    while (!this.#scanner.take('}}')) {
      if (this.#scanner.next === '') throw invalidQuery(at, 'Expected }} after the path of a field');
      name += this.#scanner.takeCharacter();
    }
    return name.trim();
  }

  #name(): string {
    let name = '';
    while (nameCharacter.test(this.#scanner.next)) name += this.#scanner.takeCharacter();
    return name;
  }

  #number(): number | bigint {
    const rest = [...this.#text].slice(this.#scanner.at).join('');
    const [literal = ''] = /^\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/.exec(rest) ?? [];
    this.#scanner.at += literal.length;
    if (nameCharacter.test(this.#scanner.next))
      throw invalidQuery(this.#scanner.at, 'Expected the end of the number', 'write {{path}} for a field');
    const number = exactNumberOf(literal) ?? 0;
    if (!(typeof number === 'bigint' || Number.isFinite(number)))
      throw invalidQuery(this.#scanner.at, 'Expected a number within the range of a double');
    return number;
  }

  #quoted(quote: string): string {
    const start = this.#scanner.at - 1;
    let text = '';
    while (!this.#scanner.take(quote)) {
      this.#scanner.take('\\');
      if (this.#scanner.next === '')
        throw invalidQuery(this.#scanner.at, `Expected ${quote}`, `it ends the text that begins at ${start}`);
      text += this.#scanner.takeCharacter();
    }
    return text;
  }

  /** Consumes the arguments of a function. */
  #call(name: string, at: number): Part {
    const called = functions.get(name);
    if (!called) {
      const near = nearSpelling(name, functionNames);
      const hint = near === undefined ? '' : `; did you mean ${near}?`;
      throw invalidQuery(at, 'Expected a function', `they are ${functionNames.join(', ')}${hint}`);
    }
    const parts: Part[] = [];
    this.#scanner.skipSpace();
    if (this.#scanner.next !== ')') {
      do parts.push(this.#expression());
      while (this.#takeComma());
    }
    this.#close();
    const { min, max, apply, takesAbsent } = called;
    if (parts.length < min || parts.length > max)
      throw invalidQuery(at, `Expected ${min === max ? min : `${min} to ${max}`} values in ${name}(…)`);
    return (record, context) => {
      const values: (RecordValue | undefined)[] = [];
      for (const part of parts) {
        const value = part(record, context);
        if (!takesAbsent && (value === undefined || value === null)) return undefined;
        values.push(value);
      }
      return apply(values, context);
    };
  }

  #takeComma(): boolean {
    this.#scanner.skipSpace();
    return this.#scanner.take(',');
  }
}

function constant(value: RecordValue): Part {
  return () => value;
}

function operate(symbol: Operator, left: Part, right: Part): Part {
  const compute = symbol in arithmetic ? arithmetic[symbol as keyof typeof arithmetic] : comparison(symbol);
  return (record, context) => {
    const one = left(record, context);
    if (one === undefined || one === null) return undefined;
    const other = right(record, context);
    return other === undefined || other === null ? undefined : compute(one, other);
  };
}

function comparison(symbol: Operator): (one: RecordValue, other: RecordValue) => boolean {
  if (symbol === '!=') return (one, other) => !comparisons['='](one, other);
  return comparisons[symbol === '==' ? '=' : (symbol as keyof typeof comparisons)];
}

/** What helps where scripts and other languages have such a character. */
function helpFor(character: string): string | undefined {
  if (character === '=') return 'equality is ==';
  if (character === '&' || character === '|') return 'write if (a:* AND b:*) … else … for a choice';
  if (character === ';') return 'an expression is one value; write several steps';
  if (character === '?')
    return 'write if (condition) … else … for a choice, and coalesce(a, b) for a default';
  return character === '-' || character === '['
    ? 'write {{path}} for a path with such characters'
    : undefined;
}

/** Quoted texts, regular expressions and escaped characters of a condition, in which parentheses mean nothing. */
const opaque = /"(?:[^"\\]|\\.)*"|(?<=:)\/(?:[^/\\]|\\.)*\/|\\./gsu;

/** The offset after the parenthesis that closes the one at an offset, in characters; undefined if none does. */
function endOfParentheses(text: string, start: number): number | undefined {
  const plain = text.replace(opaque, (match) => '_'.repeat([...match].length));
  let depth = 0;
  for (const [index, character] of [...plain].entries()) {
    if (index < start) continue;
    depth += Number(character === '(') - Number(character === ')');
    if (depth === 0) return index + 1;
  }
  return undefined;
}
