/** Every kind of damage is planted, found and, where it is safe, repaired. */

import type { TransactWriteItemsCommandInput } from '@aws-sdk/client-dynamodb';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Documents, listDocuments, openDocuments } from '../../../lib/headwater/data/documents.ts';
import type { ManagedMembers } from '../../../lib/headwater/data/search/document-type.ts';
import { documentType } from '../../../lib/headwater/data/search/document-type.ts';
import { openIndex } from '../../../lib/headwater/data/search/index/open-index.ts';
import { shardTable } from '../../../lib/headwater/data/search/index/shards.ts';
import { documentClient } from '../../../lib/headwater/data/store/client.ts';
import { createIdempotencyStore } from '../../../lib/headwater/data/store/idempotency/idempotency-store.ts';
import { createDocument } from '../../../lib/headwater/data/writes.ts';
import {
  type MigrateOptions,
  type MigrationReport,
  migrateTable,
  newMigrationReport,
} from '../../../lib/headwater/tools/admin/migrate-table.ts';
import {
  newProgress,
  type Progress,
  type VerifyOptions,
  verifyTable,
} from '../../../lib/headwater/tools/admin/verify-table.ts';
import { putSample } from '../../../lib/service/samples/sample-store.ts';
import { sourceType } from '../../../lib/service/sources/source-fields.ts';
import type { SourceContent, SourceRecord } from '../../../lib/service/sources/source-record.ts';
import { storedTypes } from '../../../lib/service/stored-types.ts';
import { streamType } from '../../../lib/service/streams/stream-fields.ts';
import { newStreamContent } from '../../../lib/service/streams/stream-record.ts';
import { simulatedClient } from '../simulation/client.ts';
import type { Item } from '../simulation/marshalled-item.ts';
import { postingKeysOf } from '../simulation/source-items.ts';
import { keyOf } from '../simulation/stored-items.ts';
import { Table } from '../simulation/table.ts';
import { createSourceRepository, type SourceRepository } from '../support/source-repository.ts';

const tableName = 'verified';
const start = Date.UTC(2026, 0, 1);
const content: SourceContent = { name: 'Web log', tags: ['red', 'green'], format: 'json', preprocessors: [] };

let now: number;
let table: Table;
let sources: SourceRepository;
let source: SourceRecord;
let samples: Documents<SourceRecord>;
let sampled: string;

const clock = {
  now: () => now,
  random: () => 0.5,
  pause: async (ms: number) => {
    now += ms;
  },
};

beforeEach(async () => {
  now = start;
  table = new Table();
  sources = createSourceRepository({ client: client(), tableName, ...clock });
  source = await sources.create(content);
  ({ _id: sampled } = await sources.create({ ...content, tags: ['blue'] }));
  samples = openDocuments(sourceType, { client: client(), tableName, ...clock });
  await putSample(samples, sampled, { contentOf: () => ({ records: [{}] }), check: () => undefined });
  const { _id: removed } = await sources.create(content);
  await sources.remove(removed);
  const keyed = { operation: 'create', key: 'one', fingerprint: 'f', remainingMs: 10_000 };
  await createIdempotencyStore({ client: client(), tableName, ...clock }).begin(keyed);
});

function client() {
  return documentClient(simulatedClient(async (name, input) => table.execute(name, input)));
}

const settings = {
  tableName,
  types: storedTypes,
  clock,
  isRepairing: false,
  unitsPerSecond: Number.POSITIVE_INFINITY,
};

async function verify(options: Partial<VerifyOptions> = {}): Promise<Progress['report']> {
  const progress = newProgress(tableName, storedTypes, 3);
  expect(await verifyTable({ client: client(), ...settings, progress, ...options })).toBe(true);
  return progress.report;
}

async function migrate(options: Partial<MigrateOptions> = {}): Promise<MigrationReport> {
  const report = newMigrationReport(tableName);
  const all = { ...settings, types: storedTypes.documents, client: client(), segments: 3, report };
  expect(await migrateTable({ ...all, ...options })).toBe(true);
  return report;
}

