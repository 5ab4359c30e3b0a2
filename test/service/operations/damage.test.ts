/**
 * A table with an item of every kind, which the product has made. Each item is deleted in turn, and each value is altered in turn:
 * `verify` finds it, and `--repair` loses nothing.
 */

import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { beforeAll, expect, test } from 'vitest';
import { openDocuments } from '../../../lib/headwater/data/documents.ts';
import { indexChanged } from '../../../lib/headwater/data/search/engine-index/unindexed-documents.ts';
import { shardTable } from '../../../lib/headwater/data/search/index/shards.ts';
import { EngineRefusal } from '../../../lib/headwater/data/search-engine/engine-answer.ts';
import { documentClient } from '../../../lib/headwater/data/store/client.ts';
import { createIdempotencyStore } from '../../../lib/headwater/data/store/idempotency/idempotency-store.ts';
import { createIdGenerator, idOfName } from '../../../lib/headwater/data/store/ids.ts';
import { splitOwnedKey } from '../../../lib/headwater/data/store/layout.ts';
import { reserveUnits } from '../../../lib/headwater/data/store/owner-units.ts';
import { accessTable } from '../../../lib/headwater/data/store/table-access.ts';
import { putDocument } from '../../../lib/headwater/data/writes.ts';
import { createKey } from '../../../lib/headwater/run/access/api-keys.ts';
import { noteUse } from '../../../lib/headwater/run/access/stored-keys.ts';
import { newProgress, type Progress, verifyTable } from '../../../lib/headwater/tools/admin/verify-table.ts';
import { toPipelineContent } from '../../../lib/service/pipelines/pipeline-record.ts';
import { pipelineType } from '../../../lib/service/pipelines/pipelines.ts';
import { putSample } from '../../../lib/service/samples/sample-store.ts';
import { sourceType } from '../../../lib/service/sources/source-fields.ts';
import { storedTypes } from '../../../lib/service/stored-types.ts';
import { jobKey } from '../../../lib/service/streams/jobs/job-items.ts';
import { createJob } from '../../../lib/service/streams/jobs/replay-jobs.ts';
import { putTurn } from '../../../lib/service/streams/leases/fair-turns.ts';
import { changeLease, takeLease } from '../../../lib/service/streams/leases/lease.ts';
import { noteMapping } from '../../../lib/service/streams/leases/noted-mappings.ts';
import { touchWork } from '../../../lib/service/streams/leases/running-work.ts';
import type { LogOutcome } from '../../../lib/service/streams/log/log-types.ts';
import { forwardedKey } from '../../../lib/service/streams/log/write/begin-log.ts';
import { replayRecords } from '../../../lib/service/streams/replay/replay-records.ts';
import { searchedTypes } from '../../../lib/service/streams/searched-types.ts';
import { streamType } from '../../../lib/service/streams/stream-fields.ts';
import { newStreamContent } from '../../../lib/service/streams/stream-record.ts';
import { createStream } from '../../../lib/service/streams/stream-repository.ts';
import { startEngine } from '../../support/engine.ts';
import { repository } from '../../support/repository.ts';
import { simulatedClient } from '../simulation/client.ts';
import type { Item } from '../simulation/marshalled-item.ts';
import { keyOf } from '../simulation/stored-items.ts';
import { Table } from '../simulation/table.ts';
import { noPipelines, plentyOfTime, replayedSource } from '../support/replayed-source.ts';
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
  const stored = { ...content, tags: [...content.tags], preprocessors: [...content.preprocessors] };
  const { _id: source } = await repository.create({ ...stored, name: 'Log' });
  await repository.replace(source, stored);
  await putSample(sources, source, {
    contentOf: () => ({ records: [{ a: 1 }], expected: [null] }),
    check: () => undefined,
  });
  const steps = toPipelineContent('common', { preprocessors: [{ type: 'drop' }] });
  const pipelines = openDocuments(pipelineType, { client, tableName, shards });
  await putDocument(pipelines, idOfName('common'), { content: steps, check: () => undefined });
  process.env['SINKS'] = 'on';
  const sink = { kind: 'opensearch', index: 'shop-logs' } as const;
  const alerts = { lag: 5, silence_minutes: 30 };
  const opened = newStreamContent({ source, name: 'access', sink, alerts });
  const { _id: stream } = await createStream(streams, opened);
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
    ...{ bytes: 1, expiresAt, replaces: [{ position: 2, revision: 0, origins: [2] }] },
  });
  await append(batchOf([8]));
  await replayRecords({
    log: { ...log, hasSink: true },
    readSource: async () => ({ ...replayedSource, preprocessors: [{ type: 'drop', if: 'raw:1' }] }),
    readPipeline: noPipelines,
    range: { from: 0, to: 1, limit: 10 },
    time: plentyOfTime,
  });
  await noteMapping(
    table,
    { owner: 'public', source, stream },
    { index: sink.index, mapping: {}, at: begun },
  );
  await putTurn(table, { kind: 'sink', owner: 'public', last: stream, at: begun });
  const payer = { owner: 'public', unitsPerSecond: 10, isBackground: false };
  await reserveUnits({ ...table, payer }, 1);
  const away = async () => {
    throw new EngineRefusal('It is away.');
  };
  await indexChanged(
    { table, engine: away, types: searchedTypes },
    { pk: `stream/${stream}`, sk: 'document' },
  );
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
  const { record } = await createKey(table, { owner: 'team', scopes: ['source:read'] });
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

