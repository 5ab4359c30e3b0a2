/** Makes an example of a number: 1, or the nearest one that is valid. */

import { isMultipleOf } from '../../shared/json/multiple-of.ts';
import type { Schema } from '../../shared/plan/schema.ts';
import type { Example } from './example.ts';
import { typesIn } from './flat.ts';
import { formatRange } from './json-schema.ts';

/** @param nth the number of the example, if several must differ. */
export function numberExample(schema: Schema, nth: number): Example {
  const isValid = numberCheck(schema);
  const [minimum, maximum] = limitsOf(schema);
  const first = Math.min(Math.max(1, minimum), maximum);
  const candidates = [...(nth === 0 ? [first] : []), ...nearby(schema, first, nth)];
  // Items may differ in their other members.
  const value = [...candidates, first].find(isValid);
  return value === undefined ? { reason: 'no number is within its limits' } : { value };
}

function isInteger(schema: Schema): boolean {
  const types = typesIn(schema);
  return types?.includes('integer') === true && !types.includes('number');
}

/** The least and the greatest, which may themselves be excluded. */
function limitsOf(schema: Schema): readonly [minimum: number, maximum: number] {
  const { minimum: least, maximum: most } = formatRange(schema) ?? {
    minimum: -Number.MAX_VALUE,
    maximum: Number.MAX_VALUE,
  };
  const lower = Math.max(schema.minimum ?? least, schema.exclusiveMinimum ?? least, least);
  const upper = Math.min(schema.maximum ?? most, schema.exclusiveMaximum ?? most, most);
  return isInteger(schema) ? [Math.ceil(lower), Math.floor(upper)] : [lower, upper];
}

export function numberCheck(schema: Schema): (value: number) => boolean {
  const [minimum, maximum] = limitsOf(schema);
  const { exclusiveMinimum = -Infinity, exclusiveMaximum = Infinity, multipleOf } = schema;
  return (value) =>
    value >= minimum &&
    value <= maximum &&
    value > exclusiveMinimum &&
    value < exclusiveMaximum &&
    (!isInteger(schema) || Number.isInteger(value)) &&
    (multipleOf === undefined || isMultipleOf(value, multipleOf));
}

/** Numbers around the first one: multiples of the step, if there is one. */
function nearby(schema: Schema, first: number, nth: number): number[] {
  const { multipleOf: step, exclusiveMinimum, exclusiveMaximum } = schema;
  const [minimum, maximum] = limitsOf(schema);
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
