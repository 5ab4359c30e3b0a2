/** Parses the part of Painless that conditions and small scripts of ingest pipelines use. */

import { exactNumberOf } from '../../headwater/shared/json/long-integers.ts';
import { ownMember } from '../../headwater/shared/json/own-member.ts';
import { type DataRecord, isRecord, type RecordValue } from '../base/record.ts';

export type Painless =
  | { readonly kind: 'path'; readonly path: readonly string[] }
  | { readonly kind: 'value'; readonly value: string | number | bigint | boolean | null }
  | { readonly kind: 'list'; readonly items: readonly Painless[] }
  | { readonly kind: 'regex'; readonly source: string; readonly flags: string }
  | { readonly kind: 'name'; readonly name: string }
  | {
      readonly kind: 'call';
      readonly target: Painless;
      readonly name: string;
      readonly args: readonly Painless[];
    }
  | { readonly kind: 'not' | 'minus'; readonly of: Painless }
  | { readonly kind: 'binary'; readonly operator: string; readonly left: Painless; readonly right: Painless }
  | {
      readonly kind: 'choice';
      readonly condition: Painless;
      readonly one: Painless;
      readonly other: Painless;
    };

export type Statement =
  | { readonly kind: 'assign'; readonly path: readonly string[]; readonly value: Painless }
  | { readonly kind: 'remove'; readonly path: readonly string[] }
  | {
      readonly kind: 'if';
      readonly condition: Painless;
      readonly then: readonly Statement[];
      readonly otherwise: readonly Statement[];
    };

/** What is not translated, in words that complete "the script has …". */
export class Untranslatable extends Error {}

type Token = { readonly kind: 'name' | 'number' | 'text' | 'regex' | 'symbol'; readonly text: string };

const space = /\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\//y;
const word = /[A-Za-z_]\w*/y;
const number = /\d+(?:\.\d+)?[LlFfDd]?/y;
const text = /'(?:[^'\\]|\\[\s\S])*'|"(?:[^"\\]|\\[\s\S])*"/y;
const regex = /\/(?:[^/\\\n]|\\.)+\/[a-z]*/y;
const symbol = /===|!==|==~|=~|==|!=|<=|>=|&&|\|\||\?\.|\?:|[-+*/%<>=!?:.,;()[\]{}]/y;
/** Before a regular expression, not before a division. */
const beforeRegex = new Set(['', '=~', '==~', '(', ',']);

function tokensOf(script: string): readonly Token[] {
  const tokens: Token[] = [];
  let at = 0;
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const [found] = pattern.exec(script) ?? [];
    if (found !== undefined) at += found.length;
    return found;
  };
  while (at < script.length) {
    if (take(space) !== undefined) continue;
    const last = tokens.at(-1)?.text ?? '';
    const pattern = beforeRegex.has(last) ? take(regex) : undefined;
    if (pattern !== undefined) {
      tokens.push({ kind: 'regex', text: pattern });
      continue;
    }
    const kinds = { name: word, number, text, symbol } as const;
    const kind = (['name', 'number', 'text', 'symbol'] as const).find((one) => {
      const found = take(kinds[one]);
      if (found !== undefined) tokens.push({ kind: one, text: found });
      return found !== undefined;
    });
    if (!kind) throw new Untranslatable(`the character ${JSON.stringify(script[at])}`);
  }
  return tokens;
}

/** The loosest first. */
const levels: readonly (readonly string[])[] = [
  ['?:'],
  ['||'],
  ['&&'],
  ['==', '!=', '===', '!==', '=~', '==~'],
  ['<=', '>=', '<', '>', 'instanceof'],
  ['+', '-'],
  ['*', '/', '%'],
];

/** Expressions, statements and signs within one another. */
const maxDepth = 50;

/** Members of a path, and calls. */
const maxMembers = 256;

/** Operators in a row, such as `||` between conditions: what is made of them is as deep. */
const maxOperators = 1_000;

/** @throws Untranslatable */
export function parsePainless(script: string): Painless {
  const parser = new PainlessParser(tokensOf(script));
  const parsed = parser.expression();
  parser.end();
  return parsed;
}

