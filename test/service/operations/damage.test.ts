/**
 * A table with an item of every kind, which the product has made. Each item is deleted in turn, and each value is altered in turn:
 * `verify` finds it, and `--repair` loses nothing.
 */

import { randomBytes } from 'node:crypto';
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { beforeAll, expect, test } from 'vitest';
import { openDocuments } from '../../../lib/data/documents.ts';
import { shardTable } from '../../../lib/data/search/index/shards.ts';
import { documentClient } from '../../../lib/data/store/client.ts';
import { createIdempotencyStore } from '../../../lib/data/store/idempotency/idempotency-store.ts';
import { createIdGenerator } from '../../../lib/data/store/ids.ts';
import { accessTable } from '../../../lib/data/store/table-access.ts';
import { createKey, noteUse } from '../../../lib/run/access/api-keys.ts';
import { putSample } from '../../../lib/service/samples/sample-store.ts';
import { sourceType } from '../../../lib/service/sources/source-fields.ts';
import { storedTypes } from '../../../lib/service/stored-types.ts';
import { jobKey } from '../../../lib/service/streams/jobs/job-items.ts';
import { createJob } from '../../../lib/service/streams/jobs/replay-jobs.ts';
import { changeLease, takeLease } from '../../../lib/service/streams/leases/lease.ts';
import { touchWork } from '../../../lib/service/streams/leases/running-work.ts';
import { forwardedKey } from '../../../lib/service/streams/log/begin-log.ts';
import type { LogOutcome } from '../../../lib/service/streams/log/log-types.ts';
import { streamType } from '../../../lib/service/streams/stream-fields.ts';
import { newStreamContent } from '../../../lib/service/streams/stream-record.ts';
import { createStream } from '../../../lib/service/streams/stream-repository.ts';
import { newProgress, type Progress, verifyTable } from '../../../lib/tools/admin/verify-table.ts';
import { startEngine } from '../../support/engine.ts';
import { simulatedClient } from '../simulation/client.ts';
import type { Item } from '../simulation/marshalled-item.ts';
import { keyOf } from '../simulation/stored-items.ts';
import { Table } from '../simulation/table.ts';
import { createSourceRepository } from '../support/source-repository.ts';
import { batchOf, openLog } from '../support/stream-log.ts';

const minute = 60_000;
const begun = Date.now();
const setting = { 't/red': [{ from: begun - minute, shards: 4 }] };
let whole: readonly Item[];

/** The greatest part of a batch that fits into one item is 350 KB: these do not. */
const large = (n: number) => ({ n, text: randomBytes(150_000).toString('base64') });

beforeAll(async () => {
  const engine = await startEngine();
  const { client } = engine;
  const tableName = await engine.makeTable();
  const table = accessTable(client, tableName);
  const shards = shardTable(setting);
  const sources = openDocuments(sourceType, { client, tableName, shards });
  const streams = openDocuments(streamType, { client, tableName, shards });
  const content = {
    name: 'Web log',
    tags: ['red'],
    format: 'json',
    preprocessors: [{ type: 'csv' }],
  } as const;
  const repository = createSourceRepository({ client, tableName, shards });
  const { _id: source } = await repository.create({
    ...content,
    tags: [...content.tags],
    preprocessors: [...content.preprocessors],
  });
  await putSample(sources, source, {
    contentOf: () => ({ records: [{ a: 1 }], expected: [null] }),
    check: () => undefined,
  });
  const { _id: stream } = await createStream(
    { streams, sources },
    newStreamContent({ source, name: 'access' }),
  );
  const { log, append } = openLog({ client, tableName, stream });
  await append(batchOf([1, 2], [3, 4], 'a key'));
  const outcomes = [5, 6, 7].map(
    (n): LogOutcome => ({ status: 'stored', raw: large(n), documents: [{ document: { n } }] }),
  );
  const expiresAt = Math.ceil(begun / 1_000) + 86_400;
  await append({ outcomes, bytes: 1, expiresAt });
  // Replaces a failure.
  await append({
    outcomes: [{ status: 'stored', raw: { n: 3 }, documents: [{ document: { n: 3 } }], origin: 2 }],
    ...{ bytes: 1, expiresAt, replaces: [{ position: 2, claims: 0, origins: [2] }] },
  });
  await append(batchOf([8]));
  const newId = createIdGenerator();
  const job = await createJob(log, {
    id: newId(),
    stream: { _id: stream, state: 'open' },
    input: { from: 0, to: 3 },
  });
  const name = { owner: 'public', stream, id: job._id };
  const held = await takeLease(log, jobKey(name));
  if (held) await changeLease(log, held, { set: { part: 1 }, lease: { restMs: 0 } });
  await touchWork(table, name, begun);
  await takeLease(log, forwardedKey({ owner: 'public', stream }));
  const { record } = await createKey(table, { owner: 'public', scopes: ['source:read'] });
  await createKey(table, { owner: 'ada', scopes: [] });
  await noteUse(table, record, begun);
  const keyed = { operation: 'create', key: 'one', fingerprint: 'f', remainingMs: 10_000 };
  const claim = await createIdempotencyStore({ client, tableName, newId }).begin(keyed);
  if (!('complete' in claim)) throw new Error('There is no claim.');
  await claim.complete({ statusCode: 201, headers: {}, body: randomBytes(400_000).toString('base64') });
  whole = (await engine.scan(tableName)).map((item) => marshall(item));
});

const nameOf = ({ pk, sk }: Item) => JSON.stringify([pk?.S, sk?.S]);

