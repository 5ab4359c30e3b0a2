/** The comparison says which documents the mapping of an index refuses, and OpenSearch refuses the same: random documents before and after a change. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { DataRecord, RecordValue } from '../../../lib/ingest/base/record.ts';
import { discoverFields } from '../../../lib/ingest/fields/discover-fields.ts';
import { indexTemplate } from '../../../lib/ingest/fields/index-template.ts';
import { refusalsIn } from '../../../lib/ingest/fields/mapping-preview.ts';
import { mappingIn } from '../../../lib/service/streams/sink/fit-index.ts';
import { amount } from '../../support/amount.ts';
import { type Draw, drawn } from '../../support/draw.ts';
import { startTestEngine } from './test-engine.ts';

const engine = await startTestEngine();

type Make = (draw: Draw) => RecordValue;

/** Each is what logs have, or what a mistake in a step makes of it. */
const kinds: Readonly<Record<string, Make>> = {
  integer: (draw) => draw.nat(100_000) - 50_000,
  large: (draw) => draw.pick([2n ** 53n + 1n, 2n ** 63n - 1n, -(2n ** 63n)]),
  unsigned: (draw) => draw.pick([2n ** 63n, 2n ** 64n - 1n, 7]),
  tooLarge: () => 2n ** 64n,
  fraction: (draw) => draw.nat(1_000) / 8 + 0.0625,
  boolean: (draw) => draw.chance(50),
  word: (draw) => draw.pick(['GET', 'POST', 'timeout', 'a b c', '-', 'true', '']),
  numberText: (draw) => draw.pick(['12', '-7', '1.5', '1e3', ' 12', '9223372036854775808', '0x1f', 'NaN']),
  long: (draw) => 'x'.repeat(250 + draw.nat(20)),
  date: (draw) => draw.pick(['2026-11-25', '2026-11-25T10:00:00Z', '2026-11-25T10:00:00.123+02:00', '2026']),
  slashes: (draw) => draw.pick(['2026/11/25', '2026/11/25 10:00:00']),
  noDate: (draw) =>
    draw.pick(['2026-13-25', '25/Nov/2026:10:00:00 +0000', '2026-11-25 10:00:00', '2026/1/5']),
  address: (draw) => draw.pick(['10.0.0.1', '255.255.255.255', '::1', '2001:db8::7334']),
  noAddress: (draw) => draw.pick(['10.0.0.256', 'fe80::1%eth0', '10.0.0.1:80', 'localhost']),
  point: (draw) => ({ lat: draw.nat(180) - 90, lon: draw.nat(360) - 180 }),
  noPoint: (draw) => ({ lat: 90.5 + draw.nat(9), lon: 1 }),
  object: (draw) => ({ x: draw.nat(9), ...(draw.chance(30) ? { y: 'z' } : {}) }),
  empty: (draw) => draw.pick<RecordValue>([null, [], {}, [null]]),
};
const names = Object.keys(kinds);

function madeOf(kind: string, draw: Draw): RecordValue {
  const make = kinds[kind];
  if (!make) throw new Error(`There is no kind ${kind}.`);
  return draw.chance(15) ? [make(draw), make(draw)] : make(draw);
}

interface Change {
  readonly before: readonly DataRecord[];
  readonly after: readonly DataRecord[];
}

const randomChange = drawn((draw): Change => {
  const fields = Array.from({ length: 1 + draw.nat(3) }, (_, index) => `f${index}`);
  const own = new Map(fields.map((field) => [field, draw.pick(names)]));
  const documents = (otherPercent: number) =>
    Array.from({ length: 1 + draw.nat(4) }, (): DataRecord => {
      const members = fields.map((field) => {
        const kind = draw.chance(otherPercent) ? draw.pick(names) : (own.get(field) ?? 'word');
        return [field, madeOf(kind, draw)] as const;
      });
      return Object.fromEntries(members);
    });
  return { before: documents(10), after: documents(40) };
});

/** OpenSearch cuts fractions of an `unsigned_long`, and the zone of an address. Elasticsearch refuses both. */
const isCut = /is mapped as (?:unsigned_long and cannot hold "\[?\d+\.\d|ip and cannot hold "[\da-f:]+%)/;

test.skipIf(engine === undefined)(
  'each change that is said to break is refused, and each other one is accepted',
  { tags: ['property'] },
  async () => {
    const changes = fc.sample(randomChange, {
      numRuns: amount({ few: 40, many: 100, most: 1_000 }),
      seed: 31,
    });
    let refused = 0;
    let accepted = 0;
    for (const [at, { before, after }] of changes.entries()) {
      const index = `changed-${at}`;
      const template = indexTemplate({ index, documents: before, fields: discoverFields(before) });
      expect((await engine?.ask('PUT', `/_index_template/${index}`, template))?.status).toBe(200);
      const stored = await engine?.bulk(index, before);
      expect(stored?.filter(({ status }) => status !== 201)).toEqual([]);
      const answer = await engine?.ask('GET', `/${index}/_mapping`);
      const mapping = answer && mappingIn(answer);
      if (!mapping) throw new Error(`The index ${index} has no mapping.`);
      const results = (await engine?.bulk(index, after)) ?? [];
      const found = results.flatMap(({ status }, position) => (status === 400 ? [position] : []));
      const said = refusalsIn(after, mapping)
        .filter(({ message, position }) => found.includes(position) || !isCut.test(message))
        .map(({ position }) => position);
      expect({ mapping, before, after, refused: said }).toEqual({ mapping, before, after, refused: found });
      refused += found.length;
      accepted += results.length - found.length;
      await engine?.ask('DELETE', `/${index}`);
      await engine?.ask('DELETE', `/_index_template/${index}`);
    }
    expect(Math.min(refused, accepted)).toBeGreaterThan(changes.length / 4);
    console.info(`${changes.length} changes: ${refused} documents refused, ${accepted} accepted.`);
  },
);
