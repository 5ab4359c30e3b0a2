import { ServiceError } from '../../shared/errors.ts';

/** The most bytes that an item may have: the names and the values of all its attributes. */
export const maxItemBytes = 400 * 1024;

/** @param what Such as `The bookmark takes 500000 bytes to store`. */
export function tooLargeToStore(what: string, maxBytes: number, cause?: unknown): ServiceError {
  const detail = `${what}; at most ${maxBytes} can be stored.`;
  return new ServiceError('content_too_large', detail, { cause, members: { max_bytes: maxBytes } });
}

/** The approximate size of a value in an item: the bytes of a text, or of the JSON of any other value. */
export function bytesOf(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  const plain = (_name: string, inner: unknown) => (typeof inner === 'bigint' ? String(inner) : inner);
  return Buffer.byteLength(JSON.stringify(value, plain) ?? '');
}
