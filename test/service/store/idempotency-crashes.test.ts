/** One key creates one source, wherever a process crashes, halts or fails. */

import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openDocuments } from '../../../lib/headwater/data/documents.ts';
import { termsOf } from '../../../lib/headwater/data/search/index/document-terms.ts';
import {
  createIdempotencyStore,
  type StoredResponse,
} from '../../../lib/headwater/data/store/idempotency/idempotency-store.ts';
import { createDocument } from '../../../lib/headwater/data/writes.ts';
import { EarlierResponse, ServiceError } from '../../../lib/headwater/shared/errors.ts';
import { sourceType } from '../../../lib/service/sources/source-fields.ts';
import type { SourceContent, SourceRecord } from '../../../lib/service/sources/source-record.ts';
import { amount } from '../../support/amount.ts';
import { type Engine, startEngine } from '../../support/engine.ts';
import { Crash, clientThat, crashingClient, haltingClient } from '../../support/faulty-client.ts';
import { postingsAmong } from '../support/open-sources.ts';
import { createSourceRepository } from '../support/source-repository.ts';

const request = { operation: 'source-create', key: 'k', fingerprint: 'f', remainingMs: 10_000 };
const content: SourceContent = { tags: ['red', 'green'], format: 'json', preprocessors: [] };
const lapseMs = 11_000;
/** Claim, the source with its postings, response; or the source with the claim, response. */
const commandsOfCreate = 3;
/** The source is there from then on. */
const commandsUntilSource = 2;

let engine: Engine;
let tableName: string;
let now: number;

beforeAll(async () => {
  engine = await startEngine();
});
beforeEach(() => reset());

async function reset(): Promise<void> {
  tableName = await engine.makeTable();
  now = Date.now();
}

/** The commands of POST /source with a key. */
async function post(client: DynamoDBDocumentClient): Promise<StoredResponse> {
  const options = { client, tableName, now: () => now };
  const begun = await createIdempotencyStore(options).begin(request);
  if ('response' in begun) return begun.response;
  try {
    const source = await createSourceRepository(options).create(content, { id: begun.reservedId });
    return await begun.complete({ statusCode: 201, headers: {}, body: JSON.stringify(source) });
  } catch (error) {
    // A crashed process releases nothing.
    if (!(error instanceof Crash)) await begun.release();
    throw error;
  }
}

/** The one source: in every response, in every list, and the only one with postings. */
async function expectOne(answers: readonly StoredResponse[]): Promise<void> {
  const later = () => now + 120_000;
  const sources = createSourceRepository({ client: engine.client, tableName, now: later });
  const lists = await Promise.all(
    [undefined, ...content.tags].map((query) =>
      sources.list({ from: 0, size: 10, ...(query === undefined ? {} : { query }) }),
    ),
  );
  const [source] = lists[0]?.hits ?? [];
  expect(lists.map(({ total, hits }) => ({ total, hits }))).toEqual(
    lists.map(() => ({ total: 1, hits: [source] })),
  );
  const stored = await engine.scan(tableName);
  const postings = postingsAmong(stored).map(({ term, id }) => `${term} ${id}`);
  const terms = source ? [...termsOf(sourceType, source)] : [];
  expect(postings.toSorted()).toEqual(terms.map((term) => `${term} ${source?._id}`).toSorted());
  for (const { body = '' } of answers) expect(JSON.parse(body) as SourceRecord).toEqual(source);
}

test('a function crashes before any command, any number of times', { tags: ['property'] }, async () => {
  const deaths = Array.from({ length: commandsOfCreate }, (_, first) =>
    Array.from({ length: commandsOfCreate + 3 }, (_, second) => [first, second]),
  ).flat();
  // All pairs, or every fifth: over the first crashes, each second one is among them.
  const step = amount({ few: 10, many: 4, most: 1 });
  for (const [first = 0, second = 0] of deaths.filter(([one = 0, other = 0]) => (one + other) % step === 0)) {
    await reset();
    await expect(post(crashingClient(engine.client, first))).rejects.toBeInstanceOf(Crash);
    now += lapseMs;
    // A takeover adds two commands if there was a claim, and one if the source is there: the last of these do not crash.
    const outcome = await post(crashingClient(engine.client, second)).catch((error: unknown) => error);
    now += lapseMs;
    const answers = [await post(engine.client), await post(engine.client)];
    await expectOne(outcome instanceof Crash ? answers : [outcome as StoredResponse, ...answers]);
  }
});