/** @param params Of the script: their values replace their names. @throws Untranslatable */
export function parseStatements(script: string, params: DataRecord): readonly Statement[] {
  const parser = new PainlessParser(tokensOf(script), params);
  const statements = parser.statements('');
  parser.end();
  return statements;
}

class PainlessParser {
  readonly #tokens: readonly Token[];
  readonly #params: DataRecord;
  #at = 0;
  #depth = 0;

  constructor(tokens: readonly Token[], params: DataRecord = {}) {
    this.#tokens = tokens;
    this.#params = params;
  }

  end(): void {
    const token = this.#tokens[this.#at];
    if (token) throw new Untranslatable(`${token.text} where it should end`);
  }

  statements(end: string): Statement[] {
    const found: Statement[] = [];
    while (this.#at < this.#tokens.length && this.#peek() !== end)
      if (!this.#take(';')) found.push(this.#statement());
    return found;
  }

  /** @throws Untranslatable if it is too deep within others. */
  #within<Part>(read: () => Part): Part {
    if (++this.#depth > maxDepth) throw new Untranslatable('too many levels');
    const part = read();
    this.#depth--;
    return part;
  }

  #statement(): Statement {
    if (this.#take('if')) return this.#within(() => this.#conditional());
    const target = this.expression();
    if (target.kind === 'call' && target.name === 'remove') return this.#removal(target);
    if (target.kind !== 'path' || !this.#take('='))
      throw new Untranslatable('a statement that does not assign to ctx');
    return { kind: 'assign', path: target.path, value: this.expression() };
  }

  #conditional(): Statement {
    this.#expect('(');
    const condition = this.expression();
    this.#expect(')');
    const then = this.#branch();
    return { kind: 'if', condition, then, otherwise: this.#take('else') ? this.#branch() : [] };
  }

  #branch(): Statement[] {
    if (!this.#take('{')) {
      const statement = this.#statement();
      this.#take(';');
      return [statement];
    }
    const statements = this.statements('}');
    this.#expect('}');
    return statements;
  }

  #removal({
    target,
    args: [member],
  }: {
    readonly target: Painless;
    readonly args: readonly Painless[];
  }): Statement {
    if (target.kind !== 'path' || member?.kind !== 'value')
      throw new Untranslatable('remove of a computed name');
    return { kind: 'remove', path: [...target.path, String(member.value)] };
  }

  expression(): Painless {
    return this.#within(() => this.#choice());
  }

  #choice(): Painless {
    const condition = this.#operation(0);
    if (!this.#take('?')) return condition;
    const one = this.expression();
    this.#expect(':');
    return { kind: 'choice', condition, one, other: this.expression() };
  }

  #operation(level: number): Painless {
    const operators = levels[level];
    if (!operators) return this.#unary();
    let left = this.#operation(level + 1);
    for (let count = 0; ; count++) {
      const operator = this.#peek();
      if (!this.#isOperator(operators)) return left;
      if (count === maxOperators) throw new Untranslatable(`more than ${maxOperators} operators`);
      this.#at++;
      left = { kind: 'binary', operator, left, right: this.#operation(level + 1) };
    }
  }

  #isOperator(operators: readonly string[]): boolean {
    const token = this.#tokens[this.#at];
    return token !== undefined && token.kind !== 'text' && operators.includes(token.text);
  }

  #unary(): Painless {
    if (this.#take('!')) return { kind: 'not', of: this.#within(() => this.#unary()) };
    if (this.#take('-')) return { kind: 'minus', of: this.#within(() => this.#unary()) };
    return this.#postfix(this.#primary());
  }

  #primary(): Painless {
    const token = this.#tokens[this.#at++];
    if (!token) throw new Untranslatable('an end where a value should be');
    switch (token.kind) {
      case 'number':
        return { kind: 'value', value: exactNumberOf(token.text.replace(/[LlFfDd]$/, '')) ?? null };
      case 'text':
        return {
          kind: 'value',
          value: token.text
            .slice(1, -1)
            .replace(/\\([\s\S])/g, (_, one: string) => (one === 'n' ? '\n' : one === 't' ? '\t' : one)),
        };
      case 'regex': {
        const end = token.text.lastIndexOf('/');
        return { kind: 'regex', source: token.text.slice(1, end), flags: token.text.slice(end + 1) };
      }
      case 'name':
        return namedValue(token.text);
      case 'symbol':
        return this.#enclosed(token.text);
    }
  }