function put(item: Item): void {
  table.items.write(keyOf(item), item);
}

function remove(item: Item): void {
  table.items.write(keyOf(item), undefined);
}

function itemWith(member: string): Item {
  const found = table.items.all().find((item) => item[member] !== undefined);
  if (!found) throw new Error(`No item has ${member}.`);
  return found;
}

function itemOf(partition: string): Item {
  const found = table.items.all().find(({ pk }) => pk?.S === partition);
  if (!found) throw new Error(`Nothing is in ${partition}.`);
  return found;
}

function postingOf(record: SourceRecord, partition: string): Item {
  const item = postingKeysOf(openIndex(sourceType), record)
    .filter(({ pk }) => pk.includes(partition))
    .map((key) => table.items.read(key))[0];
  if (!item) throw new Error(`No posting in ${partition}.`);
  return item;
}

async function listed(query: string): Promise<number> {
  return (await sources.list({ query, from: 0, size: 10 })).hits.length;
}

test('a table without damage has none', async () => {
  const report = await verify();
  expect(report.found).toEqual({ missing: 0, superfluous: 0, malformed: 0 });
  expect(report.items).toEqual({
    source: 2,
    pipeline: 0,
    stream: 0,
    log: 0,
    sample: 1,
    posting: table.items.all().length - 5,
    holds: 1,
    unique: 0,
    version: 0,
    setting: 0,
    idempotency: 1,
    accessKey: 0,
    keyCount: 0,
    unindexed: 0,
    units: 0,
    unknown: 0,
    malformed: 0,
  });
  expect(report).toMatchObject({ table: tableName, findings: [] });
});

test('a missing posting is found and put', async () => {
  remove(postingOf(source, 't/re'));
  expect(await listed('tags:red')).toBe(0);
  expect(await verify()).toMatchObject({
    found: { missing: 1, superfluous: 0 },
    repaired: { missing: 0 },
    findings: [{ kind: 'missing', reason: `revision 1 of ${source._id} needs it`, isRepaired: false }],
  });
  expect(await verify({ isRepairing: true })).toMatchObject({ repaired: { missing: 1 } });
  expect(await listed('tags:red')).toBe(1);
  expect(await verify()).toMatchObject({ found: { missing: 0, superfluous: 0 } });
});

test('the next write of a document drops the checksums that earlier code has put', async () => {
  const item = itemOf(`source/${source._id}`);
  put({ ...item, '~': { N: '1' }, colour: { S: 'red' } });
  await sources.replace(source._id, content);
  const { '~': checksum, colour } = itemOf(`source/${source._id}`);
  expect({ checksum, colour }).toEqual({ colour: { S: 'red' } });
});

test('streams are verified like sources', async () => {
  const streams = openDocuments(streamType, { client: client(), tableName, ...clock });
  const stream = newStreamContent({ source: source._id, name: 'access' });
  const { _id: id } = await createDocument(streams, stream);
  // As earlier code has stored it: it has no log, nothing says that it is to be forwarded, and its source does not count it.
  remove({ pk: { S: `source/${source._id}` }, sk: { S: 'holds' } });
  const needed = [
    `["stream/${id}","log"]`,
    `["~streams","public/${id}"]`,
    `["source/${source._id}","holds"]`,
  ];
  const repaired = needed.map((one) => ({ kind: 'missing', key: one, isRepaired: true }));
  expect(await verify({ isRepairing: true })).toMatchObject({ findings: repaired });
  expect(await verify()).toMatchObject({ items: { stream: 1 }, found: { missing: 0, superfluous: 0 } });
  remove(itemOf('fx/op'));
  const finding = { kind: 'missing', reason: `revision 1 of ${id} needs it`, isRepaired: true };
  // Without the posting, the list of the streams of the source misses one, too.
  expect((await verify({ isRepairing: true })).findings).toEqual(
    expect.arrayContaining([expect.objectContaining(finding)]),
  );
  expect(await verify()).toMatchObject({ findings: [] });
  table.items.write(keyOf(itemOf(`stream/${id}`)), undefined);
  // The postings of all streams, of the source, the state and the name, the head, and the item with the forwarded position.
  const lost = { items: { stream: 0, log: 2 }, found: { superfluous: 6 }, repaired: { superfluous: 0 } };
  expect(await verify({ isRepairing: true })).toMatchObject(lost);
  expect(await verify()).toMatchObject({ found: { superfluous: 6 } });
});