interface Verification {
  readonly isRepairing?: boolean;
  /** When, and with which shards, the table was filled. */
  readonly filled?: { readonly begun: number; readonly setting: typeof setting };
  /** Called with the name of each command before it. */
  readonly before?: (name: string) => void;
}

async function verify(
  table: Table,
  { isRepairing = false, filled = { begun, setting }, before = () => undefined }: Verification = {},
): Promise<Progress['report']> {
  const progress = newProgress('t', storedTypes, 1);
  const now = filled.begun + 10 * minute;
  await verifyTable({
    client: documentClient(
      simulatedClient(async (name, input) => {
        before(name);
        return table.execute(name, input);
      }),
    ),
    tableName: 't',
    types: storedTypes,
    shards: filled.setting,
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
  await verify(table, { isRepairing: true });
  const left = new Set(table.items.all().map(nameOf));
  expect(items.map(nameOf).filter((name) => !left.has(name))).toEqual([]);
  const after = (await verify(table)).findings.map(({ key }) => key);
  expect(after.filter((key) => !before.includes(key))).toEqual([]);
}

const keyOfItem = ({ pk, sk }: Item) => {
  const { owner, key: partition } = splitOwnedKey(pk?.S ?? '');
  return { owner, partition, sort: sk?.S ?? '' };
};

test('the table has an item of every type that the service stores, and no damage', async () => {
  expect(await findingsOf(whole)).toEqual([]);
  const absent = storedTypes.items.filter((type) => !whole.some((item) => type.hasKey(keyOfItem(item))));
  expect(absent).toEqual([]);
  const { items } = await verify(tableOf(whole));
  const never = ['unique', 'unknown', 'malformed'];
  expect(Object.keys(items).filter((name) => items[name] === 0)).toEqual(never);
});

test('the counts of the report are those of the table', async () => {
  const { items } = await verify(tableOf(whole));
  expect(Object.values(items).reduce((sum, one) => sum + one, 0)).toBe(whole.length);
  const countOf = (pattern: RegExp) => whole.filter((item) => pattern.test(nameOf(item))).length;
  expect(items).toMatchObject({
    source: countOf(/^\["source\/\w+","document"/),
    pipeline: countOf(/^\["pipeline\/\w+","document"/),
    stream: countOf(/^\["stream\/\w+","document"/),
    sample: countOf(/^\["source\/\w+","sample"/),
    holds: countOf(/^\["source\/\w+","holds"/),
    log: countOf(
      /^\["(?:stream\/\w+","log"|~(?:streams|sinks|alerts|work|again|mappings|turns)"|(?:log|failure|filter|part|push|replay|again)\/)/,
    ),
    idempotency: countOf(/^\["idempotency\//),
    version: countOf(/^\["~version\//),
    unindexed: countOf(/^\["~unindexed"/),
    accessKey: 1,
    keyCount: 1,
    units: 1,
    setting: 1,
  });
});

/** Nothing says that there was one: the pages for operators give the effects, by these names. */
const forgotten: Readonly<Record<string, RegExp>> = {
  'idempotency record': /^\["idempotency\/[^"]+","record"/,
  'binding of a push': /^\["push\//,
  filter: /^\["filter\//,
  'unindexed item': /^\["~unindexed"/,
  'version of a document': /^\["~version\//,
  mapping: /^\["~mappings"/,
  turn: /^\["~turns"/,
  'item of the units of an owner': /^\["~units"/,
};

const isForgotten = (item: Item) => Object.values(forgotten).some((pattern) => pattern.test(nameOf(item)));

test('the pages for operators name each kind whose loss is not found', async () => {
  const pages = ['docs/headwater/operations.md', 'docs/service/operations.md'];
  const texts = await Promise.all(pages.map((page) => readFile(join(repository, page), 'utf8')));
  const named = Array.from(
    texts.join('\n').matchAll(/^\| an? ([^|]+?) \| [^|]+ \| [^|]+ \|$/gm),
    ([, name]) => name,
  );
  expect(named).toEqual(expect.arrayContaining(Object.keys(forgotten)));
  for (const [name, pattern] of Object.entries(forgotten))
    expect([name, whole.some((item) => pattern.test(nameOf(item)))]).toEqual([name, true]);
});

/** The item of a stream's sink. */
const ofSink = (item: Item) => item['pk']?.S === '~sinks';

test('the lost item of a sink is found, and put again, from its oldest record on', async () => {
  const others = whole.filter((item) => !ofSink(item));
  const [lost] = whole.filter(ofSink);
  expect(await findingsOf(others)).toEqual([
    `${nameOf(lost ?? {})}: the stream ${lost?.['sk']?.S?.split('/')[1]} needs it`,
  ]);
  const table = tableOf(others);
  expect((await verify(table, { isRepairing: true })).repaired.missing).toBe(1);
  const restored = table.items.all().find(ofSink);
  expect(restored).toMatchObject({
    ...{ index: lost?.['index'], kind: lost?.['kind'], source: lost?.['source'], position: { N: '0' } },
  });
  expect((await verify(table)).findings).toEqual([]);
});

/** The item of a stream with alerts. */
const ofAlerts = (item: Item) => item['pk']?.S === '~alerts';

test('the lost item of a stream with alerts is found, and put again with its limits', async () => {
  const others = whole.filter((item) => !ofAlerts(item));
  const [lost] = whole.filter(ofAlerts);
  expect(await findingsOf(others)).toEqual([
    `${nameOf(lost ?? {})}: the stream ${lost?.['sk']?.S?.split('/')[1]} needs it`,
  ]);
  const table = tableOf(others);
  expect((await verify(table, { isRepairing: true })).repaired.missing).toBe(1);
  expect(table.items.all().find(ofAlerts)).toMatchObject({ limits: lost?.['limits'] });
  expect((await verify(table)).findings).toEqual([]);
});

/** A redelivery, or its copy. */
const isRedelivery = (item: Item) => /^(?:~again$|again\/)/.test(item['pk']?.S ?? '');

const expectCopied = (items: readonly Item[]) => {
  const contents = items.filter(isRedelivery).map(({ pk: _pk, sk: _sk, ...content }) => content);
  expect(contents).toHaveLength(2);
  expect(contents[0]).toEqual(contents[1]);
  expect(contents[0]?.['removed']).toEqual({ L: [{ S: '0' }] });
};

test('a lost redelivery is found, and put again from its copy with the documents that are gone; and so is its copy', async () => {
  for (const lost of whole.filter(isRedelivery)) {
    const others = whole.filter((item) => item !== lost);
    const what = lost['pk']?.S === '~again' ? 'the redelivery' : 'the copy of the redelivery';
    const [stream] = /[0-9a-f]{24}/.exec(nameOf(lost)) ?? [];
    const reason = `${what} of the batch at position 0 of the stream ${stream} is lost`;
    expect(await findingsOf(others)).toEqual([`${nameOf(lost)}: ${reason}`]);
    const table = tableOf(others);
    expect((await verify(table, { isRepairing: true })).repaired.missing).toBe(1);
    expectCopied(table.items.all());
    expect((await verify(table)).findings).toEqual([]);
  }
  expectCopied(whole);
});

test('a redelivery that earlier code has put without a copy is no damage', async () => {
  const { isCopied: _isCopied, ...earlier } = whole.find((item) => item['pk']?.S === '~again') ?? {};
  const items = [...whole.filter((item) => !isRedelivery(item)), earlier];
  expect(await findingsOf(items)).toEqual([]);
});

const putOf = (Item: Item) => ({ Put: { TableName: 't', Item } });
const deletionOf = ({ pk, sk }: Item) => ({ Delete: { TableName: 't', Key: { pk, sk } } });

test('whenever a replay puts a redelivery and a delivery ends it, nothing is found', async () => {
  const both = whole.filter(isRedelivery);
  const run = async (put: number, end: number) => {
    const table = tableOf([]);
    let commands = 0;
    const change = () => {
      commands++;
      if (commands === put) table.execute('TransactWriteItems', { TransactItems: both.map(putOf) });
      if (commands === end) table.execute('TransactWriteItems', { TransactItems: both.map(deletionOf) });
    };
    const { findings } = await verify(table, { isRepairing: true, before: change });
    expect([put, end, findings]).toEqual([put, end, []]);
    return commands;
  };
  const commands = await run(1, 0);
  expect(commands).toBeGreaterThan(2);
  // A suspicion makes further commands.
  const last = commands + 2 * 3;
  for (let put = 1; put <= last; put++) for (let end = put; end <= last; end++) await run(put, end);
});

test('nor if the scan sees one half of the transaction of the replay', async () => {
  const both = whole.filter(isRedelivery);
  /** @param end The read before which the delivery ends. */
  const run = async (half: Item, end: number) => {
    const table = tableOf([half]);
    let reads = 0;
    const change = (name: string) => {
      if (name === 'Scan') reads = 0;
      if (name !== 'GetItem') return;
      reads++;
      // The other half was looked for before the transaction, and the first one is after it.
      if (reads === 2) table.execute('TransactWriteItems', { TransactItems: both.map(putOf) });
      if (reads === end) table.execute('TransactWriteItems', { TransactItems: both.map(deletionOf) });
    };
    const { findings } = await verify(table, { isRepairing: true, before: change });
    expect([end, reads, findings]).toEqual([end, end === 3 ? 4 : 3, []]);
  };
  for (const half of both) for (const end of [3, 4]) await run(half, end);
});

/** The beginning of its key, and what is beside others there. */
function kindOf({ pk, sk }: Item): string {
  const [beginning] = pk?.S?.split('/') ?? [];
  const [beside = ''] = /^(?:document|sample|holds|log|count|record)$/.exec(sk?.S ?? '') ?? [];
  return `${beginning} ${beside}`;
}

/** The types of a value and of what is in it. */
function shapeOf({ M: map, L: list, ...value }: AttributeValue): unknown {
  if (map)
    return Object.fromEntries(
      Object.entries(map)
        .toSorted()
        // A head has counts of each time: `stored:5986860`.
        .map(([name, one]) => [name.replace(/:\d+$/, ':'), shapeOf(one)]),
    );
  if (list) return [...new Set(list.map((one) => JSON.stringify(shapeOf(one))))].toSorted();
  return Object.keys(value)[0];
}

/** The shapes of the items of each kind. An id determines the shard of a posting: `t.03`. */
function shapesOf(items: readonly Item[]): Record<string, unknown> {
  const kinds = [...Map.groupBy(items, (item) => kindOf(item).replace(/\.\d+/, '.'))].toSorted(
    ([one], [other]) => (one < other ? -1 : 1),
  );
  return Object.fromEntries(
    kinds.map(([kind, some]) => [
      kind,
      (shapeOf({ L: some.map((M) => ({ M })) }) as string[]).map((text) => JSON.parse(text)),
    ]),
  );
}

interface RecordedLayout {
  readonly begun: number;
  readonly setting: typeof setting;
  readonly shapes: unknown;
  /** Binary values in base64. Without the largest ones, whose shapes are recorded, too. */
  readonly items: readonly Item[];
}

const layoutFile = join(repository, 'test/service/operations/stored-layout.json');
const maxRecorded = 10_000;
const replaceBytes = (_: string, value: unknown) =>
  value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value;
const reviveBytes = (name: string, value: unknown) =>
  name === 'B' ? Uint8Array.from(Buffer.from(String(value), 'base64')) : value;

async function recordedLayout(): Promise<RecordedLayout> {
  if (process.env['RECORD_LAYOUT'] === 'yes') {
    const items = whole.filter((item) => JSON.stringify(item, replaceBytes).length < maxRecorded);
    const layout = { begun, setting, shapes: shapesOf(whole), items };
    await writeFile(layoutFile, `${JSON.stringify(layout, replaceBytes, 1)}\n`);
  }
  return JSON.parse(await readFile(layoutFile, 'utf8'), reviveBytes);
}

const rule = `The stored layout differs from that of stored-layout.json, which functions of the release before this one read.
They run beside the new ones while these are deployed, and again after a rollback. So a change takes two releases
(CONTRIBUTING.md, "Change what is stored"): the first one reads both forms, the second one writes the new one.
When this release may write it: RECORD_LAYOUT=yes npx vitest run test/service/operations/damage.test.ts`;

test('the items have the recorded shapes', async () => {
  const { shapes } = await recordedLayout();
  expect(shapesOf(whole), rule).toEqual(shapes);
});

test('the code reads the items of the recorded layout', async () => {
  const { items, ...filled } = await recordedLayout();
  const report = await verify(tableOf(items), { filled });
  expect(report.items, rule).toMatchObject({
    unknown: 0,
    malformed: 0,
    source: 1,
    stream: 1,
    pipeline: 1,
    accessKey: 1,
  });
  expect(
    report.findings.filter(({ kind }) => kind === 'malformed'),
    rule,
  ).toEqual([]);
  expect(items.length).toBeGreaterThan(25);
});

test('one item of each kind is missed, or the page names the kind', async () => {
  const silent: string[] = [];
  const byKind = Map.groupBy(whole, kindOf);
  for (const [kind, [first]] of byKind)
    if ((await findingsOf(whole.filter((one) => one !== first))).length === 0) silent.push(kind);
  const named = [...byKind].filter(([, [first]]) => first && isForgotten(first)).map(([kind]) => kind);
  expect(silent).toEqual(named);
  expect(byKind.size).toBeGreaterThan(25);
});

test('the deletion of any item is found, and a repair loses nothing', {
  timeout: 120_000,
  tags: ['faults'],
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

test('a repair loses nothing, whichever byte of a value is altered', {
  tags: ['faults'],
  timeout: 300_000,
}, async () => {
  // Shards that contradict the settings end the command before it reads anything.
  const all = alterations().filter(({ item }) => item['pk']?.S !== '~settings');
  for (const { item, name, other } of all) {
    const table = tableOf(whole.map((one) => (one === item ? { ...item, [name]: other } : one)));
    await verify(table, { isRepairing: true });
    const left = new Set(table.items.all().map(nameOf));
    // A posting follows from its document: an altered word needs another one.
    const lost = whole.filter((one) => !('u' in one) && !left.has(nameOf(one)));
    expect(lost.map(nameOf), `${nameOf(item)} ${name}`).toEqual([]);
  }
  expect(all.length).toBeGreaterThan(200);
});

test('a member of another type, or a lost one, ends no verification', {
  tags: ['faults'],
  timeout: 300_000,
}, async () => {
  const kinds = Map.groupBy(whole, kindOf);
  kinds.delete('~settings ');
  const failures: string[] = [];
  for (const [kind, [item = {}]] of kinds)
    for (const name of Object.keys(item).filter((member) => member !== 'pk' && member !== 'sk'))
      for (const value of [{ BOOL: true }, { S: 'x' }, undefined]) {
        const { [name]: _, ...others } = item;
        const damaged: Item = value ? { ...others, [name]: value } : others;
        const table = tableOf(whole.map((one) => (one === item ? damaged : one)));
        await verify(table).catch((error) => failures.push(`${kind}, ${name}: ${error}`));
      }
  expect(failures).toEqual([]);
});

test('nothing reads the checksums that earlier code has put, and no repair copies them', async () => {
  const checksums = { '~': { N: '1' }, '~layout': { N: '2' } };
  const table = tableOf(whole.map((item) => ({ ...item, ...checksums })));
  expect((await verify(table)).findings).toEqual([]);
  const lost = whole.find((item) => item['pk']?.S === '~again');
  const others = whole.filter((item) => item !== lost);
  const damaged = tableOf(others.map((item) => ({ ...item, ...checksums })));
  expect((await verify(damaged, { isRepairing: true })).repaired.missing).toBe(1);
  expect(damaged.items.all().find((item) => item['pk']?.S === '~again')).toEqual(lost);
});
