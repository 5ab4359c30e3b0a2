/**
 * Compares bundling options: size, and time from import to the first response,
 * in a fresh process each time. Needs a build.
 *
 *   npm run build && npx node bench/service/start-up.ts
 */

import { fork } from 'node:child_process';
import { cp, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import { leanDependencies } from '../../lib/headwater/compile/bundle/lean-dependencies.ts';
import { plainBuiltins } from '../../lib/headwater/compile/bundle/plain-builtins.ts';
import { openDatabase } from '../../lib/headwater/tools/local/database.ts';
import { httpApiEvent } from '../../test/support/event.ts';
import { full } from '../smallest.ts';

const runs = full(21, { smallest: 1 });

const common: BuildOptions = {
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node24',
  logLevel: 'silent',
  mainFields: ['module', 'main'],
};
const lean: BuildOptions = { plugins: [leanDependencies, plainBuiltins] };

/** The build uses the last variant. */
const variants: readonly [name: string, options: BuildOptions][] = [
  ['bundled', {}],
  ['+ plain built-in modules', { plugins: [plainBuiltins] }],
  ['+ lean dependencies', lean],
  ['+ terse', { ...lean, minifySyntax: true, minifyWhitespace: true }],
  ['+ short names', { ...lean, minify: true }],
  ['+ names of functions', { ...lean, minify: true, keepNames: true }],
];

const measure = `
const [, , path, event] = process.argv;
const context = { awsRequestId: 'bench', getRemainingTimeInMillis: () => 10_000 };
const start = performance.now();
const { handler } = await import(path);
const { statusCode } = await handler(JSON.parse(event), context);
process.send({ ms: performance.now() - start, statusCode });
process.exit();
`;

const json = { 'content-type': 'application/json' };
const events = {
  'api-docs': httpApiEvent({ url: '/v1/api-docs.json' }),
  'source-list': httpApiEvent({ url: '/v1/source?size=1' }),
  'source-create': httpApiEvent({ method: 'POST', url: '/v1/source', headers: json, body: '{"tags":["a"]}' }),
} as const;

const folder = await mkdtemp(join(tmpdir(), 'headwater-bench-'));
const database = await openDatabase(join(folder, 'data'), 'bench');
try {
  await writeFile(join(folder, 'measure.mjs'), measure);
  await cp('.generated/served', join(folder, 'served'), { recursive: true });
  for (const [id, event] of Object.entries(events)) await compare(id, event);
} finally {
  await database.close();
  await rm(folder, { recursive: true });
}

async function compare(id: string, event: object): Promise<void> {
  const rows = await Promise.all(
    variants.map(([name, options], index) => bundleVariant({ id, name, index, options })),
  );
  // Variants take turns, so a slow period of the machine affects all of them.
  for (let run = 0; run < runs; run++) for (const row of rows) row.times.push(await runOnce(row.path, event));
  console.log(`\n${id}`);
  const reference = median(rows[0]?.times ?? []);
  for (const { name, kb, times } of rows) {
    const ms = median(times);
    console.log(
      `  ${name.padEnd(28)} ${kb.toFixed(0).padStart(6)} KB ${ms.toFixed(1).padStart(7)} ms  x${(ms / reference).toFixed(2)}`,
    );
  }
}

async function bundleVariant({
  id,
  name,
  index,
  options,
}: {
  id: string;
  name: string;
  index: number;
  options: BuildOptions;
}) {
  // The depth is the same as in .generated/, where functions find the served descriptors.
  const path = join(folder, 'bundles', `${id}-${index}`, 'index.mjs');
  await build({
    ...common,
    ...options,
    entryPoints: [resolve('.generated/functions', `${id}.ts`)],
    outfile: path,
  });
  return { name, path, kb: (await stat(path)).size / 1024, times: [] as number[] };
}

async function runOnce(path: string, event: object): Promise<number> {
  const env = {
    ...process.env,
    ...database.environment,
    AWS_REGION: 'us-east-1',
    TABLE_NAME: 'bench',
    ACCESS: 'open',
  };
  const child = fork(join(folder, 'measure.mjs'), [path, JSON.stringify(event)], { env });
  const { ms, statusCode } = await new Promise<{ ms: number; statusCode: number }>((done, fail) => {
    child.once('message', (message) => done(message as { ms: number; statusCode: number }));
    child.once('exit', () => fail(new Error(`${path} sent no response`)));
  });
  if (statusCode >= 300) throw new Error(`${path} returned ${statusCode}`);
  return ms;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
