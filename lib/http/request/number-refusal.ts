/** What the casters of integers and decimal numbers share. */

import { absence } from './caster.ts';
import type { IssueCode } from './issue.ts';

/** RFC 8259 section 6: a number as JSON writes it. */
export const decimalPattern = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;

/** In this order: the first pattern that matches names the refusal of a number. */
const refusals: readonly (readonly [code: IssueCode, pattern: RegExp])[] = [
  ['not_finite', /^[+-]?(?:infinity|inf|nan)$/i],
  ['not_decimal', /^[+-]?0[xob]/i],
  ['plus_sign', /^\+/],
  ['leading_zero', /^-?0[0-9]/],
];

export function numberRefusal(text: string): IssueCode | undefined {
  return absence(text) ?? refusals.find(([, pattern]) => pattern.test(text))?.[0];
}
