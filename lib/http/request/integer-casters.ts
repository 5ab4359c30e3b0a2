import type { Caster } from './caster.ts';
import { decimalPattern, numberRefusal } from './number-refusal.ts';

export const int32Caster = integer(-(2 ** 31), 2 ** 31 - 1);
export const int64Caster = integer(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);

function integer(minimum: number, maximum: number): Caster {
  const pattern = /^-?(?:0|[1-9][0-9]*)$/;
  return {
    accepted: `an integer from ${minimum} to ${maximum}, in decimal digits`,
    read: (text) => {
      const value = pattern.test(text) ? Number(text) : Number.NaN;
      // Adding 0 turns -0 into 0: there is one integer zero.
      return value >= minimum && value <= maximum ? value + 0 : undefined;
    },
    refusal: (text) => {
      if (pattern.test(text)) return 'out_of_range';
      if (decimalPattern.test(text)) return /[eE]/.test(text) ? 'exponent' : 'fraction';
      return numberRefusal(text) ?? 'not_an_integer';
    },
  };
}
