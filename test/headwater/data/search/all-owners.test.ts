/** The list of all owners: its postings through each write, what `verify` knows of them, their shards, and the price. */

import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, beforeEach, expect, inject, test, vi } from 'vitest';
import { type Documents, openDocuments } from '../../../../lib/headwater/data/documents.ts';
import { findOfAllOwners } from '../../../../lib/headwater/data/search/all-owners/list-all-owners.ts';
import {
  type ContentOf,
  type DocumentType,
  documentType,
  type ManagedMembers,
  sharedDocumentType,
  tenantDocumentType,
} from '../../../../lib/headwater/data/search/document-type.ts';
import { keptWhileReferenced } from '../../../../lib/headwater/data/search/documents/document-holds.ts';
import { reference } from '../../../../lib/headwater/data/search/documents/references.ts';
import { shardTable } from '../../../../lib/headwater/data/search/index/shards.ts';
import type { ListRequest } from '../../../../lib/headwater/data/search/list/document-list.ts';
import { createIdGenerator } from '../../../../lib/headwater/data/store/ids.ts';
import { changeDocument, createDocument, removeDocument } from '../../../../lib/headwater/data/writes.ts';
import type { Settings } from '../../../../lib/headwater/shared/settings.ts';
import { migrateTable, newMigrationReport } from '../../../../lib/headwater/tools/admin/migrate-table.ts';
import { newProgress, verifyTable } from '../../../../lib/headwater/tools/admin/verify-table.ts';
import { type Engine, startEngine } from '../../../support/engine.ts';
import { meterClient } from '../../../support/metered-client.ts';

interface Order extends ManagedMembers {
  readonly item: string;
  readonly note?: string;
}

const declaration = {
  name: 'order',
  all: 'o',
  fields: { item: { kind: 'keyword', terms: 'oi' }, note: { kind: 'keyword', isOptional: true } },
} as const;
const before = tenantDocumentType<Order>(declaration);
const orders = tenantDocumentType<Order>({ ...declaration, version: 2, isListedForAdmins: true });

let engine: Engine;
let tableName: string;

beforeAll(async () => {
  engine = await startEngine();
});

beforeEach(async () => {
  tableName = await engine.makeTable();
  vi.spyOn(console, 'warn').mockReturnValue();
});

const start = Date.UTC(2027, 0);
const newId = createIdGenerator({ now: () => start });

function open(
  owner: string,
  more: { type?: typeof orders; shards?: Settings['shards'] } = {},
): Documents<Order> {
  const { type = orders, shards = {} } = more;
  const { client } = engine;
  return openDocuments(type, { client, tableName, owner, shards: shardTable(shards), newId });
}

const create = (owner: string, content: ContentOf<Order>, more = {}) =>
  createDocument(open(owner, more), content);

const schedule = {
  functionId: 'order-sweep',
  requestId: 'r-1',
  signal: new AbortController().signal,
  lambda: { getRemainingTimeInMillis: () => 10_000 },
};

async function listed(request: Partial<ListRequest> = {}, more = {}) {
  const documents = open('nobody', more);
  const page = await findOfAllOwners(documents, schedule, { from: 0, size: 100, ...request });
  return { ...page, hits: page.hits.map(({ owner, document: { item } }) => `${owner} ${item}`) };
}

const clock = { now: () => start, random: () => 0, pause: async () => undefined };

async function migrate(): Promise<void> {
  const report = newMigrationReport(tableName);
  const { client } = engine;
  const pace = { unitsPerSecond: Number.POSITIVE_INFINITY, segments: 1 };
  await migrateTable({ client, tableName, types: [orders], clock, report, ...pace });
}

async function verify({ isRepairing = false, shards = {} as Settings['shards'] } = {}): Promise<string[]> {
  const types = { documents: [orders], items: [] };
  const progress = newProgress(tableName, types, 1);
  await verifyTable({
    ...{ client: engine.client, tableName, types, shards, progress, isRepairing, clock },
    unitsPerSecond: Number.POSITIVE_INFINITY,
  });
  const { findings, outdated } = progress.report;
  return [...findings.map(({ kind, key }) => `${kind} ${key}`), ...(outdated > 0 ? ['outdated'] : [])];
}

test('it has the documents of all owners, the newest first, with their owners', async () => {
  await create('acme', { item: 'tea' });
  const coffee = await create('globex', { item: 'coffee' });
  await create('acme', { item: 'milk' });
  expect(await listed()).toMatchObject({ total: 3, hits: ['acme milk', 'globex coffee', 'acme tea'] });
  await changeDocument(open('globex'), coffee._id, {
    contentOf: () => ({ item: 'cocoa', note: 'x'.repeat(9_000) }),
  });
  expect((await listed({ sort: 'created' })).hits).toEqual(['acme tea', 'globex cocoa', 'acme milk']);
  expect(await listed({ query: 'item:cocoa' })).toMatchObject({ total: 1, hits: ['globex cocoa'] });
  expect(await verify()).toEqual([]);
  await removeDocument(open('globex'), coffee._id);
  expect((await listed()).hits).toEqual(['acme milk', 'acme tea']);
  expect(await verify()).toEqual([]);
});

test('pages follow each other, with and without a query, and the cursor of one owner is none of all', async () => {
  for (let count = 0; count < 25; count++)
    await create(`team${count % 3}`, { item: count % 2 ? 'odd' : 'even' });
  for (const query of ['', 'item:odd']) {
    const all = (await listed({ query })).hits;
    const pages: string[] = [];
    let after: string | undefined;
    do {
      const page = await listed({ query, size: 4, ...(after === undefined ? {} : { after }) });
      pages.push(...page.hits);
      after = page.after;
    } while (after !== undefined);
    expect(pages).toEqual(all);
    expect(pages).toHaveLength(query ? 12 : 25);
  }
});

