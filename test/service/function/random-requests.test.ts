/** Arbitrary requests get no 5xx; bench/service/random-requests.ts sends many more of them. */

import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { amount } from '../../support/amount.ts';
import { startEngine } from '../../support/engine.ts';
import { repository } from '../../support/repository.ts';
import { makeRandomClient, type RandomClient } from '../support/random-client.ts';
import { randomRequest } from '../support/random-http.ts';

const seed = 20260101;

let client: RandomClient;

beforeAll(async () => {
  const engine = await startEngine();
  Object.assign(process.env, engine.environment, { TABLE_NAME: await engine.makeTable() });
  client = await makeRandomClient(repository);
});

test('every response follows the contract, and none is a 5xx', { tags: ['property'] }, async () => {
  await fc.assert(fc.asyncProperty(randomRequest, client.send), {
    seed,
    numRuns: amount({ few: 70, many: 250, most: 10_000 }),
  });
  const met = [...client.statuses.keys()].toSorted((a, b) => a - b);
  expect(met).toEqual(expect.arrayContaining([200, 201, 204, 400, 404, 405, 406, 412, 415]));
});
