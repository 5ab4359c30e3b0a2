/** About how many bytes a value takes in an item: a text its bytes, anything else those of its JSON. */
export function bytesOf(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  const plain = (_name: string, inner: unknown) => (typeof inner === 'bigint' ? String(inner) : inner);
  return Buffer.byteLength(JSON.stringify(value, plain) ?? '');
}