test('a sample without its source is found and shown', async () => {
  await sources.remove(sampled);
  const sampleKey = JSON.stringify([`source/${sampled}`, 'sample']);
  const finding = {
    kind: 'superfluous',
    key: sampleKey,
    reason: `there is no ${sampled}`,
    isRepaired: false,
  };
  expect(await verify({ isRepairing: true })).toMatchObject({
    found: { superfluous: 1 },
    findings: [finding],
  });
  expect(await verify()).toMatchObject({ items: { sample: 1 }, found: { superfluous: 1 } });
});

describe('a source of an older version', () => {
  const versions = { layout: { N: '1' }, schema: { N: '1' }, writes: { S: '' } };
  const documentItem = (): Item => itemWith('tags');
  const plant = (stored: Record<string, { readonly N: string } | { readonly S: string }>): void =>
    put({ ...documentItem(), stored: { M: stored } });
  const storedVersions = () => {
    const { M: stored = {} } = table.items.read(keyOf(documentItem()))?.['stored'] ?? {};
    return [stored['schema']?.N, stored['version']?.N];
  };

  test.each([
    ['of the terms', { ...versions, version: { N: '1' } }],
    ['of the members', { ...versions, schema: { N: '0' }, version: { N: '2' } }],
  ])('%s is counted, and stored anew with all its postings', async (_name, stored) => {
    plant(stored);
    const [id] = [String(documentItem()['_id']?.S)];
    const before = await sources.get(id);
    remove(postingOf(before, 't/'));
    // The terms of an earlier version may be others.
    const missing = stored.version.N === '1' ? 0 : 1;
    expect(await verify()).toMatchObject({ outdated: 1, found: { missing } });
    expect(await migrate()).toMatchObject({ migrated: 1, failed: 0 });
    expect(storedVersions()).toEqual(['1', '2']);
    expect(await sources.get(id)).toEqual(before);
    expect(postingOf(before, 't/')).toBeDefined();
    expect(await verify()).toMatchObject({
      outdated: 0,
      found: { missing: 0, superfluous: 0 },
    });
  });

  test('keeps members and a later version that this code does not know', async () => {
    const item = { ...documentItem(), colour: { S: 'red' } };
    put({ ...item, stored: { M: { ...versions, version: { N: '1' } } } });
    await migrate();
    expect(table.items.read(keyOf(item))).toMatchObject({ colour: { S: 'red' } });
    const later = { ...versions, schema: { N: '2' }, version: { N: '3' } };
    plant(later);
    expect(await verify()).toMatchObject({ outdated: 0, newer: 1 });
    expect(await migrate()).toMatchObject({ migrated: 0, newer: 1, failed: 0 });
    expect(storedVersions()).toEqual(['2', '3']);
  });

  test('that a writer changes meanwhile needs nothing more, and no posting is left', async () => {
    plant({ ...versions, version: { N: '1' } });
    const id = String(documentItem()['_id']?.S);
    let isChanged = false;
    const racing = documentClient(
      simulatedClient(async (name, input) => {
        const { TransactItems: [{ Put: put } = {}] = [] } = input as TransactWriteItemsCommandInput;
        if (name === 'TransactWriteItems' && put?.Item?.['sk']?.S === 'document' && !isChanged) {
          isChanged = true;
          await sources.replace(id, { ...content, tags: ['changed'] });
        }
        return table.execute(name, input);
      }),
    );
    const { migrated, failed } = await migrate({ client: racing });
    expect([isChanged, migrated, failed]).toEqual([true, 0, 0]);
    expect((await sources.get(id)).tags).toEqual(['changed']);
    expect(await verify()).toMatchObject({ found: { missing: 0, superfluous: 0 } });
  });
});

