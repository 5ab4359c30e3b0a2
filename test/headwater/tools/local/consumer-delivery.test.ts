/** Changes reach a consumer as by an event source mapping of Lambda: in order, at least once, and the hopeless ones are buried. */

import type { DynamoDBRecord } from 'aws-lambda';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { streamBatch } from '../../../../lib/headwater/compile/aws/functions/background-settings.ts';
import { ConsumerDelivery } from '../../../../lib/headwater/tools/local/consumer-delivery.ts';
import type { Invoked } from '../../../../lib/headwater/tools/local/function-process.ts';
import { streamRecord } from '../../../../lib/headwater/tools/local/table-stream.ts';
import { amount } from '../../../support/amount.ts';

const trigger = { kind: 'table-stream', sortKeyPrefixes: ['a', 'b'] } as const;

const recordOf = (sk: string, isDeletion = false): DynamoDBRecord => {
  const item = { pk: { S: 'p' }, sk: { S: sk } };
  const change = isDeletion ? { before: item } : { after: item };
  return streamRecord({ table: 'test', ...change }, { view: 'KEYS_ONLY', now: 0, sequenceNumber: sk });
};
const keyOf = ({ dynamodb }: DynamoDBRecord): string => dynamodb?.Keys?.['sk']?.S ?? '';

/** A consumer that fails for some keys: it reports them, or throws. */
interface Consumer {
  readonly keys: readonly string[];
  /** How often each key fails before it succeeds. */
  readonly failures: ReadonlyMap<string, number>;
  readonly throws: boolean;
  /** Calls, by their number, whose process ends. */
  readonly interrupted: ReadonlySet<number>;
}

async function deliver({ keys, failures, throws, interrupted }: Consumer) {
  const attempts = new Map<string, number>();
  const succeeded: string[] = [];
  const buried: string[] = [];
  const sizes: number[] = [];
  let calls = 0;
  const invoke = async (event: object): Promise<Invoked> => {
    const { Records } = event as { Records: DynamoDBRecord[] };
    if (interrupted.has(++calls)) return { kind: 'interrupted' };
    sizes.push(Records.length);
    const failed: DynamoDBRecord[] = [];
    for (const record of Records) {
      const key = keyOf(record);
      const attempt = (attempts.get(key) ?? 0) + 1;
      attempts.set(key, attempt);
      if (attempt > (failures.get(key) ?? 0)) succeeded.push(key);
      else if (throws) return { kind: 'failed' };
      else failed.push(record);
    }
    const batchItemFailures = failed.map(({ dynamodb }) => ({ itemIdentifier: dynamodb?.SequenceNumber }));
    return { kind: 'returned', value: { batchItemFailures } };
  };
  const delivery = new ConsumerDelivery(trigger, {
    invoke,
    bury: async (record) => void buried.push(keyOf(record)),
    pause: async () => undefined,
    log: () => undefined,
  });
  for (const key of keys) delivery.push(recordOf(key));
  while (delivery.length > 0) await new Promise(setImmediate);
  return { succeeded, buried, attempts, sizes };
}

const always = Number.POSITIVE_INFINITY;

test('each change succeeds or is buried, after as many attempts as Lambda makes', {
  tags: ['property'],
}, async () => {
  const consumer = fc.record({
    keys: fc.uniqueArray(
      fc.integer({ min: 0, max: 300 }).map((n) => `a${n}`),
      { maxLength: 150 },
    ),
    failures: fc.dictionary(
      fc.integer({ min: 0, max: 300 }).map((n) => `a${n}`),
      fc.constantFrom(1, 2, always),
      { maxKeys: 8 },
    ),
    throws: fc.boolean(),
    interrupted: fc.uniqueArray(fc.integer({ min: 1, max: 20 }), { maxLength: 4 }),
  });
  await fc.assert(
    fc.asyncProperty(consumer, async ({ failures, interrupted, ...given }) => {
      const byKey = new Map(Object.entries(failures));
      const outcome = await deliver({ ...given, failures: byKey, interrupted: new Set(interrupted) });
      const hopeless = given.keys.filter((key) => byKey.get(key) === always);
      // A hopeless change is buried alone; nothing else is.
      expect(outcome.buried).toEqual(hopeless);
      for (const key of hopeless)
        expect(outcome.attempts.get(key)).toBeGreaterThan(streamBatch.maximumRetryAttempts);
      const first = [...new Set(outcome.succeeded)];
      expect(first.toSorted()).toEqual(given.keys.filter((key) => !hopeless.includes(key)).toSorted());
      // In their order, except that a consumer which reports failures has gone on after them.
      if (given.throws) expect(first).toEqual(given.keys.filter((key) => !hopeless.includes(key)));
      expect(Math.max(0, ...outcome.sizes)).toBeLessThanOrEqual(streamBatch.batchSize);
    }),
    { numRuns: amount({ few: 60, many: 500 }) },
  );
});

test('a consumer gets the changes of its prefixes, and deletions if it asks for them', async () => {
  const got = async (deletions?: true) => {
    const keys: string[] = [];
    const delivery = new ConsumerDelivery(
      { ...trigger, ...(deletions && { deletions }) },
      {
        invoke: async (event) => {
          keys.push(...(event as { Records: DynamoDBRecord[] }).Records.map(keyOf));
          return { kind: 'returned', value: null };
        },
        bury: async () => undefined,
        pause: async () => undefined,
        log: () => undefined,
      },
    );
    for (const [key, isDeletion] of [
      ['a1', false],
      ['c1', false],
      ['b1', true],
      ['ba', false],
    ] as const)
      delivery.push(recordOf(key, isDeletion));
    while (delivery.length > 0) await new Promise(setImmediate);
    return keys;
  };
  expect(await got()).toEqual(['a1', 'ba']);
  expect(await got(true)).toEqual(['a1', 'b1', 'ba']);
});
