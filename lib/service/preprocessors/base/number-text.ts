/**
 * The text of a number as Java writes a `double`. Integers are written as such: records do not tell 1.0 from 1.
 *
 * @example numberText(0.0001) // '1.0E-4'
 */
export function numberText(value: number): string {
  const size = Math.abs(value);
  if (Number.isInteger(value) ? size < 1e21 : size >= 1e-3 && size < 1e7) return String(value);
  const [digits = '', exponent] = value.toExponential().split('e');
  return `${digits.includes('.') ? digits : `${digits}.0`}E${Number(exponent)}`;
}
