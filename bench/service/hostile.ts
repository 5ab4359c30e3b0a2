/**
 * Sends hostile inputs to the emitted functions: all that were slow once, and the requested number of random ones.
 * Reports the slowest, and exits with 1 if one takes more CPU time than twice the limit of a request, hangs, or gets
 * a 5xx.
 *
 *   npm run build && node bench/service/hostile.ts [random inputs, 200] [seed, 1] [first index, 0]
 */

import { createTable } from '../../lib/headwater/data/store/table.ts';
import { foundInputs } from '../../test/service/support/hostile/found-inputs.ts';
import type { HostileInput, RandomInput } from '../../test/service/support/hostile/hostile-input.ts';
import { type HostileOutcome, hostileRunner } from '../../test/service/support/hostile/hostile-runner.ts';
import { forkEngine } from '../engine.ts';
import { full } from '../smallest.ts';

/** Twice the limit for the records of a request. */
const maxMs = 2 * 800;
const hangMs = 20_000;
const shown = 20;

const numbers = process.argv.slice(2).filter((argument) => /^\d+$/.test(argument));
const [count = full(200, { smallest: 2 }), seed = 1, first = 0] = numbers.map(Number);

const engine = await forkEngine();
const tableName = 'hostile';
await createTable(engine.client, tableName);
const runner = hostileRunner({ ...engine.environment, TABLE_NAME: tableName }, hangMs);

interface Measured {
  readonly name: string;
  readonly id: string;
  readonly ms: number;
  readonly problem: string | undefined;
}

/** The request that took most. */
function measured({ name, requests, failure }: HostileOutcome): Measured {
  const [slowest] = requests.toSorted((a, b) => b.ms - a.ms);
  const failed = requests.find(({ status }) => status >= 500);
  const problem = failure ?? (failed && `${failed.id} answers ${failed.status}`);
  const ms = slowest?.ms ?? 0;
  return {
    ...{ name, id: slowest?.id ?? '', ms },
    problem: problem ?? (ms > maxMs ? `more than ${maxMs} ms` : undefined),
  };
}

function* inputs(): Generator<HostileInput | RandomInput> {
  yield* foundInputs.slice(0, full(foundInputs.length, { smallest: 2 }));
  for (let index = first; index < first + count; index++) yield { seed, index };
}

const results: Measured[] = [];
/** Only a 2xx shows the whole cost: an input that is refused at once shows nothing. */
const statuses = new Map<string, number>();
try {
  for (const input of inputs()) {
    const outcome = await runner.run(input);
    const result = measured(outcome);
    const { id, status } = outcome.requests.at(-1) ?? { id: 'nothing', status: 0 };
    const key = `${id} ${status}`;
    statuses.set(key, (statuses.get(key) ?? 0) + 1);
    results.push(result);
    if (result.problem !== undefined) console.log(`! ${line(result)}  ${result.problem}`);
  }
} finally {
  runner.stop();
  engine.stop();
}

function line({ name, id, ms }: Measured): string {
  return `${ms.toFixed(0).padStart(6)} ms  ${id.padEnd(28)} ${name.slice(0, 80)}`;
}

console.log(`\nThe last answers: ${[...statuses].map(([key, times]) => `${key}: ${times}`).join(', ')}.`);
const slowest = results.toSorted((a, b) => b.ms - a.ms);
console.log(`\n${results.length} inputs, seed ${seed}; the slowest requests, in time of the processor:`);
for (const result of slowest.slice(0, shown)) console.log(line(result));
const bad = results.filter(({ problem }) => problem !== undefined).length;
console.log(`${bad} of ${results.length} are too slow, hang or fail.`);
if (bad > 0) process.exitCode = 1;
