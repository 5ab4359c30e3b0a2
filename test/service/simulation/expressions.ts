/** Condition, filter and key expressions of DynamoDB: parsed once by their text, then evaluated on items. */

import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { compareTexts } from './key-order.ts';
import type { Item } from './marshalled-item.ts';

/** The aliases of a request. */
export interface Aliases {
  readonly ExpressionAttributeNames?: Record<string, string> | undefined;
  readonly ExpressionAttributeValues?: Record<string, AttributeValue> | undefined;
}

type Operand =
  | { readonly kind: 'path'; readonly name: string }
  | { readonly kind: 'value'; readonly name: string }
  | { readonly kind: 'size'; readonly of: Operand };

const comparators = ['=', '<>', '<', '<=', '>', '>='] as const;
type Comparator = (typeof comparators)[number];

const functions = ['attribute_exists', 'attribute_not_exists', 'begins_with', 'contains'] as const;
type FunctionName = (typeof functions)[number];

export type Expression =
  | { readonly kind: 'or' | 'and'; readonly of: readonly Expression[] }
  | { readonly kind: 'not'; readonly of: Expression }
  | { readonly kind: 'compare'; readonly by: Comparator; readonly of: readonly [Operand, Operand] }
  | { readonly kind: 'between'; readonly of: readonly [Operand, Operand, Operand] }
  | { readonly kind: 'in'; readonly of: readonly Operand[] }
  | { readonly kind: 'call'; readonly name: FunctionName; readonly of: readonly Operand[] };

const parsed = new Map<string, Expression>();

/** @throws Error for an expression outside the grammar. */
export function parseExpression(text: string): Expression {
  const known = parsed.get(text);
  if (known) return known;
  const parser = new Parser(text);
  const expression = parser.disjunction();
  parser.expectEnd();
  parsed.set(text, expression);
  return expression;
}

class Parser {
  readonly #tokens: readonly string[];
  #at = 0;

  constructor(text: string) {
    this.#tokens = text.match(/<>|<=|>=|[=<>(),]|[#:]?[\w.]+|\S/g) ?? [];
  }

  disjunction(): Expression {
    const [first, ...others] = this.#list(() => this.#conjunction(), 'OR');
    return others.length === 0 && first ? first : { kind: 'or', of: [first, ...others].filter(isThere) };
  }

  expectEnd(): void {
    if (this.#at < this.#tokens.length) throw new Error(`Unexpected ${this.#tokens[this.#at]}.`);
  }

  #conjunction(): Expression {
    const [first, ...others] = this.#list(() => this.#negation(), 'AND');
    return others.length === 0 && first ? first : { kind: 'and', of: [first, ...others].filter(isThere) };
  }

  #negation(): Expression {
    if (this.#accept('NOT')) return { kind: 'not', of: this.#negation() };
    const isGroup = this.#tokens[this.#at] === '(';
    if (!isGroup) return this.#comparison();
    this.#expect('(');
    const inner = this.disjunction();
    this.#expect(')');
    return inner;
  }

