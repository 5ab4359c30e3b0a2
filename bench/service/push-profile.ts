/**
 * Profiles pushes of 500 lines of an nginx access log through the emitted function, and prints the CPU of each part. A
 * sample belongs to the innermost function of its stack that is of a part, by the file of its source.
 *
 *   npm run build && npx node bench/service/push-profile.ts
 */

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { type Profiler, Session } from 'node:inspector/promises';
import { SourceMap } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { commonOptions } from '../../lib/headwater/compile/bundle/bundle.ts';
import { leanClient, leanDependencies } from '../../lib/headwater/compile/bundle/lean-dependencies.ts';
import { plainBuiltins } from '../../lib/headwater/compile/bundle/plain-builtins.ts';
import {
  bundlePath,
  functionPath,
  generatedFolder,
} from '../../lib/headwater/compile/emit/wiring/generated-files.ts';
import { createTable } from '../../lib/headwater/data/store/table.ts';
import type { LambdaHandler } from '../../lib/headwater/tools/local/gateway/invoke-function.ts';
import { lambdaContext } from '../../lib/headwater/tools/local/gateway/lambda-context.ts';
import { httpApiEvent } from '../../test/support/event.ts';
import { repository } from '../../test/support/repository.ts';
import { forkEngine } from '../engine.ts';
import { full } from '../smallest.ts';
import { nginxLine, nginxPipeline } from './preprocess/mixes.ts';

const recordsAPush = 500;
const lineBytes = 500;
const pushesABatch = 50;
const batches = full(6, { smallest: 1 });
/** V8 compiles the code of a push until about its 400th. */
const warmUpBatches = full(10, { smallest: 1 });

/** By the file of the source, in the bundle or of Node.js. The first that matches. */
const parts: readonly (readonly [name: string, files: RegExp])[] = [
  ['preprocess', /lib\/(?:ingest\/|service\/streams\/push\/process-records)/],
  // The text of the records as JSON is what is packed.
  ['pack', /lib\/service\/streams\/log\/(?:pack-|batch-filter)|lib\/headwater\/shared\/json\/lossless-json/],
  ['commands', /node_modules\/@(?:aws-sdk|aws|smithy)\//],
  ['the rest of the function', /lib\/|handlers\/|\.generated\/|node_modules\/@middy\//],
  ['bench', /bench\/|test\//],
];
/** Samples without a function of a part: what Node.js does for the connections of the commands. */
const nodeItself = 'Node.js';

const engine = await forkEngine();
const folder = await mkdtemp(join(tmpdir(), 'headwater-bench-'));
try {
  await createTable(engine.client, 'pushes');
  Object.assign(process.env, engine.environment, { TABLE_NAME: 'pushes', ACCESS: 'open' });
  const source = await create('source', { name: 'access log', format: 'text', preprocessors: nginxPipeline });
  const stream = await create('stream', { source });
  const bundled = await bundlePush();
  const push = await handlerOf(bundled);
  const send = async (events: readonly object[]) => {
    for (const event of events) idOf(await push(event, lambdaContext()));
  };
  for (let batch = 0; batch < warmUpBatches; batch++) await send(eventsOf(stream));
  const map = new SourceMap(JSON.parse(await readFile(`${bundled}.map`, 'utf8')));
  const ms = new Map<string, number>();
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: 200 });
  for (let batch = 0; batch < batches; batch++) {
    // Made before the profile begins.
    const events = eventsOf(stream);
    await session.post('Profiler.start');
    await send(events);
    addTo(ms, (await session.post('Profiler.stop')).profile, map);
  }
  console.log(
    `CPU of a push of ${recordsAPush} lines, in ms, by a profile of ${batches * pushesABatch} pushes:`,
  );
  for (const [name, all] of [...ms].toSorted(([, a], [, b]) => b - a))
    console.log(`  ${name.padEnd(26)} ${(all / batches / pushesABatch).toFixed(2).padStart(6)}`);
} finally {
  engine.stop();
  await rm(folder, { recursive: true });
}

/** Like the build, and with a source map. @returns the path of the bundle. */
async function bundlePush(): Promise<string> {
  const outfile = join(folder, 'push.mjs');
  await build({
    ...commonOptions(repository),
    ...{ platform: 'node', target: 'node24', mainFields: ['module', 'main'] },
    ...{ write: true, outfile, sourcemap: 'external' },
    entryPoints: [join(generatedFolder, functionPath('stream-push'))],
    plugins: [leanClient, leanDependencies, plainBuiltins],
  });
  return outfile;
}

function eventsOf(stream: string): readonly object[] {
  return Array.from({ length: pushesABatch }, () =>
    httpApiEvent({
      ...{ method: 'POST', url: `/v1/stream/${stream}/record`, pathParameters: { id: stream } },
      ...{ headers: { 'content-type': 'text/plain' }, body: lines() },
    }),
  );
}

/** Lines with an item and a query that no other line has. */
function lines(): string {
  return Array.from({ length: recordsAPush }, () => {
    const index = Math.floor(Math.random() * 1e6);
    const words = 'id=&page=&sort=price&filter=colour:red,size:xl&session=';
    const own = `${words}${Math.random().toString(36).slice(2)}&`;
    return nginxLine(index, own.padEnd(lineBytes - nginxLine(index, '').length, words));
  }).join('\n');
}

async function create(resource: string, body: object): Promise<string> {
  const headers = { 'content-type': 'application/json' };
  const event = httpApiEvent({
    ...{ method: 'POST', url: `/v1/${resource}` },
    ...{ headers, body: JSON.stringify(body) },
  });
  const path = join(repository, generatedFolder, bundlePath(`${resource}-create`));
  return idOf(await (await handlerOf(path))(event, lambdaContext()));
}

/** Of a 201. */
function idOf(answer: unknown): string {
  const { statusCode, body } = answer as { readonly statusCode: number; readonly body: string };
  if (statusCode !== 201) throw new Error(`${statusCode}: ${body}`);
  return JSON.parse(body)._id;
}

async function handlerOf(path: string): Promise<LambdaHandler> {
  return (await import(pathToFileURL(path).href)).handler;
}

/** Adds the milliseconds of each part. */
function addTo(ms: Map<string, number>, profile: Profiler.Profile, map: SourceMap): void {
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
  const parents = new Map(
    profile.nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])),
  );
  const partOf = (id: number | undefined): string => {
    const node = id === undefined ? undefined : nodes.get(id);
    if (id === undefined || !node) return nodeItself;
    const { functionName, url } = node.callFrame;
    if (/^\((?:idle|program|garbage collector)\)$/.test(functionName)) return functionName;
    const file = url.endsWith('/push.mjs') ? fileOf(node.callFrame, map) : url;
    return parts.find(([, files]) => files.test(file))?.[0] ?? partOf(parents.get(id));
  };
  profile.samples?.forEach((id, at) => {
    const part = partOf(id);
    ms.set(part, (ms.get(part) ?? 0) + (profile.timeDeltas?.[at + 1] ?? 0) / 1_000);
  });
}

function fileOf(
  { lineNumber, columnNumber }: { lineNumber: number; columnNumber: number },
  map: SourceMap,
): string {
  // The position of a function without a name is its first parenthesis, which has no entry of its own.
  const entry = map.findEntry(lineNumber, columnNumber);
  return 'originalSource' in entry ? entry.originalSource : '';
}
