/** Texts in the query language, of all that it has, about sources. */

import type fc from 'fast-check';
import { type Draw, drawn } from './draw.ts';

export interface QueryStyle {
  /** Whether AND and OR stand beside each other without parentheses. */
  readonly isMixed: boolean;
  /** Of at most two clauses each, as they are written. */
  readonly clauses: readonly string[];
  /** What stands between operands for `and`, for `or`, and before what is negated. */
  readonly and: readonly string[];
  readonly or: readonly string[];
  readonly not: readonly string[];
}

/** How many operands there can be on each level: of two clauses each, they are the 16 that a query can have. */
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