describe('postings say the read units of their source', () => {
  const words = (count: number) => Array.from({ length: count }, (_, at) => `word${at}`).join(' ');
  const steps = (bytes: number) => [{ type: 'set', field: 'a', value: 'x'.repeat(bytes) }];
  const postings = () => postingKeysOf(openIndex(sourceType), source).map((key) => table.items.read(key));

  /** Also with 95 postings, where a transaction has no room for all that change. */
  test.each([1, 30, 95])('whatever its size becomes, with %d words', async (count) => {
    const bytes = [0, 20_000, 3_000, 390_000, 100_000, 4_000, 0, 300_000];
    for (const [at, size] of bytes.entries()) {
      const tags = at % 2 === 0 ? ['red'] : ['green', 'blue'];
      const changed = { ...content, tags, description: words(count - at), preprocessors: steps(size) };
      source = await sources.replace(source._id, changed);
      const units = new Set(postings().map((item) => Number(item?.['u']?.N)));
      expect(units.size).toBe(1);
      expect(Math.max(...units)).toBeGreaterThanOrEqual(Math.ceil(size / 4_096));
      expect(await verify()).toMatchObject({ findings: [] });
    }
  });

  test('and one that says others is found and put', async () => {
    const [posting] = postings();
    for (const wrong of [{ u: { N: '7' } }, { u: { S: '1' } }]) {
      put({ ...posting, ...wrong } as Item);
      const reason = `it does not say the 1 read units of ${source._id}`;
      const finding = { kind: 'malformed', reason, isRepaired: true };
      expect(await verify({ isRepairing: true })).toMatchObject({ findings: [finding] });
      expect(postings()[0]).toEqual(posting);
    }
  });
});

describe('a superfluous posting is found and deleted', () => {
  test('of a revision that the source has replaced', async () => {
    const left = postingOf(source, 't/re');
    await sources.replace(source._id, { ...content, tags: [] });
    put(left);
    expect(await verify({ isRepairing: true })).toMatchObject({
      found: { missing: 0, superfluous: 1 },
      repaired: { superfluous: 1 },
      findings: [{ kind: 'superfluous', reason: `revision 2 of ${source._id} does not need it` }],
    });
    expect(await verify()).toMatchObject({ found: { superfluous: 0 } });
  });

  test('but not of a source that does not exist: it may be its only trace', async () => {
    remove(table.items.partition(`source/${source._id}`)[0] ?? {});
    const count = postingKeysOf(openIndex(sourceType), source).length;
    const before = table.items.all();
    expect(await verify({ isRepairing: true })).toMatchObject({
      found: { superfluous: count },
      repaired: { superfluous: 0 },
    });
    expect(table.items.all()).toEqual(before);
  });
});

test('tags with the marks of other keys have postings like any other', async () => {
  await sources.create({ ...content, tags: ['!!', 'a!b', 'a/b', 's:x', '!'] });
  expect(await verify()).toMatchObject({ found: { missing: 0, superfluous: 0, malformed: 0 } });
});

const key = (pk: string, sk: string): Item => ({ pk: { S: pk }, sk: { S: sk } });

