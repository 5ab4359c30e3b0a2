/**
 * The price of every function that reads: what DynamoDB counts for an owner is at most what the owner is charged for, and a
 * constant. The functions are those that ship, on random tables with documents of up to 350 KB.
 */

import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { freeUnits } from '../../../lib/headwater/data/store/unit-account.ts';
import { lambdaContext } from '../../../lib/headwater/tools/local/gateway/lambda-context.ts';
import { amount } from '../../support/amount.ts';
import { loadHandler } from '../../support/emitted-function.ts';
import { readBackground, readFunctionIds, serviceFunctions } from '../../support/own-operations.ts';
import { repository } from '../../support/repository.ts';
import { Chance } from '../simulation/chance.ts';
import { type StreamFunctions, type StreamRequest, streamFunctions } from '../support/stream-functions.ts';
import { type Filled, fillTable, operations, steps } from './random-requests.ts';
import { type CountedUnits, startUnitsProxy, type UnitsProxy } from './units-proxy.ts';

const tables = amount({ few: 1, many: 2, most: 40 });
const requests = amount({ few: 1, many: 2, most: 6 });

/** One millisecond for each unit: charges are counted exactly. */
const unitsPerSecond = 1_000;

const atOnce = 8;

/** What an invocation reads at once before it is charged, where it does not pay first: four documents of 400 KB. */
const maxStepUnits = 400;

/** Long enough for what a run begins: what is cut off is charged for later. */
const backgroundMs = 60_000;

/** What the schedules and consumers read of the stage: lists of what is pending, and the heads of all streams. */
const maxOfStage = 20;

let functions: StreamFunctions;
let proxy: UnitsProxy;

beforeAll(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.spyOn(console, 'info').mockImplementation(() => undefined);
  const begun = Date.now();
  vi.spyOn(Date, 'now').mockImplementation(() => begun + skippedMs);
  Object.assign(process.env, {
    ...{ OWNER_UNITS: String(unitsPerSecond), SINKS: 'on', SEARCH_ENDPOINT: 'http://127.0.0.1:9' },
    ...{ KINESIS_STREAM: 'arn:aws:kinesis:us-east-1:123456789012:stream/documents' },
    AWS_ENDPOINT_URL_KINESIS: 'http://127.0.0.1:9',
  });
  functions = await streamFunctions(Object.keys(operations), async (endpoint) => {
    proxy = await startUnitsProxy(endpoint, unitsPerSecond);
    return proxy.endpoint;
  });
});
afterAll(() => {
  vi.restoreAllMocks();
});

let skippedMs = 0;

/** Everything that the owner has taken is paid for then. */
function wait(): void {
  skippedMs += 600_000;
}

/** The table is the one that functions have read from their environment: only what is in it changes. */
async function fill(seed: number): Promise<{ readonly chance: Chance; readonly filled: Filled }> {
  const chance = new Chance(seed);
  await functions.engine.clear(functions.tableName);
  const filled = await fillTable(chance, async (name, request) => {
    wait();
    return functions.call(name, request);
  });
  return { chance, filled };
}

test('the functions of the service are those that are measured', async () => {
  const background = (await readBackground()).map(({ id }) => id);
  const measured = [...Object.keys(operations), ...background, ...serviceFunctions];
  expect(measured.toSorted()).toEqual((await readFunctionIds()).toSorted());
});

test.each(Array.from({ length: tables }, (_, seed) => seed))(
  'nothing reads more than its owner is charged for, and a constant: table %d',
  { tags: ['property'] },
  async (seed) => {
    const { chance, filled } = await fill(seed);
    await expectBackground(filled);
    let dear = 0;
    for (const [name, draw] of Object.entries(operations))
      for (let left = requests; left > 0; left--) {
        const request = draw(chance, filled);
        const { status, read, charged } = await measured(name, request);
        const said = JSON.stringify({ name, request, status, read, charged });
        expect(status, said).toSatisfy((code: number) => code < 500 && code !== 400 && code !== 429);
        expect(read, said).toBeLessThanOrEqual(charged + freeUnits);
        if (read > freeUnits) dear++;
      }
    expect(dear).toBeGreaterThan(0);
  },
);

test('at once, in containers that know nothing, they read what the owner has, and a step for each', {
  tags: ['storage'],
}, async () => {
  const { chance, filled } = await fill(0);
  for (const [name, draw] of Object.entries(operations)) {
    const request = draw(chance, filled);
    const { read } = await together(name, request);
    const said = JSON.stringify({ name, request, read });
    expect(read, said).toBeLessThanOrEqual(unitsPerSecond + atOnce * (freeUnits + maxStepUnits));
  }
});

async function measured(name: string, request: StreamRequest) {
  wait();
  let status = 0;
  const counted = await proxy.measure(async () => {
    status = (await functions.call(name, request)).status;
  });
  return { ...counted, status };
}

/** Sends the request some times at once, each to a container of its own. */
async function together(name: string, request: StreamRequest): Promise<CountedUnits> {
  wait();
  return proxy.measure(async () => {
    await Promise.all(Array.from({ length: atOnce }, () => functions.callCold(name, request)));
  });
}

