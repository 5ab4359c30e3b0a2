import { crc32 as zlibCrc32 } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { crc32 } from '../../lib/data/store/crc32.ts';

test('the checksum of "123456789" is the published one', () => {
  expect(crc32('123456789')).toBe(0xcbf43926);
});

test('texts and bytes have the checksum of zlib', () => {
  const data = fc.oneof(fc.string({ unit: 'binary' }), fc.uint8Array(), fc.string({ maxLength: 5000 }));
  fc.assert(fc.property(data, (each) => crc32(each) === zlibCrc32(each)));
});

test.each([0, 1, 4095, 4096, 4097, 400_000])('%i characters and bytes have it, too', (length) => {
  expect(crc32('é'.repeat(length))).toBe(zlibCrc32('é'.repeat(length)));
  expect(crc32(new Uint8Array(length).fill(255))).toBe(zlibCrc32(new Uint8Array(length).fill(255)));
});
