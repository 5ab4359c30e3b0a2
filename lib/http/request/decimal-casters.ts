import type { Caster } from './caster.ts';
import { decimalPattern, numberRefusal } from './number-refusal.ts';

const maxFloat = 3.402_823_466_385_288_6e38;

export const floatCaster = decimal(maxFloat, 'a finite decimal number of single precision');
export const doubleCaster = decimal(Number.MAX_VALUE, 'a finite decimal number');

function decimal(maximum: number, accepted: string): Caster {
  return {
    accepted: `${accepted}, as JSON writes numbers`,
    read: (text) => {
      const value = decimalPattern.test(text) ? Number(text) : Number.NaN;
      return Math.abs(value) <= maximum ? value : undefined;
    },
    refusal: (text) => (decimalPattern.test(text) ? 'out_of_range' : (numberRefusal(text) ?? 'not_a_number')),
  };
}
