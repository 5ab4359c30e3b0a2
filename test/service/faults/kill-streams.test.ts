/**
 * Repeatedly kills the service and the engine with signal 9 while clients push and
 * replay. After each restart every record of an acknowledged push is there once, as
 * a record or as a failure, every other one at most once, and the counts are right.
 */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { documentClient } from '../../../lib/headwater/data/store/client.ts';
import { amount } from '../../support/amount.ts';
import { type KillableService, startKillable } from '../../support/killable-process.ts';
import { pseudoRandom } from '../../support/pseudo-random.ts';
import { openLog } from '../support/stream-log.ts';

const rounds = amount({ few: 0, many: 2, most: 100 });
const clients = 6;
const tableName = 'killed';
/** Later than any push may take: a reader settles open reservations. */
const later = () => Date.now() + 60_000;
const json = { 'content-type': 'application/json' };

let folder: string;
let service: KillableService | undefined;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headwater-kill-'));
});
afterAll(async () => {
  await service?.kill();
  await rm(folder, { recursive: true, force: true });
});

/** Numbers of records that were pushed. */
class Pushed {
  readonly acknowledged = new Set<number>();
  readonly possible = new Set<number>();
  #next = 0;

  batch(size: number): number[] {
    const numbers = Array.from({ length: size }, () => this.#next++);
    for (const n of numbers) this.possible.add(n);
    return numbers;
  }
}

const failing = [{ type: 'fail', message: 'It is bad.', if: 'bad:true' }];

async function create({ call }: KillableService, resource: string, body: object): Promise<string> {
  const request = { method: 'POST', url: `/v1/${resource}`, headers: json, body: JSON.stringify(body) };
  const answer = await call(`${resource}-create`, request);
  if (answer?.status !== 201) throw new Error(`The ${resource} was not created.`);
  return (answer.body as { _id: string })._id;
}

async function expectStored({ endpoint }: KillableService, stream: string, pushed: Pushed): Promise<void> {
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  const client = documentClient(new DynamoDBClient({ endpoint, region: 'us-east-1', credentials }));
  const log = openLog({ client, tableName, stream, now: later });
  const { records } = await log.all();
  const positions = records.map(({ position }) => position);
  expect(positions).toEqual([...new Set(positions)].toSorted((one, other) => one - other));
  const failures = await log.failedRecords();
  const numbers = [...records, ...failures].map(({ n }) => Number(n));
  expect(new Set(numbers).size).toBe(numbers.length);
  const stored = new Set(numbers);
  expect([...pushed.acknowledged.difference(stored)]).toEqual([]);
  expect([...stored.difference(pushed.possible)]).toEqual([]);
  expect(await log.head()).toMatchObject({ records: records.length, failures: failures.length });
  client.destroy();
}

interface Target {
  readonly source: string;
  readonly stream: string;
}

/** Clients push and replay until one of them kills the service. */
async function pushUntilKilled(
  { call, kill }: KillableService,
  { source, stream }: Target,
  { pushed, answers, random }: { pushed: Pushed; answers: number; random: () => number },
): Promise<void> {
  let acknowledged = 0;
  let isMended = false;
  const pathParameters = { id: stream };
  const write = async () => {
    for (;;) {
      const numbers = pushed.batch(1 + Math.floor(random() * 20));
      // Every fourth record is bad.
      const body = JSON.stringify(numbers.map((n) => ({ n, bad: n % 4 === 0 })));
      const url = `/v1/stream/${stream}/record`;
      const answer = await call('stream-push', { method: 'POST', url, pathParameters, headers: json, body });
      if (!answer) return;
      expect(answer.status).toBeLessThan(300);
      for (const n of numbers) pushed.acknowledged.add(n);
      if (++acknowledged >= answers) await kill();
    }
  };
  const replay = async () => {
    for (;;) {
      isMended = !isMended;
      const preprocessors = isMended ? [] : failing;
      const patched = await call('source-patch', {
        ...{ method: 'PATCH', url: `/v1/source/${source}`, pathParameters: { id: source } },
        headers: { 'content-type': 'application/merge-patch+json' },
        body: JSON.stringify({ preprocessors }),
      });
      const answer = await call('stream-createReplay', {
        ...{ method: 'POST', url: `/v1/stream/${stream}/replay`, pathParameters, headers: json },
        body: '{"failures":true}',
      });
      if (!(patched && answer)) return;
      expect([200, 201, 409]).toContain(answer.status);
    }
  };
  await Promise.all([...Array.from({ length: clients }, write), replay(), replay()]);
}

test('a service killed again and again loses no acknowledged record, and doubles none', {
  tags: ['faults', 'property'],
}, async () => {
  const random = pseudoRandom(9);
  const pushed = new Pushed();
  let target: Target | undefined;
  for (let round = 0; round <= rounds; round++) {
    service = await startKillable(folder, tableName);
    if (!target) {
      const source = await create(service, 'source', { preprocessors: failing });
      target = { source, stream: await create(service, 'stream', { source }) };
    }
    await expectStored(service, target.stream, pushed);
    if (round === rounds) break;
    const answers = 1 + Math.floor(random() * 60);
    await pushUntilKilled(service, target, { pushed, answers, random });
  }
  expect(pushed.acknowledged.size).toBeGreaterThan(rounds);
  console.log(`${pushed.acknowledged.size} acknowledged records of ${pushed.possible.size}`);
});