test('each list writes a line with who has asked for what', async () => {
  await create('acme', { item: 'tea' });
  await listed({ query: 'item:tea', size: 5 });
  expect(vi.mocked(console.warn).mock.calls.map(([line]) => JSON.parse(String(line)))).toEqual([
    {
      level: 'WARN',
      message: 'A list of each order of all owners',
      functionId: 'order-sweep',
      ...{ from: 0, size: 5, query: 'item:tea', total: 1, hits: 1 },
      requestId: 'r-1',
    },
  ]);
});

test('a migration puts the postings of documents that are older than the list, and verify those that are lost', async () => {
  await create('acme', { item: 'tea' }, { type: before });
  expect((await listed()).hits).toEqual([]);
  expect(await verify()).toEqual(['outdated']);
  await migrate();
  expect((await listed()).hits).toEqual(['acme tea']);
  const [posting] = (await engine.scan(tableName)).filter(({ pk }) => pk === '*o');
  const { pk, sk } = posting ?? {};
  await engine.client.send(new DeleteCommand({ TableName: tableName, Key: { pk, sk } }));
  expect(await verify()).toEqual([expect.stringMatching(/^missing \["\*o",/)]);
  await verify({ isRepairing: true });
  // A posting that names another owner leads to nothing, and is found from its document.
  await engine.client.send(new PutCommand({ TableName: tableName, Item: { ...posting, o: 'globex' } }));
  expect((await listed()).hits).toEqual([]);
  expect(await verify()).toContainEqual(expect.stringMatching(/^malformed \["\*o",/));
  await verify({ isRepairing: true });
  expect((await listed()).hits).toEqual(['acme tea']);
  expect(await verify()).toEqual([]);
});

test('code of before deletes a document, and the list shows nothing of what it leaves', async () => {
  const { _id } = await create('acme', { item: 'tea' });
  await removeDocument(open('acme', { type: before as typeof orders }), _id);
  expect(await listed()).toMatchObject({ hits: [] });
  expect(await verify()).toEqual([expect.stringMatching(/^superfluous \["\*o",/)]);
});

test('INDEX_SHARDS spreads its postings', async () => {
  const shards = { '*o': [{ from: start - 60_000, shards: 4 }] };
  for (let count = 0; count < 12; count++)
    await create(`team${count % 5}`, { item: `i${count}` }, { shards });
  const partitions = new Set(
    (await engine.scan(tableName)).map(({ pk }) => String(pk)).filter((pk) => pk.startsWith('*')),
  );
  expect(partitions.size).toBeGreaterThan(1);
  const { hits, total } = await listed({}, { shards });
  expect([total, hits[0], hits.length]).toEqual([12, 'team1 i11', 12]);
  expect(await verify({ shards })).toEqual([]);
});

test('a new document costs one more write, and a page as much as that of one owner', async () => {
  const meter = meterClient(engine.client);
  const opened = (type: typeof orders, owner: string) =>
    openDocuments(type, { client: meter.client, tableName, owner, newId });
  const content = { item: 'tea', note: 'x'.repeat(1_000) };
  const plain = await meter.measure(() => createDocument(opened(before as typeof orders, 'acme'), content));
  const more = await meter.measure(() => createDocument(opened(orders, 'acme'), content));
  // A transaction writes twice the units. DynamoDB Local reports 4 or 12 for either, as the size of the document is.
  if (inject('dynamodbLocalPort') === undefined) expect(more.written - plain.written).toBe(2);
  for (let count = 0; count < 300; count++) await create(`a-tenant-of-16-${count % 9}`, content);
  const page = await meter.measure(() =>
    findOfAllOwners(opened(orders, 'nobody'), schedule, { from: 0, size: 10 }),
  );
  // 10 documents, the first 95 postings read consistently, and the rest counted at half the price.
  expect(page.units).toBe(10 + 1 + 1.5);
});

test('a type without the list says so, and documents with names of clients have none', async () => {
  const documents = open('acme', { type: before as typeof orders });
  await expect(findOfAllOwners(documents, schedule, { from: 0, size: 1 })).rejects.toThrow(
    'The type order has no list of all owners: declare isListedForAdmins: true.',
  );
  expect(() => documentType<Order>({ ...declaration, isNamed: true, isListedForAdmins: true })).toThrow(
    'Clients name each order',
  );
});

test('a document of a tenant refers to one that all share, and does not keep it', async () => {
  const products = sharedDocumentType<Order>({ ...declaration, name: 'product', all: 'p' });
  const product = await createDocument(openDocuments(products, { client: engine.client, tableName, newId }), {
    item: 'tea',
  });
  const orderOf = (type: DocumentType<Order>, item: string) =>
    createDocument(openDocuments(type, { client: engine.client, tableName, owner: 'acme', newId }), { item });
  const referring = tenantDocumentType<Order>({ ...declaration, rules: [reference('item', () => products)] });
  await expect(orderOf(referring, product._id)).resolves.toMatchObject({ item: product._id });
  await expect(orderOf(referring, '0'.repeat(24))).rejects.toMatchObject({ code: 'not_found' });
  const kept = sharedDocumentType<Order>({
    ...declaration,
    name: 'product',
    all: 'p',
    rules: [keptWhileReferenced()],
  });
  const keeping = tenantDocumentType<Order>({ ...declaration, rules: [reference('item', () => kept)] });
  await expect(orderOf(keeping, product._id)).rejects.toThrow("it cannot be kept: declare onRemove: 'leave'");
});