describe('a malformed item is found and left to people', () => {
  const document = () => itemWith('preprocessors');
  const posting = () => postingOf(source, 't/re');
  const damage: readonly (readonly [name: string, plant: () => void])[] = [
    ['an item of an owner whom keys do not name', () => put({ ...posting(), pk: { S: 'public:t/re' } })],
    ['a source with text that is not JSON', () => put({ ...document(), preprocessors: { S: '{' } })],
    ['a source that is another', () => put({ ...document(), _id: { S: 'a'.repeat(24) } })],
    ['a source without a revision', () => put({ ...document(), revision: { S: 'one' } })],
    ['a document that is none', () => put(key(`source/${'a'.repeat(24)}`, 'document'))],
    ['a posting whose key is cut off', () => put({ ...posting(), sk: { S: 'd\tabc' } })],
    ['a posting in a shard that nobody knows', () => put({ ...posting(), pk: { S: 't.07/re' } })],
    ['an idempotency record that stays for ever', () => put(key('idempotency/x', 'record'))],
    [
      'an idempotency record whose claim has no end',
      () => put({ ...itemWith('claimedUntil'), claimedUntil: { S: 'soon' } }),
    ],
    ['a key of access without an owner', () => put(key('~keys', 'abc'))],
    ['a replay in no state', () => put(key(`replay/${'a'.repeat(24)}`, 'b'.repeat(24)))],
    ['work that is none', () => put(key('~work', 'abc'))],
    ['a stream without an owner', () => put(key('~streams', 'abc'))],
  ];

  test.each(damage)('%s', async (_name, plant) => {
    plant();
    const planted = JSON.stringify(table.items.all());
    const report = await verify({ isRepairing: true });
    expect(report).toMatchObject({
      found: { missing: 0, superfluous: 0, malformed: 1 },
      repaired: { malformed: 0 },
    });
    expect(report.findings).toMatchObject([{ kind: 'malformed', isRepaired: false }]);
    expect(JSON.stringify(table.items.all())).toBe(planted);
  });
});

test('every owner has sources of their own, and terms have the shards of INDEX_SHARDS', async () => {
  now += 10_000;
  const shards = { s: [{ from: now, shards: 4 }], 't/red': [{ from: now, shards: 16 }] };
  const others = createSourceRepository({
    ...{ client: client(), tableName, owner: 'ada', ...clock },
    shards: shardTable(shards),
  });
  const theirs = await Promise.all(Array.from({ length: 5 }, () => others.create(content)));
  const isTheirs = ({ pk }: Item) => pk?.S?.startsWith('ada:t.') === true;
  expect(table.items.all().filter(isTheirs)).toHaveLength(theirs.length);
  remove(table.items.all().find(isTheirs) ?? {});
  const repaired = await verify({ shards, isRepairing: true });
  expect(repaired).toMatchObject({ found: { missing: 1, superfluous: 0, malformed: 0 } });
  expect(table.items.all().filter(isTheirs)).toHaveLength(theirs.length);
  expect(await verify({ shards })).toMatchObject({ found: { missing: 0, superfluous: 0, malformed: 0 } });
  await expect(verify()).rejects.toThrow('The table has postings in shards that INDEX_SHARDS does not name');
});

test('read units are spread over time', async () => {
  for (let left = 40; left > 0; left--) await sources.create(content);
  const begun = now;
  await verify();
  expect(now).toBe(begun);
  await verify({ unitsPerSecond: 10 });
  expect(now - begun).toBeGreaterThan(10_000);
});

test('a verification that was stopped is continued', async () => {
  for (let left = 200; left > 0; left--) await sources.create(content);
  remove(postingOf(source, 't/re'));
  let progress = newProgress(tableName, storedTypes, 2);
  let pages = 0;
  for (;;) {
    const isDone = await verifyTable({ client: client(), ...settings, progress, onPage: () => true });
    pages++;
    // As from a file.
    progress = JSON.parse(JSON.stringify(progress));
    if (isDone) break;
  }
  expect(pages).toBeGreaterThan(1);
  expect(progress.report).toMatchObject({ found: { missing: 1, superfluous: 0, malformed: 0 } });
  expect(progress.report.items).toMatchObject({ source: 202 });
});

