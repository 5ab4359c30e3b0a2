/**
 * Compares the preprocessors with plain TypeScript of the same work, and with an interpreter over the usual
 * npm libraries. Prints records a second and their ratio, the cost of conditions and handlers, the first 1,000
 * records of a new process, and how long the import takes.
 *
 *   npx node bench/service/preprocess.ts
 */

import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { moduleTables } from '../../lib/headwater/compile/bundle/module-tables.ts';
import type { DataRecord } from '../../lib/ingest/base/record.ts';
import { compilePipeline } from '../../lib/ingest/engine/compile.ts';
import { loadTypes } from '../../lib/ingest/engine/load-types.ts';
import { runPipeline } from '../../lib/ingest/engine/run.ts';
import { makeCounts } from '../../lib/ingest/engine/step-counts.ts';
import { full } from '../smallest.ts';
import { csvByHand, nginxByIndex, nginxByRegex } from './preprocess/by-hand.ts';
import { interpret } from './preprocess/interpreter.ts';
import { guarded, type Mix, mixesOf } from './preprocess/mixes.ts';

const count = full(20_000, { smallest: 500 });
const rounds = full(9, { smallest: 1 });
const batch = 500;
const byHand = [nginxByRegex, nginxByIndex, csvByHand];

await loadTypes([{ type: 'user_agent' }]);

type Run = () => unknown;

function pipelineOf({ preprocessors }: Mix) {
  const compiled = compilePipeline(preprocessors);
  if ('issues' in compiled) throw new Error(JSON.stringify(compiled.issues));
  return compiled.pipeline;
}

/** Batches, as a push has them; every record must succeed. */
function engineRun(mix: Mix, isCounted = false): Run {
  const pipeline = pipelineOf(mix);
  return () => {
    for (let at = 0; at < mix.records.length; at += batch) {
      const counts = isCounted ? { counts: makeCounts(pipeline) } : {};
      const results = runPipeline(pipeline, mix.records.slice(at, at + batch), counts);
      if (!results.every(({ status }) => status === 'success')) throw new Error(JSON.stringify(results[0]));
    }
  };
}

function eachRecord(records: readonly DataRecord[], work: (record: DataRecord) => unknown): Run {
  return () => {
    for (const record of records) if (work(record) === undefined) throw new Error('a record failed');
  };
}

/** Records per second of CPU time: the machine may have other work. The best of rounds that take turns. */
function measure(runs: readonly Run[], records: number): readonly number[] {
  const best = runs.map(() => 0);
  for (let round = 0; round < rounds; round++)
    for (const [at, run] of runs.entries()) {
      const start = process.cpuUsage();
      run();
      const { user, system } = process.cpuUsage(start);
      best[at] = Math.max(best[at] ?? 0, (records * 1e6) / (user + system));
    }
  return best;
}

const thousands = (value: number) => `${Math.round(value / 1000)}k`.padStart(9);
const ratio = (value: number) => `x${value.toFixed(2)}`.padStart(8);

/** The bundle that a function would carry, and a new process that imports it. */
const entry = fileURLToPath(new URL('../../lib/ingest/engine/run.ts', import.meta.url));
const besides = ['compile', 'load-types'].map((name) =>
  fileURLToPath(new URL(`../../lib/ingest/engine/${name}.ts`, import.meta.url)),
);
const { outputFiles } = await build({
  stdin: {
    contents: [entry, ...besides].map((path) => `export * from ${JSON.stringify(path)};`).join(''),
    resolveDir: '.',
  },
  bundle: true,
  minify: true,
  format: 'esm',
  platform: 'node',
  write: false,
  plugins: [moduleTables],
});
const code = outputFiles[0]?.text ?? '';
const folder = await mkdtemp(join(tmpdir(), 'preprocess-'));
const file = join(folder, 'engine.mjs');
await writeFile(file, code);

/** The median of runs of a command that prints milliseconds. */
function medianOf(runs: number, ...command: readonly string[]): number {
  const times = Array.from({ length: runs }, () =>
    Number(execFileSync(process.execPath, command, { encoding: 'utf8' })),
  );
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
}

const firstRecords = fileURLToPath(new URL('preprocess/first-records.ts', import.meta.url));

console.log(
  'records a second      engine  by hand      of it  interpreted   of it  guarded of it  first 1,000',
);
for (const [index, mix] of mixesOf(count).entries()) {
  const firstMs = medianOf(full(7, { smallest: 1 }), firstRecords, file, String(index));
  const few = mix.records.slice(0, Math.ceil(count / 10));
  const work = byHand[index];
  if (!work) throw new Error('A mix has no work by hand.');
  const [engine = 0, hand = 0, withGuards = 0] = measure(
    [engineRun(mix), eachRecord(mix.records, work), engineRun(guarded(mix), true)],
    count,
  );
  const [interpreted = 0] = measure(
    [eachRecord(few, (record) => interpret(mix.preprocessors, record))],
    few.length,
  );
  console.log(
    mix.name.padEnd(19),
    thousands(engine),
    thousands(hand),
    ratio(engine / hand),
    thousands(interpreted),
    ratio(engine / interpreted),
    ratio(withGuards / engine),
    `${firstMs.toFixed(1)} ms`.padStart(10),
  );
}

const script = `const start = performance.now(); await import(${JSON.stringify(file)}); console.log(performance.now() - start);`;
const median = medianOf(full(7, { smallest: 1 }), '--input-type=module', '--eval', script);
await rm(folder, { recursive: true });
console.log(
  `bundle of the engine   ${(code.length / 1024).toFixed(0)} KB, imported in ${median.toFixed(1)} ms`,
);
