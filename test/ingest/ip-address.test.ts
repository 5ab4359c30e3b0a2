/** Addresses and networks are what Node.js takes for them. */

import { BlockList, isIP } from 'node:net';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compilePipeline } from '../../lib/ingest/engine/compile.ts';
import { loadTypes } from '../../lib/ingest/engine/load-types.ts';
import { runPipeline } from '../../lib/ingest/engine/run.ts';
import { anyNetwork, bytesOfIp, ipv6BytesOf, isIp, networkOf } from '../../lib/ingest/text/ip-address.ts';
import { amount } from '../support/amount.ts';

const numRuns = amount({ few: 2_000, many: 50_000, most: 1_000_000 });

const octet = fc.oneof(
  fc.nat({ max: 255 }).map(String),
  fc.constantFrom('256', '01', '', '1a', '-1', '300', '0x1', ' 1'),
);
const dotted = fc.array(octet, { minLength: 3, maxLength: 5 }).map((parts) => parts.join('.'));
const ipv4 = fc.oneof(fc.ipV4(), dotted);
const group = fc.oneof(
  fc.nat({ max: 0xffff }).map((value) => value.toString(16)),
  fc.constantFrom('', '', '0', '0000', '00ff', '12345', 'FFFF', 'g', '-1', ' 1'),
);
const grouped = fc
  .tuple(fc.array(group, { maxLength: 9 }), fc.option(ipv4, { nil: undefined }))
  .map(([groups, end]) => [...groups, ...(end === undefined ? [] : [end])].join(':'));
const mapped = ipv4.map((address) => `::ffff:${address}`);
const zone = fc.constantFrom('', '', '', '%eth0', '%1.2', '%', '%a b', '%é');
const address = fc.tuple(fc.oneof(ipv4, fc.ipV6(), grouped, mapped), zone).map((parts) => parts.join(''));

test('a text is an address exactly if Node.js takes it for one', { tags: ['property'] }, () => {
  const seen = new Map<number, number>();
  fc.assert(
    fc.property(address, (text) => {
      const version = isIP(text);
      seen.set(version, (seen.get(version) ?? 0) + 1);
      expect(isIp(text)).toBe(version !== 0);
      expect(ipv6BytesOf(text) !== undefined).toBe(version !== 0 && !text.includes('%'));
      if (version === 4) expect(bytesOfIp(text)?.join('.')).toBe(text);
    }),
    { numRuns },
  );
  expect(Math.min(...[0, 4, 6].map((version) => seen.get(version) ?? 0))).toBeGreaterThan(50);
});

test('an address without a zone can be converted to one, and no other text', {
  tags: ['property'],
}, async () => {
  const steps = [{ type: 'convert', field: 'a', target_type: 'ip' }];
  await loadTypes(steps);
  const compiled = compilePipeline(steps);
  if ('issues' in compiled) throw new Error(JSON.stringify(compiled.issues));
  const texts = fc.sample(address, 2_000);
  const results = runPipeline(
    compiled.pipeline,
    texts.map((a) => ({ a })),
  );
  const converted = texts.filter((_, index) => results[index]?.status === 'success');
  expect(converted).toEqual(texts.filter((text) => isIP(text) !== 0 && !text.includes('%')));
  expect(converted.length).toBeGreaterThan(50);
});

/** Addresses with few different bytes, which are often in the same network. */
const near = fc.oneof(
  fc
    .array(fc.constantFrom('0', '10', '127', '128', '255'), { minLength: 4, maxLength: 4 })
    .map((parts) => parts.join('.')),
  fc
    .array(fc.constantFrom('0', '1', '7fff', '8000', 'ffff'), { minLength: 8, maxLength: 8 })
    .map((groups) => groups.join(':')),
);
const valid = fc.oneof(
  near,
  fc.ipV4(),
  near.map((text) => (text.includes(':') ? text : `::ffff:${text}`)),
);
const network = fc
  .tuple(valid, fc.nat({ max: 128 }))
  .map(([text, bits]) => `${text}/${text.includes(':') ? bits : bits % 33}`);

test('an address is in a network exactly if Node.js finds it there', { tags: ['property'] }, () => {
  const seen = { in: 0, out: 0 };
  const familyOf = (text: string) => (text.includes(':') ? 'ipv6' : 'ipv4');
  fc.assert(
    fc.property(fc.array(network, { minLength: 1, maxLength: 3 }), valid, (networks, text) => {
      const list = new BlockList();
      for (const one of networks) {
        const [start = '', bits] = one.split('/');
        list.addSubnet(start, Number(bits), familyOf(start));
      }
      const isWithin = list.check(text, familyOf(text));
      seen[isWithin ? 'in' : 'out']++;
      expect(anyNetwork(networks)(text)).toBe(isWithin);
    }),
    { numRuns },
  );
  expect(Math.min(seen.in, seen.out)).toBeGreaterThan(100);
});

test.each([
  ['10.0.0.0/33', { maxBits: 32 }],
  ['::/129', { maxBits: 128 }],
  ['10.0.0.0/a', { maxBits: 32 }],
  ['10.0.0.0', undefined],
  ['10.0.0.0/8/8', undefined],
  ['10.0.0/8', undefined],
  ['a/8', undefined],
])('%s is not a network', (text, expected) => {
  expect(networkOf(text)).toEqual(expected);
});

test('an address of IPv4 within IPv6 is one of IPv4', () => {
  expect(bytesOfIp('::ffff:10.1.2.3')).toEqual(Uint8Array.of(10, 1, 2, 3));
  expect(bytesOfIp('::10.1.2.3')).toHaveLength(16);
});
