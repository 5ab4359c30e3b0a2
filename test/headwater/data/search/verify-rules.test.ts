/** `verify` knows the claims of unique values and the counts of references by the rules of document types alone. */

import { DeleteCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { type Documents, openDocuments } from '../../../../lib/headwater/data/documents.ts';
import { findUnique } from '../../../../lib/headwater/data/search/documents/unique-values.ts';
import { systemClock } from '../../../../lib/headwater/data/store/clock.ts';
import { changeDocument, createDocument, removeDocument } from '../../../../lib/headwater/data/writes.ts';
import { newProgress, verifyTable } from '../../../../lib/headwater/tools/admin/verify-table.ts';
import { type Engine, startEngine } from '../../../support/engine.ts';
import {
  type Customer,
  customerType,
  type Order,
  orderType,
  type Product,
  productType,
} from '../../../support/shop-types.ts';

let engine: Engine;
let tableName: string;

beforeAll(async () => {
  engine = await startEngine();
});

beforeEach(async () => {
  tableName = await engine.makeTable();
});

const types = { documents: [customerType, productType, orderType], items: [] };

/** As code stores documents that does not know their rules. */
const earlier = () => open({ ...customerType, rules: [] }, { ...orderType, rules: [] });

function open(customers = customerType, orders = orderType) {
  const options = { client: engine.client, tableName };
  return {
    customers: openDocuments<Customer>(customers, options),
    orders: openDocuments<Order>(orders, options),
    products: openDocuments<Product>(productType, options),
  };
}

/** @returns each finding, and whether it is repaired. */
async function verify(isRepairing: boolean): Promise<readonly string[]> {
  const clock = { ...systemClock, pause: async () => undefined };
  const progress = newProgress(tableName, types, 2);
  const unitsPerSecond = Number.POSITIVE_INFINITY;
  await verifyTable({
    client: engine.client,
    tableName,
    types,
    clock,
    isRepairing,
    unitsPerSecond,
    progress,
  });
  return progress.report.findings
    .map(({ kind, reason, isRepaired }) => `${kind}: ${reason}${isRepaired ? '; repaired' : ''}`)
    .toSorted();
}

async function addOrder({ customers, orders, products }: ReturnType<typeof open>, email: string) {
  const { _id: customer } = await createDocument(customers, { name: 'Anna', email });
  const { _id: product } = await createDocument(products, { name: 'Lamp', stock: 5 });
  const items = [{ product, quantity: 1 }];
  const { _id: order } = await createDocument(orders, { customer, items, total: 1, state: 'placed' });
  return { customer, order };
}

const email = 'anna@x.org';
const key = (id: string, sk: string) => ({ TableName: tableName, Key: { pk: `customer/${id}`, sk } });
const nameIn = (documents: Documents<Customer>, address: string) => findUnique(documents, 'email', address);

test('a table that keeps its rules has no findings', async () => {
  await addOrder(open(), email);
  expect(await verify(true)).toEqual([]);
});

test('documents that were stored before their type had rules get their claims and counts', async () => {
  const { customer } = await addOrder(earlier(), email);
  expect(await verify(false)).toEqual([
    `missing: it counts 0 that refer to ${customer}, and there are 1`,
    `missing: the email of the customer ${customer} is not claimed`,
  ]);
  const { customers } = open();
  expect(await nameIn(customers, email)).toBeUndefined();
  expect((await verify(true)).every((finding) => finding.endsWith('; repaired'))).toBe(true);
  expect(await verify(false)).toEqual([]);
  expect(await nameIn(customers, email)).toMatchObject({ _id: customer });
  await expect(removeDocument(customers, customer)).rejects.toMatchObject({ code: 'customer_in_use' });
});

test('documents with one value are named, and stay as they are until one of them is changed', async () => {
  const [first, second] = [
    await createDocument(earlier().customers, { name: 'Anna', email }),
    await createDocument(earlier().customers, { name: 'Other', email: email.toUpperCase() }),
  ].map(({ _id }) => _id);
  const other = (id: string) => (id === first ? second : first);
  const clashIn = (findings: readonly string[]) =>
    findings
      .map((one) => /^missing: the customer (\w+) has the same email as (\w+)(.*)$/.exec(one))
      .find(Boolean);
  const [, seen = '', before, change] = clashIn(await verify(false)) ?? [];
  expect([before, change]).toEqual([other(seen), ': change one of them']);
  const [, loser = '', winner, advice] = clashIn(await verify(true)) ?? [];
  expect([winner, advice]).toEqual([other(loser), ', which has claimed it: change one of them']);
  const { customers } = open();
  await changeDocument(customers, loser, { contentOf: ({ name }) => ({ name, email: 'b@x.org' }) });
  expect(await verify(true)).toEqual([]);
});

test('claims and counts that earlier code has left are found, and claims are deleted', async () => {
  const { customer, order } = await addOrder(open(), email);
  await changeDocument(earlier().customers, customer, { contentOf: ({ name }) => ({ name }) });
  await removeDocument(earlier().orders, order);
  expect(await verify(true)).toEqual([
    `malformed: it counts 1 that refer to ${customer}, and there are 0`,
    `superfluous: the customer ${customer} has another email, or none; repaired`,
  ]);
  await engine.client.send(
    new UpdateCommand({
      ...key(customer, 'holds'),
      UpdateExpression: 'SET #count = :zero',
      ExpressionAttributeNames: { '#count': 'count' },
      ExpressionAttributeValues: { ':zero': 0 },
    }),
  );
  await createDocument(open().customers, { name: 'Next', email });
  expect(await verify(true)).toEqual([]);
});

test('a claim of a removed document is deleted, or passes to the document with the value', async () => {
  const { _id } = await createDocument(open().customers, { name: 'Anna', email });
  await removeDocument(earlier().customers, _id);
  const { _id: next } = await createDocument(earlier().customers, { name: 'Next', email });
  expect((await verify(true)).filter((finding) => !finding.endsWith('; repaired'))).toEqual([]);
  await verify(true);
  expect(await verify(false)).toEqual([]);
  expect(await nameIn(open().customers, email)).toMatchObject({ _id: next });
});

test('a lost document is missed by its count', async () => {
  const { customer } = await addOrder(open(), email);
  await engine.client.send(new DeleteCommand(key(customer, 'document')));
  expect(await verify(false)).toContain('missing: 1 documents refer to it');
});

test('other items below the key of claims are not known, and malformed ones are named', async () => {
  const put = (pk: string, item: object) =>
    engine.client.send(new PutCommand({ TableName: tableName, Item: { pk, sk: 'unique', ...item } }));
  await put('~unique/planet.name=earth', { layout: 1 });
  await put('~unique/customer.email=x', { layout: 1 });
  expect(await verify(true)).toEqual(['malformed: it is no claim of a unique value']);
});
