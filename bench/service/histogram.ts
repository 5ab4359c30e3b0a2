/**
 * Counts over time in a stream of a million records of nginx: their read units, time and error, beside the true counts; then the
 * first page and the fields, which the view of records shows beside them.
 *
 *   npm run build && npx node bench/service/histogram.ts [records] [records of a push]
 */

import { documentClient } from '../../lib/headwater/data/store/client.ts';
import { createIdGenerator } from '../../lib/headwater/data/store/ids.ts';
import { createTable } from '../../lib/headwater/data/store/table.ts';
import { accessTable } from '../../lib/headwater/data/store/table-access.ts';
import type { DataRecord } from '../../lib/ingest/base/record.ts';
import { documentFieldsPage } from '../../lib/service/streams/document-fields-page.ts';
import { histogramOf } from '../../lib/service/streams/histogram.ts';
import type { LogOutcome } from '../../lib/service/streams/log/log-types.ts';
import { appendBatch } from '../../lib/service/streams/log/write/append-batch.ts';
import { recordPage } from '../../lib/service/streams/record-page.ts';
import { beginStream } from '../../test/service/support/stream-log.ts';
import { meterClient } from '../../test/support/metered-client.ts';
import { forkEngine } from '../engine.ts';
import { nginxLine } from './preprocess/mixes.ts';

const [records = 1_000_000, batchRecords = 500] = process.argv.slice(2).map(Number);
const pushes = Math.ceil(records / batchRecords);
const dayMs = 86_400_000;
const begin = Math.floor(Date.now() / dayMs) * dayMs - dayMs;

let seed = 1;
const draw = (most: number) => {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed % most;
};

const engine = await forkEngine();
const meter = meterClient(documentClient(engine.client));
const tableName = 'streams';
await createTable(engine.client, tableName);
const stream = await beginStream({ client: meter.client, tableName }, 'a'.repeat(24));
let clock = begin;
const now = () => clock;
const log = {
  owner: 'public',
  stream,
  table: accessTable(meter.client, tableName),
  now,
  newId: createIdGenerator({ now }),
};
const time = { signal: new AbortController().signal, lambda: { getRemainingTimeInMillis: () => 30_000 } };

/** The day has a quiet night, an hour of silence, and an hour with three times the errors. */
function momentOf(index: number): number {
  const part = index / records;
  const hour = part < 0.1 ? part * 60 : part < 0.6 ? 6 + (part - 0.1) * 12 : 13 + (part - 0.6) * 27.5;
  return begin + hour * 3_600_000;
}

interface Made {
  readonly moment: number;
  readonly level: string;
  readonly status: number;
}
const made: Made[] = [];

function document(index: number): DataRecord {
  const moment = Math.floor(momentOf(index)) - draw(2_000);
  const isBad = moment > begin + 9 * 3_600_000 && moment < begin + 10 * 3_600_000;
  const level = draw(100) < (isBad ? 9 : 3) ? 'error' : draw(100) < 10 ? 'warn' : 'info';
  const status = level === 'error' ? 500 + draw(4) : 200;
  made.push({ moment, level, status });
  return {
    '@timestamp': new Date(moment).toISOString(),
    log: { level },
    http: { response: { status_code: status, body: { bytes: draw(20_000) } }, request: { method: 'GET' } },
    url: { path: `/shop/${draw(1e6)}`, query: `session=${draw(1e9).toString(36)}` },
    source: { ip: `10.${draw(200)}.${draw(200)}.${draw(200)}` },
    user_agent: { name: 'Chrome', version: `${draw(120)}.0` },
  };
}

const begun = performance.now();
for (let push = 0; push < pushes; push++) {
  const first = push * batchRecords;
  const outcomes = Array.from({ length: batchRecords }, (_, at): LogOutcome => {
    const made = document(first + at);
    return {
      status: 'stored',
      raw: { message: nginxLine(draw(1e6), draw(1e9).toString(36)) },
      documents: [{ document: made }],
    };
  });
  clock = Math.floor(momentOf(first + batchRecords - 1));
  await appendBatch(log, { outcomes, bytes: 0, expiresAt: Math.ceil(begin / 1_000) + 30 * 86_400 });
}
clock = begin + dayMs;
console.log(
  `${records} records, ${batchRecords} a push, in ${((performance.now() - begun) / 1_000).toFixed(0)} s`,
);

type Match = (one: Made) => boolean;

async function measure(
  name: string,
  request: Partial<Parameters<typeof histogramOf>[1]>,
  matches: Match,
): Promise<void> {
  const begunAt = performance.now();
  const cpu = process.cpuUsage();
  let result: Awaited<ReturnType<typeof histogramOf>> | undefined;
  const { units, requests } = await meter.measure(async () => {
    result = await histogramOf(log, { time: 'pushed', values: 5, ...request }, time);
  });
  const ms = performance.now() - begunAt;
  const { user } = process.cpuUsage(cpu);
  if (!result) return;
  const { exact, count, positions, positions_read, buckets, interval } = result;
  const wanted = made.filter(matches);
  const from = Date.parse(buckets[0]?.begin ?? '');
  const right = buckets.map(() => 0);
  for (const { moment } of wanted) {
    const at = Math.floor((moment - from) / 1_000 / interval);
    right[at] = (right[at] ?? 0) + 1;
  }
  const wrong = buckets.reduce((sum, bucket, at) => sum + Math.abs(bucket.count - (right[at] ?? 0)), 0);
  const read = exact ? 'exact' : `${((100 * positions_read) / positions).toFixed(1)} % read`;
  const off = (100 * wrong) / Math.max(1, wanted.length);
  console.log(
    `${name.padEnd(16)} ${units.toFixed(0).padStart(6)} ${String(requests).padStart(6)} ${ms.toFixed(0).padStart(6)} ${(user / 1_000).toFixed(0).padStart(6)}   ${read.padEnd(12)} ${String(count).padStart(9)} of ${wanted.length}, ${off.toFixed(1)} % in other buckets of ${interval} s`,
  );
}

console.log(`${''.padEnd(16)}  units  calls     ms    CPU`);
await measure('all, by push', {}, () => true);
await measure('all', { time: '@timestamp' }, () => true);
await measure('by level', { time: '@timestamp', by: 'log.level' }, () => true);
await measure('errors', { time: '@timestamp', query: 'log.level:error' }, ({ level }) => level === 'error');
const status = 'http.response.status_code:502';
await measure('a status', { time: '@timestamp', query: status }, ({ status }) => status === 502);

/** What the view of records asks for beside the counts. */
async function measureRead(name: string, read: () => Promise<unknown>): Promise<void> {
  const begunAt = performance.now();
  const cpu = process.cpuUsage();
  const { units, requests } = await meter.measure(async () => void (await read()));
  const ms = performance.now() - begunAt;
  const { user } = process.cpuUsage(cpu);
  console.log(
    `${name.padEnd(16)} ${units.toFixed(0).padStart(6)} ${String(requests).padStart(6)} ${ms.toFixed(0).padStart(6)} ${(user / 1_000).toFixed(0).padStart(6)}`,
  );
}

const newest = { order: 'desc', size: 50, view: 'document' } as const;
await measureRead('first page', () => recordPage(log, newest, time));
await measureRead('of errors', () => recordPage(log, { ...newest, query: 'log.level:error' }, time));
await measureRead('fields', () => documentFieldsPage(log, { values: 5, sample: 1_000, size: 200 }, time));
engine.stop();
