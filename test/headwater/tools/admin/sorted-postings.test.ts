/** `verify` and the postings of sorted lists: what is planted is found and put right, and an order is added to stored documents. */

import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { listDocuments, openDocuments } from '../../../../lib/headwater/data/documents.ts';
import { type DocumentType, documentType } from '../../../../lib/headwater/data/search/document-type.ts';
import { shardTable } from '../../../../lib/headwater/data/search/index/shards.ts';
import { createDocument } from '../../../../lib/headwater/data/writes.ts';
import {
  type MigrationReport,
  migrateTable,
  newMigrationReport,
} from '../../../../lib/headwater/tools/admin/migrate-table.ts';
import {
  newProgress,
  type Progress,
  verifyTable,
} from '../../../../lib/headwater/tools/admin/verify-table.ts';
import { type Engine, startEngine } from '../../../support/engine.ts';
import { type Product, productType } from '../../../support/product-type.ts';

/** As the type was before its lists were sorted. */
const earlierType = documentType<Product>({
  name: 'product',
  all: 'p',
  fields: {
    name: { kind: 'text', terms: 'pn', isDefault: true },
    price: { kind: 'decimal' },
    state: { kind: 'keyword', terms: 'ps' },
    tags: { kind: 'keyword', isList: true },
    stock: { kind: 'integer', isOptional: true },
    due: { kind: 'date', isOptional: true },
    code: { kind: 'keyword', isOptional: true },
  },
});
const sortedType: DocumentType<Product> = { ...productType, version: 2 };
const prices = [9.99, -1, 0.3, 120];

let engine: Engine;
let tableName: string;

beforeAll(async () => {
  engine = await startEngine();
});

beforeEach(async () => {
  tableName = await engine.makeTable();
});

const open = (type: DocumentType<Product>) => openDocuments(type, { client: engine.client, tableName });

async function add(type: DocumentType<Product>): Promise<void> {
  for (const price of prices)
    await createDocument(open(type), { name: 'lamp', price, state: 'placed', tags: ['new'] });
}

const clock = { now: Date.now, random: () => 0.5, pause: async () => undefined };
const settings = { clock, unitsPerSecond: Number.POSITIVE_INFINITY };

async function verify(options: { isRepairing?: true } = {}): Promise<Progress['report']> {
  const types = { documents: [sortedType], items: [] };
  const progress = newProgress(tableName, types, 1);
  const { client } = engine;
  await verifyTable({ client, tableName, types, isRepairing: false, ...settings, progress, ...options });
  return progress.report;
}

async function migrate(): Promise<MigrationReport> {
  const report = newMigrationReport(tableName);
  const { client } = engine;
  await migrateTable({ client, tableName, types: [sortedType], segments: 1, ...settings, report });
  return report;
}

const listed = async (query = '') => {
  const { hits } = await listDocuments(open(sortedType), { size: 10, sort: 'price', query });
  return hits.map(({ price }) => price);
};

test('documents of an earlier version are listed once they are stored anew', async () => {
  await add(earlierType);
  expect(await listed()).toEqual([]);
  expect(await verify()).toMatchObject({ outdated: 4, findings: [] });
  expect(await migrate()).toMatchObject({ documents: 4, migrated: 4, failed: 0 });
  expect(await listed()).toEqual([-1, 0.3, 9.99, 120]);
  expect(await listed('state:placed price:<9.99')).toEqual([-1, 0.3]);
  expect(await verify()).toMatchObject({ outdated: 0, findings: [] });
});

test('a document has one posting for each order, and two where it has no value', async () => {
  await createDocument(open(sortedType), { name: 'lamp', price: 9.99, state: 'placed', tags: [] });
  const items = await engine.scan(tableName);
  const id = String(items.find(({ pk }) => pk === 'p')?.['sk']);
  const orders = items.filter(({ pk }) => String(pk).includes('>'));
  expect(orders.map(({ pk, sk }) => `${pk} ${String(sk).replace(id, '+id').replace('\t', '⇥')}`)).toEqual([
    ...['p>code --+id', 'p>code zz+id', 'p>code>state/pl aced⇥--+id', 'p>code>state/pl aced⇥zz+id'],
    ...['p>due --+id', 'p>due zz+id', 'p>price 6-7zfWGusJTk+id', 'p>price>state/pl aced⇥6-7zfWGusJTk+id'],
    ...['p>stock --+id', 'p>stock zz+id', expect.stringMatching(/^p>updated .{12}\+id$/)],
  ]);
});

test('a missing posting is put, and one of another value is deleted', async () => {
  await add(sortedType);
  const posting = (await engine.scan(tableName)).find(({ pk }) => pk === 'p>price');
  const other = { ...posting, sk: String(posting?.['sk']).replace(/^.{4}/, '61AB') };
  await engine.client.send(new PutCommand({ TableName: tableName, Item: other }));
  expect(await verify()).toMatchObject({
    found: { missing: 0, superfluous: 1, malformed: 0 },
    findings: [{ reason: expect.stringMatching(/^revision 1 of [\da-f]{24} does not need it$/) }],
  });
  // A list does not show what it does not lead to.
  expect(await listed()).toEqual([-1, 0.3, 9.99, 120]);
  expect(await verify({ isRepairing: true })).toMatchObject({ repaired: { superfluous: 1 } });
  expect(await verify()).toMatchObject({ findings: [] });
});

test('an epoch of shards begins in the future', async () => {
  await add(sortedType);
  const from = (time: number) => shardTable({ 'p>price': [{ from: time, shards: 2 }] });
  const write = (time: number) =>
    createDocument(openDocuments(sortedType, { client: engine.client, tableName, shards: from(time) }), {
      ...{ name: 'lamp', price: 1, state: 'paid', tags: [] },
    });
  await expect(write(Date.now() - 60_000)).rejects.toThrow('INDEX_SHARDS has an epoch of p>price from');
  await write(Date.now() + 60_000);
});