test('a function crashes after its last command', async () => {
  await post(engine.client);
  await expect(post(crashingClient(engine.client, commandsOfCreate - 1))).resolves.toMatchObject({
    statusCode: 201,
  });
  await reset();
  await expect(post(crashingClient(engine.client, commandsOfCreate))).resolves.toMatchObject({
    statusCode: 201,
  });
});

test('a function halts before any command and continues after a takeover', async () => {
  for (let commands = 1; commands < commandsOfCreate; commands++) {
    await reset();
    const slow = haltingClient(engine.client, commands);
    const late = post(slow.client);
    await slow.halted;
    now += lapseMs;
    const answer = await post(engine.client);
    slow.resume();
    await expectOne([answer, await late, await post(engine.client)]);
  }
});

test('a function continues while the one that took over halts', { tags: ['faults'] }, async () => {
  for (let commands = 1; commands < commandsOfCreate; commands++) {
    // A takeover: the claim that fails, the record, the claim; if the source exists, also a read of it.
    const isThere = commands >= commandsUntilSource;
    for (let others = 3; others < commandsOfCreate + (isThere ? 3 : 2); others++) {
      await reset();
      const [slow, slower] = [haltingClient(engine.client, commands), haltingClient(engine.client, others)];
      const first = post(slow.client).catch((error: unknown) => error);
      await slow.halted;
      now += lapseMs;
      const second = post(slower.client);
      await slower.halted;
      slow.resume();
      expect(await first).toMatchObject({ code: 'request_in_progress' });
      slower.resume();
      await expectOne([await second, await post(engine.client)]);
    }
  }
});

test.each([
  ['lost', false],
  ['done, with its response lost', true],
])('any one command %s, and the function answers 503', async (_what, isDone) => {
  for (let command = 1; command <= commandsOfCreate; command++) {
    await reset();
    let sent = 0;
    const client = clientThat(engine.client, async (_command, forward) => {
      const isFaulty = ++sent === command;
      const result = isFaulty && !isDone ? undefined : await forward();
      if (isFaulty) throw Object.assign(new Error('lost'), { name: 'TimeoutError' });
      return result;
    });
    await expect(post(client)).rejects.toMatchObject({ code: 'unavailable' });
    // If the response to the claim is lost, its owner does not know of it, and the claim lapses.
    if (command === 1) now += lapseMs;
    await expectOne([await post(engine.client), await post(engine.client)]);
  }
});

test('500 requests with 25 keys, every third of which crashes, then one of each that does not', {
  tags: ['faults'],
}, async () => {
  const dies = (n: number) => (n % 3 === 0 ? crashingClient(engine.client, (n / 3) % 5) : engine.client);
  const ids = new Map<string, Set<string>>();
  const tryOnce = async (key: string, client: DynamoDBDocumentClient) => {
    const options = { client, tableName, now: () => now };
    const begun = await createIdempotencyStore(options).begin({ ...request, key });
    if ('response' in begun) return begun.response.body ?? '';
    const { _id } = await createSourceRepository(options).create(content, { id: begun.reservedId });
    return (await begun.complete({ statusCode: 201, headers: {}, body: _id })).body ?? '';
  };
  const tryAll = async (numbers: number[], clientOf: (n: number) => DynamoDBDocumentClient) => {
    const tries = numbers.map(async (n) => {
      const key = `key ${n % 25}`;
      const id = await tryOnce(key, clientOf(n)).catch((error: unknown) => {
        if (!(error instanceof Crash || error instanceof ServiceError)) throw error;
      });
      if (id !== undefined) ids.set(key, (ids.get(key) ?? new Set()).add(id));
    });
    await Promise.all(tries);
    now += lapseMs;
  };
  const numbersFrom = (first: number, count: number) => Array.from({ length: count }, (_, n) => first + n);
  for (let round = 0; round < 4; round++) await tryAll(numbersFrom(round * 125, 125), dies);
  // In every round the request that claims a key may be one that crashes.
  await tryAll(numbersFrom(500, 25), () => engine.client);
  expect(ids.size).toBe(25);
  expect([...ids.values()].map(({ size }) => size)).toEqual(Array.from({ length: 25 }, () => 1));
  const { total } = await createSourceRepository({ client: engine.client, tableName }).list({
    from: 0,
    size: 0,
  });
  expect(total).toBe(25);
});

