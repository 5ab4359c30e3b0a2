/** The type that fits all values of a field, whatever their order. */

export const widenedTypes = [
  'null',
  'boolean',
  'long',
  'float',
  'double',
  'date',
  'text',
  'object',
  'conflict',
] as const;

/** `conflict` is an object among single values: no type fits both. */
export type WidenedType = (typeof widenedTypes)[number];

const numbers: readonly WidenedType[] = ['long', 'float', 'double'];

/**
 * Associative, and independent of the order.
 *
 * @example widen('long', 'float') // 'double'
 */
export function widen(a: WidenedType, b: WidenedType): WidenedType {
  if (a === b || b === 'null') return a;
  if (a === 'null') return b;
  if ([a, b].includes('conflict') || [a, b].includes('object')) return 'conflict';
  return numbers.includes(a) && numbers.includes(b) ? 'double' : 'text';
}
