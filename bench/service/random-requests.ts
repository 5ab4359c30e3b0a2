/**
 * Sends arbitrary requests to the emitted functions in this process. Prints requests
 * per second and the growth of the heap, and fails at the first 5xx.
 *
 *   npm run build && npx node bench/service/random-requests.ts [count] [seed]
 */

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { createTable } from '../../lib/headwater/data/store/table.ts';
import { makeRandomClient } from '../../test/service/support/random-client.ts';
import { randomRequest } from '../../test/service/support/random-http.ts';
import { repository } from '../../test/support/repository.ts';
import { forkEngine } from '../engine.ts';

const [count = 100_000, seed = 20260101] = process.argv.slice(2).map(Number);
const rounds = 10;

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

// The engine runs in another process, so this heap belongs to the functions alone.
const engine = await forkEngine();
const tableName = 'random-requests';
Object.assign(process.env, engine.environment, { TABLE_NAME: tableName, ACCESS: 'open' });
await createTable(engine.client, tableName);

const client = await makeRandomClient(repository);
console.log(`${count} requests, seed ${seed}`);
console.log('  requests    req/s   heap MB');
const heaps: number[] = [];
for (let round = 0; round < rounds; round++) {
  const start = performance.now();
  const numRuns = Math.ceil(count / rounds);
  await fc.assert(fc.asyncProperty(randomRequest, client.send), { seed: seed + round, numRuns });
  const perSecond = (numRuns / (performance.now() - start)) * 1_000;
  collectGarbage();
  const heap = process.memoryUsage().heapUsed / 2 ** 20;
  heaps.push(heap);
  const figures = [String((round + 1) * numRuns).padStart(10), perSecond.toFixed(0).padStart(9)];
  console.log(`${figures.join('')}${heap.toFixed(1).padStart(10)}`);
}
const [first = 0] = heaps;
console.log(`heap growth after the first tenth: ${((heaps.at(-1) ?? 0) - first).toFixed(1)} MB`);
const statuses = [...client.statuses].toSorted(([a], [b]) => a - b);
console.log(statuses.map(([status, answers]) => `${status}: ${answers}`).join('  '));
engine.stop();