  #comparison(): Expression {
    const name = functions.find((known) => known === this.#tokens[this.#at]);
    if (name) {
      this.#at++;
      return { kind: 'call', name, of: this.#arguments() };
    }
    const left = this.#operand();
    if (this.#accept('BETWEEN')) {
      const low = this.#operand();
      this.#expect('AND');
      return { kind: 'between', of: [left, low, this.#operand()] };
    }
    if (this.#accept('IN')) return { kind: 'in', of: [left, ...this.#arguments()] };
    const by = comparators.find((known) => known === this.#tokens[this.#at]);
    if (!by) throw new Error(`Expected a comparator instead of ${this.#tokens[this.#at]}.`);
    this.#at++;
    return { kind: 'compare', by, of: [left, this.#operand()] };
  }

  #arguments(): Operand[] {
    this.#expect('(');
    const list = this.#list(() => this.#operand(), ',');
    this.#expect(')');
    return list;
  }

  #operand(): Operand {
    const token = this.#tokens[this.#at++] ?? '';
    if (token === 'size') {
      const [of] = this.#arguments();
      if (of) return { kind: 'size', of };
    }
    if (/^:\w+$/.test(token)) return { kind: 'value', name: token };
    if (/^#?\w+$/.test(token)) return { kind: 'path', name: token };
    throw new Error(`Expected an operand instead of ${token}.`);
  }

  #list<T>(read: () => T, separator: string): T[] {
    const all = [read()];
    while (this.#accept(separator)) all.push(read());
    return all;
  }

  #accept(token: string): boolean {
    const isNext = this.#tokens[this.#at] === token;
    if (isNext) this.#at++;
    return isNext;
  }

  #expect(token: string): void {
    if (!this.#accept(token)) throw new Error(`Expected ${token} instead of ${this.#tokens[this.#at]}.`);
  }
}

function isThere<T>(value: T | undefined): value is T {
  return value !== undefined;
}

/** Every alias that a text uses. */
export function aliasesIn(text: string): readonly string[] {
  return text.match(/[#:]\w+/g) ?? [];
}

/** @param item Undefined if it does not exist. */
export function holds(expression: Expression, item: Item | undefined, aliases: Aliases): boolean {
  const value = (operand: Operand) => attributeOf(operand, item, aliases);
  switch (expression.kind) {
    case 'or':
      return expression.of.some((one) => holds(one, item, aliases));
    case 'and':
      return expression.of.every((one) => holds(one, item, aliases));
    case 'not':
      return !holds(expression.of, item, aliases);
    case 'compare':
      return compares(expression.by, value(expression.of[0]), value(expression.of[1]));
    case 'between': {
      const [own, low, high] = expression.of.map(value);
      if (compares('<', high, low)) throw new Error('BETWEEN must have the lower bound first.');
      return compares('>=', own, low) && compares('<=', own, high);
    }
    case 'in': {
      const [own, ...others] = expression.of.map(value);
      return others.some((other) => compares('=', own, other));
    }
    case 'call':
      return calls(expression.name, expression.of.map(value));
  }
}

function attributeOf(operand: Operand, item: Item | undefined, aliases: Aliases): AttributeValue | undefined {
  if (operand.kind === 'size') return sizeOf(attributeOf(operand.of, item, aliases));
  const { name } = operand;
  if (operand.kind === 'value') return known(aliases.ExpressionAttributeValues?.[name], name);
  return item?.[name.startsWith('#') ? known(aliases.ExpressionAttributeNames?.[name], name) : name];
}

function known<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new Error(`The request does not define ${name}.`);
  return value;
}

function sizeOf(value: AttributeValue | undefined): AttributeValue | undefined {
  if (value?.S !== undefined) return { N: String(Buffer.byteLength(value.S)) };
  const list = value?.L ?? value?.SS ?? (value?.M && Object.keys(value.M));
  return list && { N: String(list.length) };
}

function calls(name: FunctionName, [own, other]: readonly (AttributeValue | undefined)[]): boolean {
  switch (name) {
    case 'attribute_exists':
      return own !== undefined;
    case 'attribute_not_exists':
      return own === undefined;
    case 'begins_with':
      return own?.S !== undefined && other?.S !== undefined && own.S.startsWith(other.S);
    case 'contains':
      return other?.S !== undefined && (own?.S?.includes(other.S) ?? own?.SS?.includes(other.S) ?? false);
  }
}

/** A comparison with a missing attribute, or of two types, is false, unless it asks for a difference. */
function compares(
  by: Comparator,
  one: AttributeValue | undefined,
  other: AttributeValue | undefined,
): boolean {
  const order = orderOf(one, other);
  if (by === '<>') return order !== 0;
  if (order === undefined) return false;
  if (by === '=') return order === 0;
  if (by === '<') return order < 0;
  if (by === '<=') return order <= 0;
  return by === '>' ? order > 0 : order >= 0;
}

/** Undefined for values without an order; 0 for equal values. */
function orderOf(one: AttributeValue | undefined, other: AttributeValue | undefined): number | undefined {
  if (one?.S !== undefined && other?.S !== undefined) return compareTexts(one.S, other.S);
  // The product's numbers are whole and at most 15 digits long.
  if (one?.N !== undefined && other?.N !== undefined) return Number(one.N) - Number(other.N);
  return one !== undefined && JSON.stringify(one) === JSON.stringify(other) ? 0 : undefined;
}