describe('what this version does not know is counted, and left as it is', () => {
  interface Note extends ManagedMembers {
    readonly text: string;
  }

  /** As a project may store beside the documents of this service, without naming it. */
  const noteType = documentType<Note>({
    name: 'memo',
    all: 'm',
    fields: {
      text: { kind: 'text', terms: 'mw', isDefault: true, values: ({ text }) => [text] },
    },
  });
  const nothingFound = { missing: 0, superfluous: 0, malformed: 0 };

  async function repairLater(): Promise<Progress['report']> {
    now += 3_600_000;
    const before = JSON.stringify(table.items.all());
    const report = await verify({ isRepairing: true });
    expect(JSON.stringify(table.items.all())).toBe(before);
    expect(report.found).toEqual(nothingFound);
    return report;
  }

  test('documents of a type that the service does not name, with their postings', async () => {
    const notes = openDocuments(noteType, { client: client(), tableName, ...clock });
    const note = await createDocument(notes, { text: 'remember the milk' });
    const report = await repairLater();
    expect(report).toMatchObject({ items: { unknown: 5, malformed: 0 }, unknown: { memo: 1, m: 1, mw: 3 } });
    const page = { from: 0, size: 10, query: 'milk' };
    expect((await listDocuments(notes, page)).hits).toEqual([note]);
    expect(await verify({ types: { documents: [noteType], items: [] } })).toMatchObject({
      items: { memo: 1 },
      unknown: { source: 4 },
    });
  });

  test('a type that the service names is verified', async () => {
    const types = { ...storedTypes, documents: [...storedTypes.documents, noteType] };
    const notes = openDocuments(noteType, { client: client(), tableName, ...clock });
    await createDocument(notes, { text: 'milk' });
    remove(itemOf('mw/mi'));
    expect(await verify({ types, isRepairing: true })).toMatchObject({
      repaired: { missing: 1 },
      unknown: {},
    });
    expect((await listDocuments(notes, { from: 0, size: 10, query: 'milk' })).hits).toHaveLength(1);
  });

  test('a document whose postings newer code has put', async () => {
    const item = itemOf(`source/${source._id}`);
    const stored = { M: { ...item['stored']?.M, version: { N: '3' } } };
    put({ ...item, stored });
    // This code takes "red" for a tag of the source, and not "need".
    const posting = postingOf(source, 't/re');
    const added = { ...posting, pk: { S: 't/ne' }, sk: { S: `e${posting['sk']?.S}` } };
    put(added);
    remove(posting);
    expect(await repairLater()).toMatchObject({ newer: 1 });
    // A list that comes to the posting must not take it for one that a crash has left.
    expect(await listed('tags:need')).toBe(0);
    expect(table.items.read(keyOf(added))).toEqual(added);
  });

  test.each([
    ['an item with another key', { ...key('Other', 'item') }, { Other: 1 }],
    ['an item of what cannot be an owner', { ...key('no owner:s', 'item') }, { 'no owner:s': 1 }],
    ['an item of a later layout', { ...key('replay/x', 'y'), layout: { N: '2' } }, { 'layout 2': 1 }],
  ])('%s', async (_name, item, unknown) => {
    put(item);
    expect(await repairLater()).toMatchObject({ items: { unknown: 1 }, unknown });
  });

  test('a source of a later layout keeps its postings', async () => {
    const item = itemOf(`source/${source._id}`);
    put({ ...item, stored: { M: { layout: { N: '2' } } } });
    expect(await repairLater()).toMatchObject({ items: { unknown: 1 }, unknown: { 'layout 2': 1 } });
  });

  test('at most 20 beginnings of keys are named, cut at 40 characters', async () => {
    for (let index = 0; index < 30; index++) put(key(`${'x'.repeat(60)}`.slice(index), 'item'));
    const { unknown } = await repairLater();
    expect(Object.keys(unknown).every((name) => name.length <= 40)).toBe(true);
    expect(Object.values(unknown).reduce((sum, amount) => sum + amount)).toBe(30);
    for (let index = 0; index < 30; index++) put(key(`kind${index}`, 'item'));
    const more = (await repairLater()).unknown;
    expect(Object.keys(more)).toHaveLength(21);
    expect(more['others']).toBeGreaterThan(0);
  });
});
