/**
 * Cold starts in AWS's own runtime client (npm aws-lambda-ric), from the archives that are deployed: with the first
 * command to the database during the start, as the build has it, and without. Fresh processes, interleaved. Needs
 * Linux, a build, and the client: `npm run test:runtime` builds it.
 *
 *   npm run build && npx node bench/service/cold-start.ts
 */

import { readdir, readFile } from 'node:fs/promises';
import { createTable } from '../../lib/headwater/data/store/table.ts';
import { hasRuntimeClient, startFunction } from '../../test/service/runtime/lambda-function.ts';
import { httpApiEvent } from '../../test/support/event.ts';
import { repository } from '../../test/support/repository.ts';
import { forkEngine } from '../engine.ts';
import { full } from '../smallest.ts';

const tableName = 'bench';
const runs = full(21, { smallest: 1 });

/** The part of a CPU after the start; a start has a whole CPU. 1,769 MB have one (docs.aws.amazon.com/lambda). */
const share = 512 / 1_769;

const json = { 'content-type': 'application/json' };
const events = {
  'source-getById': httpApiEvent({
    url: '/v1/source/0123456789abcdef01234567',
    pathParameters: { id: '0123456789abcdef01234567' },
  }),
  'source-list': httpApiEvent({ url: '/v1/source?size=1' }),
  'source-create': httpApiEvent({ method: 'POST', url: '/v1/source', headers: json, body: '{"tags":["a"]}' }),
  'preprocessor-list': httpApiEvent({ url: '/v1/preprocessor' }),
} as const;
const expected: Readonly<Record<keyof typeof events, number>> = {
  'source-getById': 404,
  'source-list': 200,
  'source-create': 201,
  'preprocessor-list': 200,
};

/** Only Lambda sets the variable: without it, functions send nothing before their first event. */
const variants: readonly (readonly [name: string, changes: Readonly<Record<string, undefined>>])[] = [
  ['before', { AWS_LAMBDA_INITIALIZATION_TYPE: undefined }],
  ['after', {}],
];

/** Milliseconds of CPU. */
interface ColdStart {
  readonly start: number;
  readonly request: number;
}

if (await hasRuntimeClient()) await compareAll();
else console.log("skipped: AWS's runtime client is not built; npm run test:runtime builds it");

async function compareAll(): Promise<void> {
  const engine = await forkEngine();
  try {
    await createTable(engine.client, tableName);
    const environment = { ...engine.environment, TABLE_NAME: tableName, ACCESS: 'open' };
    console.log(
      `CPU of a cold start, median of ${runs}: without the first command during the start, and with it\n`,
    );
    for (const [id, event] of Object.entries(events)) await compare(id, event, environment);
  } finally {
    engine.stop();
  }
}

async function compare(
  id: string,
  event: object,
  environment: Readonly<Record<string, string>>,
): Promise<void> {
  const found = variants.map(([name, changes]) => ({ name, changes, measured: [] as ColdStart[] }));
  // Variants take turns, so a slow period of the machine affects both of them.
  for (let run = 0; run < runs; run++)
    for (const { changes, measured } of found)
      measured.push(await runOnce(id, event, { ...environment, ...changes }));
  const rows = found.map(({ name, measured }) => {
    const start = median(measured.map((one) => one.start));
    const request = median(measured.map((one) => one.request));
    return {
      name,
      figures: [start, request, median(measured.map((one) => one.start + one.request / share))],
    };
  });
  console.log(
    id.padEnd(20),
    ['start', 'first request', 'at 512 MB'].map((text) => text.padStart(22)).join(''),
  );
  for (const { name, figures } of rows) {
    const cells = figures.map(
      (ms, at) => `${ms.toFixed(1)} ms  x${(ms / (rows[0]?.figures[at] ?? ms)).toFixed(2)}`,
    );
    console.log(`  ${name.padEnd(18)}`, cells.map((cell) => cell.padStart(22)).join(''));
  }
}

async function runOnce(
  id: string,
  event: object,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<ColdStart> {
  const started = await startFunction({ projectFolder: repository, id, environment });
  try {
    await started.untilIdle();
    const start = await cpuOf(started.pid);
    const { statusCode } = (await started.invoke(event)) as { statusCode: number };
    await started.untilIdle();
    if (statusCode !== expected[id as keyof typeof events]) throw new Error(`${id} answers ${statusCode}.`);
    return { start, request: (await cpuOf(started.pid)) - start };
  } finally {
    await started.stop();
  }
}

/** The CPU time of all threads of an idle process, in milliseconds (proc(5), schedstat). */
async function cpuOf(pid: number): Promise<number> {
  const threads = await readdir(`/proc/${pid}/task`);
  const paths = threads.map((id) => `/proc/${pid}/task/${id}/schedstat`);
  // A thread may end before it is read.
  const texts = await Promise.all(paths.map((path) => readFile(path, 'utf8').catch(() => '0')));
  return texts.reduce((sum, text) => sum + Number(text.split(' ')[0]) / 1e6, 0);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
