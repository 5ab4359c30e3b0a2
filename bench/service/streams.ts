/**
 * Pushes lines of an nginx access log into one stream, over the emitted functions. Measures the time of a push, its CPU
 * in this process, and separately the CPU of its parts; the write units that the engine reports; the cost of a page at
 * the beginning, in the middle and at the end; the pages that find one record of all, by the table and, where Java and
 * OpenSearch are (test/service/search-engine/local-engine.ts), by the index of batches; the cost of forwarding; and
 * the growth of the heap.
 *
 *   npm run build && npx node bench/service/streams.ts [records] [records of a push]
 */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { namesOfIndex } from '../../lib/headwater/data/search/engine-index/index-shape.ts';
import { rebuildIndexes } from '../../lib/headwater/data/search/engine-index/rebuild-index.ts';
import { stageEngine } from '../../lib/headwater/data/search-engine/engine.ts';
import { documentClient } from '../../lib/headwater/data/store/client.ts';
import { createIdGenerator } from '../../lib/headwater/data/store/ids.ts';
import { createTable } from '../../lib/headwater/data/store/table.ts';
import { accessTable } from '../../lib/headwater/data/store/table-access.ts';
import type { LambdaHandler } from '../../lib/headwater/tools/local/gateway/invoke-function.ts';
import { lambdaContext } from '../../lib/headwater/tools/local/gateway/lambda-context.ts';
import { readRecords } from '../../lib/ingest/records/read-records.ts';
import type { SourceRecord } from '../../lib/service/sources/source-record.ts';
import { forwardStream } from '../../lib/service/streams/forward/forward-stream.ts';
import { type RecordToPut, toKinesis } from '../../lib/service/streams/forward/kinesis.ts';
import { registerStream } from '../../lib/service/streams/leases/forwarded-streams.ts';
import { filterOfPush } from '../../lib/service/streams/log/batch-filter.ts';
import {
  type LogContext,
  type LogOutcome,
  recordDocuments,
} from '../../lib/service/streams/log/log-types.ts';
import { packRows } from '../../lib/service/streams/log/pack-rows.ts';
import { batchShape } from '../../lib/service/streams/log/read/batch-shape.ts';
import { batchType } from '../../lib/service/streams/log/read/indexed-batches.ts';
import { appendBatch } from '../../lib/service/streams/log/write/append-batch.ts';
import { sizeOfRows } from '../../lib/service/streams/log/write/pack-batch.ts';
import { processRecords } from '../../lib/service/streams/push/process-records.ts';
import { recordPage } from '../../lib/service/streams/record-page.ts';
import { findEngine, runEngine } from '../../test/service/search-engine/local-engine.ts';
import { freePort } from '../../test/service/search-engine/test-engine.ts';
import { httpApiEvent } from '../../test/support/event.ts';
import { type Metered, meterClient } from '../../test/support/metered-client.ts';
import { repository } from '../../test/support/repository.ts';
import { forkEngine } from '../engine.ts';
import { nginxLine, nginxPipeline } from './preprocess/mixes.ts';

const lineBytes = 500;
const [records = 1_000_000, batchRecords = 500] = process.argv.slice(2).map(Number);
const pushes = Math.ceil(records / batchRecords);

const engine = await forkEngine();
const meter = meterClient(documentClient(engine.client));
const tableName = 'streams';
await createTable(engine.client, tableName);

Object.assign(process.env, engine.environment, { TABLE_NAME: tableName, ACCESS: 'open' });
const json = { 'content-type': 'application/json' };
const content = { name: 'access log', format: 'text', preprocessors: nginxPipeline } as const;
// A returned source has descriptions of its preprocessors.
const source: SourceRecord = { ...(await create<SourceRecord>('source', content)), ...content };
const { _id: stream } = await create<{ readonly _id: string }>('stream', { source: source._id });
const sendPush = await handlerOf('stream-push');
const logOf = (id: string) => ({
  ...{ owner: 'public', stream: id, table: accessTable(meter.client, tableName) },
  ...{ now: () => Date.now(), newId: createIdGenerator() },
});
const log = logOf(stream);
const meteredLog = logOf('1'.repeat(24));
/** Spread over all pushes, so that each measured one stands for the others. */
const meteredEvery = Math.ceil(pushes / 500);
const time = { signal: new AbortController().signal, lambda: { getRemainingTimeInMillis: () => 30_000 } };

