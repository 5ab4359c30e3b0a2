/** Arbitrary queries for sources; together they use the whole query language. */

import type fc from 'fast-check';
import { type Draw, drawn } from './draw.ts';

export interface QueryStyle {
  /** Whether AND and OR are combined without parentheses. */
  readonly isMixed: boolean;
  /** Texts of at most two clauses each. */
  readonly clauses: readonly string[];
  /** Spellings of `and`, of `or` and of the negation. */
  readonly and: readonly string[];
  readonly or: readonly string[];
  readonly not: readonly string[];
}

/** The most operands on each level. With two clauses per operand this makes 16, the limit of a query. */
const maxOperands = [4, 2];

export function randomQuery(style: QueryStyle): fc.Arbitrary<string> {
  return drawn((draw) => combination(draw, style, 0));
}

function combination(draw: Draw, style: QueryStyle, level: number): string {
  const kinds = draw.chance(50) ? style.and : style.or;
  const all = style.isMixed ? [...style.and, ...style.or] : kinds;
  const operands = Array.from({ length: 1 + draw.nat((maxOperands[level] ?? 1) - 1) }, () =>
    operand(draw, style, level),
  );
  return operands.reduce((text, next) => `${text}${draw.pick(all)}${next}`);
}

function operand(draw: Draw, style: QueryStyle, level: number): string {
  const text =
    level + 1 < maxOperands.length && draw.chance(40)
      ? `(${combination(draw, style, level + 1)})`
      : draw.pick(style.clauses);
  return draw.chance(25) ? `${draw.pick(style.not)}${text}` : text;
}
