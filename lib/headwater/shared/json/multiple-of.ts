/** `multipleOf` for numbers as decimals, not as binary fractions: 0.3 is a multiple of 0.1. */

/** @param divisor Greater than 0. */
export function isMultipleOf(value: number, divisor: number): boolean {
  if (Number.isSafeInteger(value) && Number.isSafeInteger(divisor)) return value % divisor === 0;
  const [digits, exponent] = decimal(value);
  const [ofDigits, ofExponent] = decimal(divisor);
  const least = Math.min(exponent, ofExponent);
  return scaled(digits, exponent - least) % scaled(ofDigits, ofExponent - least) === 0n;
}

/** The shortest digits of a number, and the power of ten by which to multiply them. */
function decimal(value: number): readonly [digits: bigint, exponent: number] {
  const [mantissa = '', exponent] = value.toExponential().split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  return [BigInt(whole + fraction), Number(exponent) - fraction.length];
}

function scaled(digits: bigint, exponent: number): bigint {
  return digits * 10n ** BigInt(exponent);
}
