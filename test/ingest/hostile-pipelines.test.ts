/** Every ingest pipeline is imported or refused, and none takes long. */

import { expect, test } from 'vitest';
import { importPipeline, RefusedImport } from '../../lib/ingest/elasticsearch/import-pipeline.ts';
import { hostilePipelines } from '../service/support/hostile/hostile-pipelines.ts';
import { amount } from '../support/amount.ts';

/** The importer has 800 ms, and what cannot be interrupted takes a moment more. */
const maxCpuMs = 5_000;

test('constructs that are repeated, or nested in themselves', { tags: ['property'] }, async () => {
  for (const { name, json } of hostilePipelines(amount({ few: 30_000, many: 50_000, most: 1_000_000 }))) {
    const pipeline: unknown = JSON.parse(json);
    const start = process.cpuUsage();
    const imported = await importPipeline(pipeline);
    const { user, system } = process.cpuUsage(start);
    expect({ name, isFast: (user + system) / 1_000 < maxCpuMs }).toEqual({ name, isFast: true });
    // What is too much is said in a note or a refusal, which a response has room for.
    expect({ name, length: JSON.stringify(imported).length }).toMatchObject({
      name,
      length: expect.any(Number),
    });
    if (!(imported instanceof RefusedImport))
      expect(JSON.stringify(imported.notes).length).toBeLessThan(2_000_000);
  }
});

test.each([
  [undefined, 'required', 'is required: a list of processors'],
  [[{ drop: {} }], undefined, undefined],
  [Array.from({ length: 1_000 }, () => ({ drop: {} })), undefined, undefined],
  [
    Array.from({ length: 1_001 }, () => ({ drop: {} })),
    'max_items',
    'must have at most 1,000 processors, those in on_failure and foreach included',
  ],
])('%#. what is refused as a whole', async (processors, code, message) => {
  const imported = await importPipeline({ processors });
  expect(imported instanceof RefusedImport ? imported : {}).toEqual(code ? { code, message } : {});
});

test.each([
  ['-'.repeat(60), 'The condition has too many levels, which has no equivalent.'],
  ['ctx.a || '.repeat(1_001), 'The condition has more than 1000 operators, which has no equivalent.'],
  [
    `ctx${'.a'.repeat(300)} == `,
    'The condition has a path of more than 256 members, which has no equivalent.',
  ],
])('%#. what is left out', async (condition, reason) => {
  const processors = [{ set: { field: 'a', value: 1, if: `${condition}ctx.b` } }];
  const { notes } = (await importPipeline({ processors })) as { readonly notes: readonly unknown[] };
  expect(notes).toEqual([{ pointer: '/processors/0/set', processor: 'set', status: 'left_out', reason }]);
});