let seed = 1;
const draw = (most: number) => {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed % most;
};

/** A line with an item and a query that no other line has. */
function line(): string {
  const index = draw(1e6);
  const words = 'id=&page=&sort=price&filter=colour:red,size:xl&session=';
  const own = `${words}${draw(1e9).toString(36)}&`;
  return nginxLine(index, own.padEnd(lineBytes - nginxLine(index, '').length, words));
}

const parts = { parse: 0, preprocess: 0, pack: 0, filter: 0 };
/** One line, in the middle, has a word of its own. */
const rareWord = 'needle7f3a';
const rareLine = () => line().replace('/shop/', `/${rareWord}/`);
let writeMs = 0;
let [requestMs, kernelMs, wallMs, units, heap] = [0, 0, 0, 0, 0];
for (let push = 0; push < pushes; push++) {
  const lines = Array.from({ length: batchRecords }, line);
  if (push === Math.floor(pushes / 2)) lines[0] = rareLine();
  const body = lines.join('\n');
  await measurePush(body);
  const outcomes = await measureParts(body);
  if (push % meteredEvery === 0) units += await unitsOf(outcomes);
  if (push === Math.floor(pushes / 10)) heap = heapBytes();
}
const seconds = wallMs / 1_000;
const stored = pushes * batchRecords;

console.log(
  `${stored} records of ${lineBytes} bytes, ${batchRecords} a push, in ${seconds.toFixed(1)} s, ${((1_000 * seconds) / pushes).toFixed(1)} ms a push`,
);
console.log('CPU of this process for a push:');
const metered = Math.ceil(pushes / meteredEvery);
const write = (pushes / metered) * writeMs - parts.pack - parts.filter;
const rest = requestMs - parts.parse - parts.preprocess - parts.pack - parts.filter - write;
for (const [name, ms] of Object.entries({ ...parts, write, rest }))
  console.log(
    `  ${name.padEnd(10)} ${(ms / pushes).toFixed(2).padStart(7)} ms ${((100 * ms) / requestMs).toFixed(0).padStart(3)} %`,
  );
console.log(`  ${'in the kernel'.padEnd(13)} ${(kernelMs / pushes).toFixed(2).padStart(4)} ms`);
const meteredRecords = metered * batchRecords;
console.log(`write units per 1,000 records: ${((1_000 * units) / meteredRecords).toFixed(1)}`);
for (const [name, from] of [
  ['beginning', 0],
  ['middle', stored / 2],
  ['end', stored - batchRecords],
] as const) {
  const request = { from, size: 50, order: 'asc', view: 'document' } as const;
  const page = await meter.measure(() => recordPage(log, request, time));
  console.log(
    `page of 50 at the ${name.padEnd(9)} ${page.units.toFixed(1)} units, ${page.requests} requests`,
  );
}
const rareQueries = [
  ['a word', rareWord],
  ['the newest first', rareWord],
  ['an address', `source_ip:10.1.300.1 OR ${rareWord}`],
] as const;
for (const [name, query] of [...rareQueries, ['a regular expression', `/${rareWord}/`]] as const)
  await measureSearch(name, query, 'the table');
await measureEngine();
await measureForwarding();
const growth = (heapBytes() - heap) / 1_048_576;
console.log(`heap growth over the last nine tenths: ${growth.toFixed(1)} MB`);
engine.stop();