describe('a claim in the transaction of the source', () => {
  /** The commands of POST /source with a key. */
  async function postOnce(client: DynamoDBDocumentClient): Promise<StoredResponse> {
    const options = { client, tableName, now: () => now };
    const claim = createIdempotencyStore(options).prepare(request);
    try {
      const source = await createDocument(openDocuments(sourceType, options), content, { claim });
      return await claim.complete({ statusCode: 201, headers: {}, body: JSON.stringify(source) });
    } catch (error) {
      if (error instanceof EarlierResponse) return error.response;
      // A crashed process releases nothing.
      if (!(error instanceof Crash)) await claim.release();
      throw error;
    }
  }

  test('is two commands, and a repeated request two more', async () => {
    let sent = 0;
    const counting = clientThat(engine.client, (_command, forward) => {
      sent++;
      return forward();
    });
    const first = await postOnce(counting);
    expect(sent).toBe(2);
    expect(await postOnce(counting)).toEqual(first);
    expect(sent).toBe(4);
    await expectOne([first]);
  });

  test('a function crashes before any command, twice', async () => {
    for (const [first, second] of [0, 1].flatMap((one) =>
      [0, 1, 2, 3].map((other) => [one, other] as const),
    )) {
      await reset();
      await expect(postOnce(crashingClient(engine.client, first))).rejects.toBeInstanceOf(Crash);
      now += lapseMs;
      const outcome = await postOnce(crashingClient(engine.client, second)).catch((error: unknown) => error);
      now += lapseMs;
      const answers = [await postOnce(engine.client), await postOnce(engine.client)];
      await expectOne(outcome instanceof Crash ? answers : [outcome as StoredResponse, ...answers]);
    }
  });

  test('a function halts before any command and continues after a takeover', async () => {
    for (const commands of [0, 1]) {
      await reset();
      const slow = haltingClient(engine.client, commands);
      const late = postOnce(slow.client);
      await slow.halted;
      now += lapseMs;
      const answer = await postOnce(engine.client);
      slow.resume();
      await expectOne([answer, await late, await postOnce(engine.client)]);
    }
  });

  test('of requests at once, one creates and the others wait for it', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, () => postOnce(engine.client).catch((error: unknown) => error)),
    );
    const answers = outcomes.filter((one): one is StoredResponse => !(one instanceof Error));
    expect(answers.length).toBeGreaterThan(0);
    for (const one of outcomes)
      if (one instanceof Error) expect(one).toMatchObject({ code: 'request_in_progress' });
    await expectOne([...answers, await postOnce(engine.client)]);
  });

  test('another request with the key is refused, and creates nothing', async () => {
    const first = await postOnce(engine.client);
    const claim = createIdempotencyStore({ client: engine.client, tableName }).prepare({
      ...request,
      fingerprint: 'g',
    });
    const sources = openDocuments(sourceType, { client: engine.client, tableName });
    const error = createDocument(sources, content, { claim });
    await expect(error).rejects.toMatchObject({ code: 'idempotency_key_reused' });
    await expectOne([first]);
  });

  test('a handler that creates nothing stores its response all the same', async () => {
    const options = { client: engine.client, tableName };
    const response = { statusCode: 200, headers: {}, body: '{}' };
    expect(await createIdempotencyStore(options).prepare(request).complete(response)).toEqual(response);
    expect(await createIdempotencyStore(options).begin(request)).toEqual({ response });
  });
});
