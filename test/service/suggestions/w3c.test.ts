/** Logs of the W3C format whose columns change: the rows behind another `#Fields:` are not read with the first columns. */

import { expect, test } from 'vitest';
import { compilePipeline } from '../../../lib/service/preprocessors/engine/compile.ts';
import { runPipeline } from '../../../lib/service/preprocessors/engine/run.ts';
import { serviceEngine } from '../../../lib/service/suggestions/engine.ts';
import { suggest } from '../../../lib/service/suggestions/suggest.ts';

const engine = await serviceEngine({ now: Date.UTC(2026, 5, 15), budgetMs: 60_000, deadlineMs: 60_000 });

const first = '#Fields: date time c-ip sc-status';
const second = '#Fields: date time sc-status c-ip';
const rows = Array.from({ length: 8 }, (_, index) => `2026-01-02 10:00:0${index} 10.0.0.${index} 200`);
const otherRows = Array.from({ length: 8 }, (_, index) => `2026-01-02 11:00:0${index} 200 10.0.0.${index}`);

/** What becomes of the lines with the best suggestion for a sample. */
function outcomesOf(sample: readonly string[], lines: readonly string[]): readonly string[] {
  const preprocessors = suggest({ text: sample.join('\n') }, engine)?.best.source.preprocessors ?? [];
  const compiled = compilePipeline(preprocessors);
  if ('issues' in compiled) throw new Error(compiled.issues.map(({ message }) => message).join());
  const results = runPipeline(
    compiled.pipeline,
    lines.map((message) => ({ message })),
  );
  return results.map((result) =>
    result.status === 'success' ? JSON.stringify(result.document) : result.status,
  );
}

test('with one header, rows have its columns, and repeated headers are dropped', () => {
  const sample = ['#Version: 1.0', first, ...rows];
  const [version, header, row] = outcomesOf(sample, ['#Version: 1.0', first, rows[7] ?? '']);
  expect([version, header]).toEqual(['dropped', 'dropped']);
  expect(row).toContain('"c_ip":"10.0.0.7"');
});

test('a header with other columns fails when it comes later', () => {
  expect(outcomesOf([first, ...rows], [first, second])).toEqual(['dropped', 'error']);
});

test('a sample with two headers has no document with a value in the wrong column', () => {
  const sample = [first, ...rows, second, ...otherRows];
  const documents = outcomesOf(sample, sample);
  expect(documents.filter((one) => /"c_ip":"?200|"sc_status":"?10\./.test(one))).toEqual([]);
});
