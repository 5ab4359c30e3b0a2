/** Makes an example of a number: 1, or the nearest one that is valid. */

import { isMultipleOf } from '../../shared/json/multiple-of.ts';
import type { IntegerType, NumberType } from '../../shared/plan/type-plan.ts';
import type { Example } from './example.ts';
import { ranges } from './json-schema.ts';

/** @param nth the number of the example, if several must differ. */
export function numberExample(type: IntegerType | NumberType, nth: number): Example {
  const isValid = numberCheck(type);
  const [minimum, maximum] = rangeOf(type);
  const first = Math.min(Math.max(1, minimum), maximum);
  const candidates = type.allowed ?? (nth === 0 ? [first] : []).concat(nearby(type, first, nth));
  const possible = candidates.filter(isValid);
  // Items may differ in their other members.
  const fallback = !type.allowed && isValid(first) ? first : undefined;
  const value = possible[type.allowed ? nth % possible.length : 0] ?? fallback;
  return value === undefined ? { reason: 'no number is within its limits' } : { value };
}

/** The least and the greatest, which may themselves be excluded. */
function rangeOf(type: IntegerType | NumberType): readonly [minimum: number, maximum: number] {
  const isInteger = type.kind === 'integer';
  const { minimum: least, maximum: most } = ranges[type.format];
  const lower = Math.max(type.minimum ?? least, type.exclusiveMinimum ?? least, least);
  const upper = Math.min(type.maximum ?? most, type.exclusiveMaximum ?? most, most);
  return isInteger ? [Math.ceil(lower), Math.floor(upper)] : [lower, upper];
}

function numberCheck(type: IntegerType | NumberType): (value: number) => boolean {
  const [minimum, maximum] = rangeOf(type);
  const { exclusiveMinimum = -Infinity, exclusiveMaximum = Infinity, multipleOf } = type;
  return (value) =>
    value >= minimum &&
    value <= maximum &&
    value > exclusiveMinimum &&
    value < exclusiveMaximum &&
    (type.kind === 'number' || Number.isInteger(value)) &&
    (multipleOf === undefined || isMultipleOf(value, multipleOf));
}

/** Numbers around the first one: multiples of the step, if there is one. */
function nearby(type: IntegerType | NumberType, first: number, nth: number): number[] {
  const { multipleOf: step, exclusiveMinimum, exclusiveMaximum } = type;
  const [minimum, maximum] = rangeOf(type);
  const middle = minimum / 2 + maximum / 2;
  if (step === undefined) {
    const isOpen = exclusiveMinimum !== undefined || exclusiveMaximum !== undefined;
    const within = isOpen ? [first + 1 + nth, first - 1 - nth, middle / (nth + 1), middle] : [];
    return [first + nth, first - nth, first + nth / 1_000, ...within];
  }
  const start = Math.ceil(first / step);
  const counts = [start + nth, start - nth, start + nth + 1, start - nth - 1, Math.floor(middle / step)];
  // Rounded to the digits of the step: 3 * 0.1 is 0.30000000000000004.
  return counts.map((count) => Number((count * step).toPrecision(15)));
}
