/**
 * Random pipelines on random records: they throw nothing, do not change the records, and a run with a trace,
 * or a second run, gives the same documents.
 */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { writeJson } from '../../lib/headwater/shared/json/lossless-json.ts';
import type { DataRecord } from '../../lib/ingest/base/record.ts';
import { checkPipeline } from '../../lib/ingest/engine/check.ts';
import { compilePipeline } from '../../lib/ingest/engine/compile.ts';
import { documentedTypes } from '../../lib/ingest/engine/documented-types.ts';
import { loadTypes } from '../../lib/ingest/engine/load-types.ts';
import { runPipeline } from '../../lib/ingest/engine/run.ts';
import { makeCounts } from '../../lib/ingest/engine/step-counts.ts';
import { tracedParts, tracePipeline } from '../../lib/ingest/engine/trace.ts';
import { amount } from '../support/amount.ts';
import { randomHandlers, randomPipeline, randomRecord } from './random-pipelines.ts';

await loadTypes(documentedTypes);

const options = {
  now: Date.parse('2026-01-02T03:04:05Z'),
  budgetMs: 60_000,
  recordLimitMs: 30_000,
  deadlineMs: 60_000,
};

/** The value as JSON, including special members of JavaScript such as `__proto__`. */
function written(value: unknown): string {
  return writeJson(value);
}

test('pipelines and records', { tags: ['property'] }, () => {
  let compiledOnes = 0;
  const property = fc.property(
    randomPipeline,
    randomHandlers,
    fc.array(randomRecord, { minLength: 1, maxLength: 3 }),
    (configurations, onFailure, inputs) => {
      const compiled = compilePipeline(configurations, { onFailure });
      expect(checkPipeline(configurations, onFailure)).toEqual('issues' in compiled ? compiled.issues : []);
      if ('issues' in compiled) {
        expect(
          compiled.issues.every(({ pointer, message }) => pointer.startsWith('/') && message !== ''),
        ).toBe(true);
        return;
      }
      compiledOnes++;
      const records = inputs as DataRecord[];
      const before = written(records);
      const counts = makeCounts(compiled.pipeline);
      const results = runPipeline(compiled.pipeline, records, { ...options, counts });
      expect(written(records)).toBe(before);
      expect(written(runPipeline(compiled.pipeline, records, options))).toBe(written(results));
      const traced = tracePipeline(compiled.pipeline, records, options);
      expect(written(traced.map(({ result }) => result))).toBe(written(results));
      const total = Object.values(counts)
        .flat()
        .reduce((sum: number, count: number) => sum + count, 0);
      const reached = traced
        .flatMap((one) => tracedParts(one))
        .flatMap(({ steps }) => steps.filter(({ pointer }) => pointer === undefined));
      expect(total).toBe(reached.length);
    },
  );
  const runs = amount({ few: 60, many: 500, most: 10_000 });
  fc.assert(property, { numRuns: runs });
  expect(compiledOnes).toBeGreaterThan(runs / 20);
  expect(Object.keys(Object.prototype)).toEqual([]);
});
