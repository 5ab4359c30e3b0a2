/**
 * Times the first 1,000 records of a mix in this new process, including the compilation of their pipeline. Prints CPU
 * milliseconds of this thread, which on a quiet core equal the elapsed ones.
 *
 *   node first-records.ts ENGINE.mjs INDEX-OF-MIX
 */

import { pathToFileURL } from 'node:url';
import { mixesOf } from './mixes.ts';

type Engine = typeof import('../../../lib/ingest/engine/compile.ts') &
  typeof import('../../../lib/ingest/engine/load-types.ts') &
  typeof import('../../../lib/ingest/engine/run.ts');

const [, , file = '', index = ''] = process.argv;
const { compilePipeline, loadTypes, runPipeline }: Engine = await import(pathToFileURL(file).href);
const mix = mixesOf(1000)[Number(index)];
if (!mix) throw new Error(`There is no mix ${index}.`);

const start = process.threadCpuUsage();
await loadTypes(mix.preprocessors);
const compiled = compilePipeline(mix.preprocessors);
if ('issues' in compiled) throw new Error(JSON.stringify(compiled.issues));
for (const from of [0, 500]) {
  const results = runPipeline(compiled.pipeline, mix.records.slice(from, from + 500));
  if (!results.every(({ status }) => status === 'success')) throw new Error(JSON.stringify(results[0]));
}
const { user, system } = process.threadCpuUsage(start);
console.log((user + system) / 1000);