/** The emitted function, as it ships. */
async function handlerOf(id: string): Promise<LambdaHandler> {
  const url = pathToFileURL(join(repository, '.generated/bundles', id, 'index.mjs'));
  return (await import(url.href)).handler;
}

async function create<Created>(resource: string, body: object): Promise<Created> {
  const handler = await handlerOf(`${resource}-create`);
  const request = { method: 'POST', url: `/v1/${resource}`, headers: json, body: JSON.stringify(body) };
  return answered(await handler(httpApiEvent(request), lambdaContext()));
}

/** The body of a 201. */
function answered(answer: unknown) {
  const { statusCode, body } = answer as { readonly statusCode: number; readonly body: string };
  if (statusCode !== 201) throw new Error(`${statusCode}: ${body}`);
  return JSON.parse(body);
}

async function measurePush(body: string): Promise<void> {
  const event = httpApiEvent({
    ...{ method: 'POST', url: `/v1/stream/${stream}/record`, pathParameters: { id: stream } },
    ...{ headers: { 'content-type': 'text/plain' }, body },
  });
  const [begun, cpu] = [performance.now(), process.cpuUsage()];
  const answer = await sendPush(event, lambdaContext());
  const { user, system } = process.cpuUsage(cpu);
  wallMs += performance.now() - begun;
  requestMs += user / 1_000;
  kernelMs += system / 1_000;
  answered(answer);
}

/** The same work as in the function. */
async function measureParts(body: string): Promise<LogOutcome[]> {
  const times = [cpuMs()];
  const raw = readRecords({ mediaType: 'text/plain', content: body }, { format: 'text', limit: 501 });
  times.push(cpuMs());
  const outcomes = await processRecords(raw, {
    source,
    readPipeline: async () => undefined,
    policy: 'quarantine',
    time,
  });
  times.push(cpuMs());
  const rows = packRows(outcomes.map(toRow));
  times.push(cpuMs());
  const documents = outcomes.flatMap((one) => (one.status === 'stored' ? recordDocuments(one) : []));
  filterOfPush({ documents, packedBytes: sizeOfRows(rows) });
  times.push(cpuMs());
  const [start = 0, parsed = 0, processed = 0, packed = 0, filtered = 0] = times;
  parts.parse += parsed - start;
  parts.preprocess += processed - parsed;
  parts.pack += packed - processed;
  parts.filter += filtered - packed;
  return outcomes;
}

async function append(to: LogContext, outcomes: readonly LogOutcome[]) {
  const expiresAt = Math.ceil(Date.now() / 1_000) + 604_800;
  return appendBatch(to, { outcomes, bytes: 0, expiresAt });
}

/** Appends the batch to another stream, since the function requests no figures from the engine; adds its CPU with packing to `writeMs`. */
async function unitsOf(outcomes: readonly LogOutcome[]): Promise<number> {
  const start = cpuMs();
  const { units } = await meter.measure(() => append(meteredLog, outcomes));
  writeMs += cpuMs() - start;
  return units;
}

/** Pages to the end of the log, of which one has one hit. */
async function measureSearch(name: string, query: string, by: string): Promise<void> {
  const order = name === 'the newest first' ? 'desc' : 'asc';
  let [from, pages, hits]: [number | undefined, number, number] = [undefined, 0, 0];
  const begun = performance.now();
  const { units: used, requests } = await meter.measure(async () => {
    do {
      const page = await recordPage(log, { from, size: 50, query, order, view: 'document' }, time);
      pages++;
      hits += page.size;
      from = page.partial ? page.after : undefined;
    } while (from !== undefined);
  });
  const ms = performance.now() - begun;
  console.log(
    `rare match by ${by}, ${name}: ${hits} hit, ${pages} pages, ${used.toFixed(0)} units, ${requests} requests of the table, ${ms.toFixed(0)} ms`,
  );
}

