/** The approximate size of a value in an item: the bytes of a text, or of the JSON of any other value. */
export function bytesOf(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  const plain = (_name: string, inner: unknown) => (typeof inner === 'bigint' ? String(inner) : inner);
  return Buffer.byteLength(JSON.stringify(value, plain) ?? '');
}