  #enclosed(symbol: string): Painless {
    if (symbol === '[') return { kind: 'list', items: this.#values(']') };
    if (symbol !== '(') throw new Untranslatable(`${symbol} where a value should be`);
    const cast = this.#tokens[this.#at];
    if (cast && casts.has(cast.text) && this.#tokens[this.#at + 1]?.text === ')') {
      this.#at += 2;
      return this.#within(() => this.#unary());
    }
    const inner = this.expression();
    this.#expect(')');
    return inner;
  }

  #postfix(start: Painless): Painless {
    let value = start;
    for (let count = 0; ; count++) {
      if (count === maxMembers) throw new Untranslatable(`a path of more than ${maxMembers} members`);
      if (this.#take('.') || this.#take('?.')) value = this.#member(value);
      else if (value.kind === 'path' && this.#take('[')) {
        const index = this.expression();
        this.#expect(']');
        if (index.kind !== 'value') throw new Untranslatable('a computed name of a member');
        value = { kind: 'path', path: [...value.path, String(index.value)] };
      } else return value;
    }
  }

  #member(target: Painless): Painless {
    const { kind, text: name } = this.#tokens[this.#at++] ?? { kind: 'symbol', text: 'the end' };
    if (kind !== 'name' && kind !== 'number') throw new Untranslatable(`${name} after a dot`);
    if (this.#take('(')) return { kind: 'call', target, name, args: this.#values(')') };
    if (target.kind === 'path') return { kind: 'path', path: [...target.path, name] };
    if (target.kind === 'name' && target.name === 'params') return parameter(name, this.#params);
    if (target.kind === 'name') return { kind: 'name', name: `${target.name}.${name}` };
    throw new Untranslatable(`the member ${name} of a computed value`);
  }

  #values(end: string): Painless[] {
    const values: Painless[] = [];
    while (!this.#take(end)) {
      values.push(this.expression());
      if (this.#peek() !== end) this.#expect(',');
    }
    return values;
  }

  #peek(): string {
    return this.#tokens[this.#at]?.text ?? '';
  }

  #take(expected: string): boolean {
    const token = this.#tokens[this.#at];
    const isThere = token?.text === expected && token.kind !== 'text';
    if (isThere) this.#at++;
    return isThere;
  }

  #expect(expected: string): void {
    if (!this.#take(expected))
      throw new Untranslatable(`${this.#peek() || 'an end'} where ${expected} should be`);
  }
}

const casts = new Set(['long', 'int', 'double', 'float', 'String', 'def', 'boolean', 'List', 'Map']);
const literals = new Map<string, boolean | null>([
  ['true', true],
  ['false', false],
  ['null', null],
]);
const keywords = new Set(['for', 'while', 'def', 'return', 'new', 'try', 'in', 'int', 'long']);

/** A parameter of the script is its value. */
function parameter(name: string, params: DataRecord): Painless {
  const value = literalPart(ownMember(params, name));
  if (!value) throw new Untranslatable(`params.${name}`);
  return value;
}

function literalPart(value: RecordValue | undefined): Painless | undefined {
  if (value === undefined || isRecord(value)) return undefined;
  if (!Array.isArray(value)) return { kind: 'value', value };
  const items = value.map(literalPart).filter((item) => item !== undefined);
  return items.length === value.length ? { kind: 'list', items } : undefined;
}

function namedValue(name: string): Painless {
  if (name === 'ctx') return { kind: 'path', path: [] };
  const literal = literals.get(name);
  if (literal !== undefined) return { kind: 'value', value: literal };
  if (keywords.has(name)) throw new Untranslatable(name);
  return { kind: 'name', name };
}