/** The same questions by the index of batches, asked as the function does. */
async function measureEngine(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-streams-'));
  const found = await findEngine(folder);
  if (typeof found === 'string') {
    console.log(`Skipped: ${found}`);
    await rm(folder, { recursive: true });
    return;
  }
  const port = await freePort();
  const searching = await runEngine(found, { port, folder });
  Object.assign(process.env, { SEARCH_LISTS: 'on', SEARCH_ENDPOINT: `http://127.0.0.1:${port}` });
  const asked = stageEngine(time);
  const begun = performance.now();
  const [rebuilt] = await rebuildIndexes({
    ...{ table: log.table, engine: asked, types: [batchType] },
    onItems: () => undefined,
  });
  const tookMs = performance.now() - begun;
  const { index } = namesOfIndex(tableName, batchShape);
  const stats = await asked({ method: 'GET', path: [index, '_stats', 'store'] });
  const bytes = Object(stats.body)._all.primaries.store.size_in_bytes;
  console.log(
    `${rebuilt?.documents} batches are indexed in ${(tookMs / 1_000).toFixed(1)} s; the index has ${(bytes / 1_048_576).toFixed(1)} MB`,
  );
  // The first run loads modules, and the engine compiles.
  for (const round of ['the index at first', 'the index'])
    for (const [name, query] of rareQueries) await measureSearch(name, query, round);
  searching.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
}

/** Forwards the metered batches with the target of the forwarder: one after each push, and all at once. */
async function measureForwarding(): Promise<void> {
  const [atOnce, each] = [logOf('1'.repeat(24)), logOf('2'.repeat(24))];
  const counts = { puts: 0, bytes: 0, paid: 0 };
  const put = async ({ data }: RecordToPut) => {
    counts.puts++;
    counts.bytes += data.length;
    counts.paid += Math.ceil(data.length / 1_024);
    return String(counts.puts);
  };
  const target = { arn: 'arn:aws:kinesis:us-east-1:000000000000:stream/bench', put };
  const forward = (to: typeof log) =>
    forwardStream({ log: to, delivery: toKinesis(target), isEnough: () => false });
  const show = (name: string, forwarded: number, { units: used, written }: Omit<Metered, 'requests'>) =>
    console.log(
      `forwarded ${name}: for 1,000 records ${((1_000 * written) / forwarded).toFixed(1)} units written, ${((1_000 * (used - written)) / forwarded).toFixed(1)} read, ${((1_000 * counts.puts) / forwarded).toFixed(1)} records of Kinesis, ${((1_000 * counts.paid) / forwarded).toFixed(0)} KB`,
    );
  await registerStream(atOnce.table, atOnce, Date.now());
  const begun = performance.now();
  const all = await meter.measure(() => forward(atOnce));
  const ms = performance.now() - begun;
  show('all at once    ', meteredRecords, all);
  console.log(`  ${((1_000 * meteredRecords) / ms).toFixed(0)} records a second, without Kinesis`);
  Object.assign(counts, { puts: 0, bytes: 0, paid: 0 });
  await registerStream(each.table, each, Date.now());
  const outcomes = await measureParts(Array.from({ length: batchRecords }, line).join('\n'));
  const used = { units: 0, written: 0 };
  for (let push = 0; push < 10; push++) {
    await append(each, outcomes);
    const { units: more, written } = await meter.measure(() => forward(each));
    used.units += more;
    used.written += written;
  }
  show('after each push', 10 * batchRecords, used);
}

/** The CPU time of this process, without the engine, which has its own, and the kernel, which depends more on the machine than on the code. */
function cpuMs(): number {
  return process.cpuUsage().user / 1_000;
}

/** The size of the heap after a garbage collection. */
function heapBytes(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed;
}

function toRow(outcome: LogOutcome, offset: number) {
  const value = outcome.status === 'stored' ? outcome.documents[0]?.document : outcome.status;
  return { offset, value, raw: 'raw' in outcome ? outcome.raw : undefined };
}
