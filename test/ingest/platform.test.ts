/** What the engine asks of Node.js is the same as what it has elsewhere. */

import fc from 'fast-check';
import { expect, expectTypeOf, test } from 'vitest';
import * as node from '../../lib/ingest/platform/node.ts';
import * as portable from '../../lib/ingest/platform/portable.ts';

type Exports<Module> = { readonly [Name in keyof Module]: Module[Name] };

test('both have the same exports', () => {
  expect(Object.keys(portable)).toEqual(Object.keys(node));
  expectTypeOf<Exports<typeof portable>>().toEqualTypeOf<Exports<typeof node>>();
});

const part = fc.oneof(fc.string({ unit: 'binary' }), fc.uint8Array({ maxLength: 300 }));
const name = fc.constantFrom<node.HashName>('md5', 'sha1', 'sha256', 'sha512');

test('every hash is the same, of texts with lone surrogates, too', () => {
  const hashOf = ({ createHash }: typeof node | typeof portable, method: node.HashName, parts: Parts) => {
    const hash = createHash(method);
    for (const one of parts) hash.update(one);
    return hash.digest('base64');
  };
  type Parts = readonly (string | Uint8Array)[];
  const parts = fc.oneof(
    fc.array(part),
    fc.constantFrom<Parts>(['\ud800', 'a\udc00'], ['x'.repeat(10_000)], []),
  );
  fc.assert(
    fc.property(name, parts, (method, values) => {
      expect(hashOf(portable, method, values)).toBe(hashOf(node, method, values));
    }),
  );
});

test('the same texts are ASCII', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary-ascii' })), (text) => {
      expect(portable.isAscii(text)).toBe(node.isAscii(text));
    }),
  );
});

test('the same bytes are UTF-8, with the same text', () => {
  const bytes = fc.oneof(
    fc.string({ unit: 'binary' }).map((text) => Buffer.from(text).toString('latin1')),
    fc.uint8Array().map((list) => Buffer.from(list).toString('latin1')),
    fc.constantFrom('', '\xef\xbb\xbfa', '\xed\xa0\x80', '\xc3\xa4', '\xc3', '\xf5\x80\x80\x80'),
  );
  fc.assert(
    fc.property(bytes, (text) => {
      expect(portable.decodeUtf8(text)).toBe(node.decodeUtf8(text));
    }),
  );
});

test('a call that nothing interrupts has ended', () => {
  const calls: string[] = [];
  for (const { interruptible } of [node, portable]) {
    expect(interruptible(() => calls.push('called'), 1_000)).toBe(true);
    expect(() =>
      interruptible(() => {
        throw new Error('of the call');
      }, 1_000),
    ).toThrow('of the call');
  }
  expect(calls).toEqual(['called', 'called']);
});

test.each([
  ['Node.js', node],
  ['elsewhere', portable],
])('the clocks of %s go on', (_, { clockMs, processorMs }) => {
  for (const clock of [clockMs, processorMs]) {
    const begin = clock();
    let last = begin;
    while (last === begin) last = clock();
    expect(last).toBeGreaterThan(begin);
  }
});
