/** Concurrent requests with the same key create one source and get the same response. */

import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { amount } from '../../support/amount.ts';
import { type Answer, type CallFunction, loadFunction } from '../../support/emitted-function.ts';
import { type Engine, startEngine } from '../../support/engine.ts';
import { repository } from '../../support/repository.ts';

const keys = amount({ few: 5, many: 5, most: 500 });
const clients = 20;
const keysAtOnce = 5;

let engine: Engine;
let tableName: string;
let containers: readonly CallFunction[];
let list: CallFunction;
beforeAll(async () => {
  engine = await startEngine();
  tableName = await engine.makeTable();
  Object.assign(process.env, engine.environment, { TABLE_NAME: tableName });
  const loads = Array.from({ length: 4 }, () => loadFunction(repository, 'source-create'));
  containers = await Promise.all(loads);
  list = await loadFunction(repository, 'source-list');
});

let refusals = 0;
/** On a busy machine the database may be too slow, and the function returns 503 or 504. */
const codes = {
  running: 'urn:problem-type:headwater:request_in_progress',
  busy: 'urn:problem-type:headwater:unavailable',
  late: 'urn:problem-type:headwater:timeout',
};

/** Retries as the response requests, but earlier, to keep the test short. */
async function post(number: number, client: number): Promise<Answer> {
  const headers = { 'content-type': 'application/json', 'idempotency-key': `key-${number}` };
  const request = {
    method: 'POST',
    url: '/v1/source',
    headers,
    body: JSON.stringify({ name: `n${number}` }),
  };
  const create = containers[client % containers.length] as CallFunction;
  for (;;) {
    const answer = await create(request);
    if (answer.headers['retry-after'] === undefined) return answer;
    expect(Object.values(codes)).toContain((answer.body as { type: string }).type);
    refusals++;
    await pause(50);
  }
}

test('concurrent POSTs with one key create one source and get identical responses', {
  tags: ['faults', 'property'],
}, async () => {
  const ids = new Set<string>();
  for (let start = 0; start < keys; start += keysAtOnce) {
    const rounds = Array.from({ length: keysAtOnce }, async (_, offset) => {
      const posts = Array.from({ length: clients }, (_, client) => post(start + offset, client));
      return Promise.all(posts);
    });
    for (const [offset, answers] of (await Promise.all(rounds)).entries()) {
      const [first] = answers;
      expect(first).toMatchObject({ status: 201, body: { name: `n${start + offset}`, revision: 1 } });
      expect(answers).toEqual(answers.map(() => first));
      for (const { body } of answers) ids.add((body as { _id: string })._id);
    }
  }
  console.log(`${keys * clients} POSTs, retried: ${refusals}`);
  expect(ids.size).toBe(keys);
  const { body } = await list({ url: '/v1/source?size=1000' });
  expect((body as { hits: { _id: string }[] }).hits.map(({ _id }) => _id).toSorted()).toEqual(
    [...ids].toSorted(),
  );
});