function tableOf(items: readonly Item[]): Table {
  const table = new Table();
  for (const item of items) table.items.write(keyOf(item), item);
  return table;
}

async function verify(table: Table, isRepairing = false): Promise<Progress['report']> {
  const progress = newProgress('t', storedTypes, 1);
  const now = begun + 10 * minute;
  await verifyTable({
    client: documentClient(simulatedClient(async (name, input) => table.execute(name, input))),
    tableName: 't',
    types: storedTypes,
    shards: setting,
    clock: { now: () => now, random: () => 0, pause: async () => undefined },
    isRepairing,
    unitsPerSecond: Number.POSITIVE_INFINITY,
    progress,
  });
  return progress.report;
}

/** The findings, each as a text. */
async function findingsOf(items: readonly Item[]): Promise<readonly string[]> {
  const { findings } = await verify(tableOf(items));
  return findings.map(({ key, reason }) => `${key}: ${reason}`);
}

/** Repairs a copy. Nothing that was there is lost, and nothing is wrong that was not. */
async function expectSafeRepair(items: readonly Item[]): Promise<void> {
  const table = tableOf(items);
  const before = (await verify(table)).findings.map(({ key }) => key);
  await verify(table, true);
  const left = new Set(table.items.all().map(nameOf));
  expect(items.map(nameOf).filter((name) => !left.has(name))).toEqual([]);
  const after = (await verify(table)).findings.map(({ key }) => key);
  expect(after.filter((key) => !before.includes(key))).toEqual([]);
}

test('the table has every kind of item, and no damage', async () => {
  expect(await findingsOf(whole)).toEqual([]);
  const kinds = new Set(
    whole.map(({ pk, sk }) => `${pk?.S?.split('/')[0]} ${sk?.S?.replace(/[/\t].*/s, '')}`),
  );
  const expected = [
    ...[
      'source document',
      'source sample',
      'source holds',
      'stream document',
      'stream log',
      '~streams public',
    ],
    ...['~work running-stream-replay', '~settings shards', '~keys count', 'part record', 'part failure'],
  ];
  expect(expected.filter((kind) => !kinds.has(kind))).toEqual([]);
  for (const kind of ['log', 'failure', 'push', 'replay', 'idempotency'])
    expect([...kinds].some((one) => one.startsWith(`${kind} `))).toBe(true);
});

/** Nothing says that there was one: docs/operations.md#verify-a-table gives the reasons. */
const isForgotten = ({ pk, sk }: Item) =>
  /^(?:push|filter)\//.test(pk?.S ?? '') ||
  (pk?.S?.startsWith('idempotency/') === true && sk?.S === 'record');

test('the deletion of any item is found, and a repair loses nothing', {
  timeout: 120_000,
  tags: ['long'],
}, async () => {
  const silent: string[] = [];
  for (const item of whole) {
    const others = whole.filter((one) => one !== item);
    const found = await findingsOf(others);
    if (found.length === 0) silent.push(nameOf(item));
    await expectSafeRepair(others);
  }
  expect(silent).toEqual(whole.filter(isForgotten).map(nameOf));
});

const flip = (text: string) =>
  text === '' ? 'x' : String.fromCodePoint((text.codePointAt(0) ?? 0) ^ 1) + text.slice(1);
const nextDigit = (text: string) => text.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10));

/** All values that differ in one place. */
function altered({
  S: text,
  N: number,
  BOOL: flag,
  B: bytes,
  NS: numbers,
  L: list = [],
  M: map = {},
}: AttributeValue): AttributeValue[] {
  const places = bytes ? [0, bytes.length >> 1, bytes.length - 1] : [];
  const flipped = (place: number) =>
    bytes?.map((byte, at) => (at === place ? byte ^ 1 : byte)) ?? new Uint8Array();
  const inList = list.map((one, at) => altered(one).map((L): AttributeValue => ({ L: list.with(at, L) })));
  const inMap = Object.entries(map).map(([name, one]) =>
    altered(one).map((value): AttributeValue => ({ M: { ...map, [name]: value } })),
  );
  const values: AttributeValue[] = [
    ...(text === undefined ? [] : [{ S: flip(text) }]),
    ...(number === undefined ? [] : [{ N: nextDigit(number) }]),
    ...(flag === undefined ? [] : [{ BOOL: !flag }]),
    ...places.map((place) => ({ B: flipped(place) })),
    ...(numbers ? [{ NS: [nextDigit(numbers[0] ?? ''), ...numbers.slice(1)] }] : []),
    ...[...inList, ...inMap].flat(),
  ];
  return values;
}

const alterations = () =>
  whole.flatMap((item) =>
    Object.entries(item)
      .filter(([name]) => name !== 'pk' && name !== 'sk')
      .flatMap(([name, value]) => altered(value).map((other) => ({ item, name, other }))),
  );

test('one altered byte of any value is found, and a repair loses nothing', {
  tags: ['long'],
  timeout: 300_000,
}, async () => {
  const silent: string[] = [];
  const all = alterations();
  for (const [at, { item, name, other }] of all.entries()) {
    const damaged = whole.map((one) => (one === item ? { ...item, [name]: other } : one));
    const found = await findingsOf(damaged);
    if (!found.some((finding) => finding.startsWith(nameOf(item)))) silent.push(`${nameOf(item)} ${name}`);
    if (at % 5 === 0) await expectSafeRepair(damaged);
  }
  expect(silent).toEqual([]);
  expect(all.length).toBeGreaterThan(200);
});
