/** The reader of MaxMind databases beside `mmdb-lib`, for every network of the test databases. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Reader } from 'mmdb-lib';
import { describe, expect, test } from 'vitest';
import { MaxMindDatabase } from '../../lib/ingest/text/max-mind-database.ts';

const contentOf = (name: string) => readFileSync(join(import.meta.dirname, 'geoip', `${name}.mmdb`));

/** The database of IPv4 networks, with records of 32 bits in place of 24. */
function withLongRecords(): Buffer {
  const content = contentOf('MaxMind-DB-test-ipv4-24');
  const nodes = new MaxMindDatabase(content).metadata.node_count;
  const tree = Buffer.alloc(nodes * 8);
  for (let record = 0; record < nodes * 2; record++)
    tree.writeUInt32BE(content.readUIntBE(record * 3, 3), record * 4);
  const whole = Buffer.concat([tree, content.subarray(nodes * 6)]);
  whole[whole.lastIndexOf('record_size') + 'record_size'.length + 1] = 32;
  return whole;
}

interface Network {
  readonly address: readonly number[];
  readonly entry: unknown;
  readonly prefixLength: number;
}

/** Every network of a tree by `mmdb-lib`, those without an entry included. */
function* networksOf(content: Buffer): Generator<Network> {
  const reader = new Reader<never>(content);
  const length = reader.metadata.ipVersion === 6 ? 16 : 4;
  for (let next: bigint | undefined = 0n; next !== undefined; ) {
    const address = Array.from(
      { length },
      (_, at) => Number((next ?? 0n) >> BigInt((length - 1 - at) * 8)) & 0xff,
    );
    const [entry, prefixLength] = reader.getWithPrefixLength(textOf(address));
    yield { address, entry, prefixLength };
    next += 1n << BigInt(length * 8 - prefixLength);
    if (next >> BigInt(length * 8) > 0n) next = undefined;
  }
}

function textOf(address: readonly number[]): string {
  if (address.length === 4) return address.join('.');
  return Buffer.from(address)
    .toString('hex')
    .replace(/.{4}(?=.)/g, '$&:');
}

describe.each<[name: string, content: Buffer, least: number]>([
  ['GeoLite2-City-Test', contentOf('GeoLite2-City-Test'), 200],
  ['GeoLite2-Country-Test', contentOf('GeoLite2-Country-Test'), 200],
  ['GeoLite2-ASN-Test', contentOf('GeoLite2-ASN-Test'), 200],
  ['networks of IPv4', contentOf('MaxMind-DB-test-ipv4-24'), 5],
  ['records of 32 bits', withLongRecords(), 5],
])('%s', (_, content, least) => {
  test('has the entries that mmdb-lib finds', () => {
    const database = new MaxMindDatabase(content);
    const networks = [...networksOf(content)];
    const found = networks.map(({ address }) => database.find(Uint8Array.from(address)));
    expect(found).toEqual(
      networks.map(({ entry, prefixLength }) => (entry === null ? undefined : { entry, prefixLength })),
    );
    expect(found.filter((one) => one !== undefined).length).toBeGreaterThan(least);
  });

  test('finds addresses of IPv4 as mmdb-lib does', () => {
    const database = new MaxMindDatabase(content);
    const reader = new Reader<never>(content);
    for (let high = 0; high < 256; high++)
      for (const low of [0, 1, 16, 32, 128]) {
        const address = [high, low, 1, 2];
        const [entry, prefixLength] = reader.getWithPrefixLength(address.join('.'));
        expect(database.find(Uint8Array.from(address))).toEqual(
          entry === null ? undefined : { entry, prefixLength },
        );
      }
  });
});

test('a file that ends early, or has other bytes, throws an error and nothing else', () => {
  const content = contentOf('GeoLite2-City-Test');
  const address = Uint8Array.of(81, 2, 69, 142);
  const outcomes = new Set<string>();
  const open = (damaged: Uint8Array) => {
    try {
      outcomes.add(typeof new MaxMindDatabase(damaged).find(address));
    } catch (error) {
      outcomes.add((error as Error).constructor.name);
    }
  };
  for (let end = 0; end < content.length; end += 97) open(content.subarray(0, end));
  // The metadata stays, and what is before it is not the tree or the data.
  const metadata = content.subarray(content.lastIndexOf('MaxMind.com') - 3);
  for (let end = 0; end < content.length; end += 997)
    open(Buffer.concat([content.subarray(0, end), metadata]));
  for (const byte of [0, 0xff, 0x20, 0x2f, 0xe1])
    open(Buffer.concat([Buffer.alloc(content.length - metadata.length, byte), metadata]));
  expect(outcomes.size).toBeGreaterThan(2);
  for (const outcome of outcomes) expect(['object', 'undefined', 'Error', 'RangeError']).toContain(outcome);
});