const seconds = 10;

/** Sends the request to one container, more often than the owner can pay for. */
async function many(name: string, request: StreamRequest) {
  wait();
  let [requests, refused] = [0, 0];
  const { read } = await proxy.measure(async () => {
    for (; requests < 5 * seconds; requests++) {
      const { status, headers } = await functions.call(name, request);
      if (status === 429) {
        expect(headers['retry-after']).toMatch(/^[1-9]\d*$/);
        refused++;
      }
      skippedMs += 200;
    }
  });
  return { read, requests, refused };
}

/** Where the index and the data stream are out of reach, records are read all the same. */
async function expectBackground({ streams, jobs }: Filled): Promise<void> {
  const keys = [
    ...streams.map((stream) => ({ pk: `stream/${stream}`, sk: 'log' })),
    ...jobs.map(({ id, replay }) => ({ pk: '~work', sk: `running-stream-replay/public/${id}/${replay}` })),
  ];
  for (const { id, kind } of await readBackground()) {
    const handler = await loadHandler(repository, id);
    for (const event of kind === 'schedule' ? [{}] : keys.map(changeOf)) {
      wait();
      const run = async () => handler(event, lambdaContext({ getRemainingTimeInMillis: () => backgroundMs }));
      const { read, readOfStage, charged } = await proxy.measure(() => run().catch(() => undefined));
      const said = JSON.stringify({ id, event, read, charged });
      // A schedule looks at the head of each stream.
      expect(read, said).toBeLessThanOrEqual(charged + freeUnits + streams.length);
      expect(readOfStage, said).toBeLessThanOrEqual(maxOfStage);
    }
  }
}

function changeOf({ pk, sk }: { readonly pk: string; readonly sk: string }) {
  const dynamodb = { SequenceNumber: '1', Keys: { pk: { S: pk }, sk: { S: sk } } };
  return { Records: [{ eventID: '1', eventName: 'MODIFY', dynamodb }] };
}

describe('of 30 sources of 356 KB behind 40 small ones', { tags: ['storage'] }, () => {
  const large = steps(356_000);
  let stream: string;

  beforeAll(async () => {
    await functions.engine.clear(functions.tableName);
    const uses = Array.from({ length: 64 }, (_, at) => `shared-${at}`);
    for (const name of uses) {
      wait();
      await functions.call('pipeline-put', { name, body: { preprocessors: large } });
    }
    const create = (preprocessors: readonly object[]) =>
      functions.call('source-create', { body: { name: 'log', tags: ['t'], preprocessors } });
    for (let left = 30; left > 0; left--) await create(large);
    for (let left = 40; left > 0; left--) await create([]);
    const source = await functions.makeSource({ preprocessors: steps(0, uses) });
    stream = await functions.makeStream({ source });
  });

  const lists = [
    ...['', '?size=100', '?size=100&query=tags:t', '?query=format:csv', '?query=-name:*&size=100'],
    ...['?sort=created', '?sort=created&size=100', '?sort=created&query=format:csv&size=100'],
    ...['?from=30&size=100', '?from=30&size=100&query=log', '?size=0&query=format:csv'],
  ];

  test.each(lists)('a list %j pays before it reads', async (query) => {
    const { read, charged, status } = await measured('source-list', { query });
    expect(status).toBe(200);
    expect(read).toBeLessThanOrEqual(charged + freeUnits);
    expect(charged).toBeLessThanOrEqual(unitsPerSecond);
  });

  test.each(lists)(
    'lists %j at once, in containers that know nothing, read what the owner has',
    async (query) => {
      const { read } = await together('source-list', { query });
      expect(read).toBeLessThanOrEqual(unitsPerSecond + atOnce * freeUnits);
    },
  );

  // One of each way to find sources: all, those of a term, and those behind others.
  const ways = ['?size=100', '?size=100&query=tags:t', '?from=30&size=100&query=log'];

  test.each(ways)('lists %j read no more in the long run than the owner has', async (query) => {
    const { read, requests } = await many('source-list', { query });
    expect(read).toBeLessThanOrEqual(unitsPerSecond * seconds + requests * freeUnits);
  });

  const push = () => ({ id: stream, body: [{ a: 1 }] });

  test('a push reads pipelines up to a limit of their bytes, and pays for them', async () => {
    const { read, charged, status } = await measured('stream-push', push());
    expect(status).toBe(201);
    expect(read).toBeLessThanOrEqual(charged + freeUnits);
    expect(read).toBeLessThanOrEqual(500);
  });

  test('pushes at once, in containers that know nothing, read what the owner has, and a step for each', async () => {
    const { read } = await together('stream-push', push());
    expect(read).toBeLessThanOrEqual(unitsPerSecond + atOnce * (freeUnits + maxStepUnits));
  });

  test('pushes are refused while the owner has no units, and read no more in the long run', async () => {
    const { read, refused } = await many('stream-push', push());
    expect(refused).toBeGreaterThan(seconds);
    // It begins with the units of a second, and each second gives as many.
    expect(read).toBeLessThanOrEqual(unitsPerSecond * (seconds + 1) + maxStepUnits);
  });
});
