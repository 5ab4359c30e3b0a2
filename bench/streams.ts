/**
 * Pushes records of an access log into one stream: the time of a push, and the
 * processor's time of its parts in this process; the write units that the engine reports, what a page costs at the
 * beginning, in the middle and at the end, and the growth of the heap.
 *
 *   npx node bench/streams.ts [records] [records of a push]
 */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { readRecords } from '../lib/samples/records/read-records.ts';
import type { SourceRecord } from '../lib/sources/source-record.ts';
import { documentClient } from '../lib/store/client.ts';
import { createIdGenerator } from '../lib/store/ids.ts';
import { createTable } from '../lib/store/table.ts';
import { accessTable } from '../lib/store/table-access.ts';
import { appendBatch } from '../lib/streams/log/append-batch.ts';
import type { LogOutcome } from '../lib/streams/log/log.ts';
import { packRows } from '../lib/streams/log/pack-rows.ts';
import { readLog } from '../lib/streams/log/read-log.ts';
import { processRecords } from '../lib/streams/push/process-records.ts';
import { recordPage } from '../lib/streams/record-page.ts';
import { meterClient } from '../test/support/metered-client.ts';
import { repository } from '../test/support/repository.ts';
import { forkEngine } from './engine.ts';

const lineBytes = 500;
const [records = 1_000_000, batchRecords = 500] = process.argv.slice(2).map(Number);
const pushes = Math.ceil(records / batchRecords);

const engine = await forkEngine();
const meter = meterClient(documentClient(engine.client));
const tableName = 'streams';
await createTable(engine.client, tableName);

const text = await readFile(join(repository, 'docs/examples/access-log.json'), 'utf8');
const made = new Date().toISOString();
const source: SourceRecord = {
  ...{ _id: '0'.repeat(24), created: made, updated: made, revision: 1, tags: [] },
  ...JSON.parse(text),
};
const log = {
  ...{ owner: 'public', stream: '1'.repeat(24), table: accessTable(meter.client, tableName) },
  ...{ now: () => Date.now(), newId: createIdGenerator() },
};
const time = { signal: new AbortController().signal, lambda: { getRemainingTimeInMillis: () => 30_000 } };

const paths = ['/downloads/product_1', '/downloads/product_2', '/', '/search', '/cart', '/login'];
let seed = 1;
const draw = (most: number) => {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed % most;
};

/** Of an access log, with a query that no other has. */
function line(): string {
  const start = `93.180.${draw(256)}.${draw(256)} - - [17/May/2015:08:${10 + draw(50)}:${10 + draw(50)} +0000] "GET ${paths[draw(paths.length)]}?`;
  const end = ` HTTP/1.1" ${[200, 200, 200, 304, 404][draw(5)]} ${draw(100_000)}`;
  const words = 'id=&page=&sort=price&filter=colour:red,size:xl&session=';
  const query = `${words}${draw(1e9).toString(36)}&`.padEnd(lineBytes - start.length - end.length, words);
  return start + query + end;
}

const parts = { parse: 0, preprocess: 0, pack: 0, write: 0 };
let units = 0;
let heap = 0;
const [begun, kernelBegun] = [performance.now(), process.cpuUsage().system];
for (let push = 0; push < pushes; push++) {
  const body = Array.from({ length: batchRecords }, line).join('\n');
  const times = [cpuMs()];
  const raw = readRecords({ mediaType: 'text/plain', text: body }, { format: 'text', limit: 501 });
  times.push(cpuMs());
  const outcomes = processRecords(raw, { source, policy: 'quarantine', time });
  times.push(cpuMs());
  packRows(outcomes.map(toRow));
  times.push(cpuMs());
  const expiresAt = Math.ceil(Date.now() / 1_000) + 604_800;
  const measured = await meter.measure(() => appendBatch(log, { outcomes, bytes: body.length, expiresAt }));
  times.push(cpuMs());
  units += measured.units;
  const [start = 0, parsed = 0, processed = 0, packed = 0, written = 0] = times;
  parts.parse += parsed - start;
  parts.preprocess += processed - parsed;
  parts.pack += packed - processed;
  // It packs, too.
  parts.write += written - packed - (packed - processed);
  if (push === Math.floor(pushes / 10)) heap = heapBytes();
}
const seconds = (performance.now() - begun) / 1_000;
const kernelMs = (process.cpuUsage().system - kernelBegun) / 1_000;
const stored = pushes * batchRecords;

console.log(
  `${stored} records of ${lineBytes} bytes, ${batchRecords} a push, in ${seconds.toFixed(1)} s, ${((1_000 * seconds) / pushes).toFixed(1)} ms a push`,
);
console.log('CPU of this process for a push:');
const total = Object.values(parts).reduce((sum, ms) => sum + ms, 0);
for (const [name, ms] of Object.entries(parts))
  console.log(
    `  ${name.padEnd(10)} ${(ms / pushes).toFixed(2).padStart(7)} ms ${((100 * ms) / total).toFixed(0).padStart(3)} %`,
  );
console.log(`  ${'in the kernel'.padEnd(13)} ${(kernelMs / pushes).toFixed(2).padStart(4)} ms`);
console.log(`write units per 1,000 records: ${((1_000 * units) / stored).toFixed(1)}`);
for (const [name, from] of [
  ['beginning', 0],
  ['middle', stored / 2],
  ['end', stored - batchRecords],
] as const) {
  const request = { from, size: 50, order: 'asc', view: 'document' } as const;
  const page = await meter.measure(() => recordPage((read) => readLog(log, read), request));
  console.log(
    `page of 50 at the ${name.padEnd(9)} ${page.units.toFixed(1)} units, ${page.requests} requests`,
  );
}
const growth = (heapBytes() - heap) / 1_048_576;
console.log(`heap growth over the last nine tenths: ${growth.toFixed(1)} MB`);
engine.stop();

/** Of this process, without the kernel, whose part depends on the machine more than on the code: the engine has its own. */
function cpuMs(): number {
  return process.cpuUsage().user / 1_000;
}

/** After garbage has been collected. */
function heapBytes(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed;
}

function toRow(outcome: LogOutcome, offset: number) {
  const value = outcome.status === 'stored' ? outcome.document : outcome.status;
  return { offset, value, raw: 'raw' in outcome ? outcome.raw : undefined };
}
