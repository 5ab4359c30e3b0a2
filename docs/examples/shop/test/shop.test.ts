import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { dataOf } from 'headwater/client';
import { streamEvent, testService } from 'headwater/testing';
import type { Client } from '#generated/client.ts';

const service = await testService<Client>({ now: '2026-03-01T12:00:00Z', secrets: { links: 'a secret' } });
after(service.close);
const staff = await service.withKey({ tenant: 'shop', scopes: ['catalogue', 'admin'] });
const acme = await service.withKey({ tenant: 'acme', scopes: ['shop'] });
const globex = await service.withKey({ tenant: 'globex', scopes: ['shop'] });
const { customer, order } = acme.client;

const ann = await dataOf(customer.createCustomer({ body: { name: 'Ann', email: 'ann@example.com' } }));

const offer = (stock: number, price = 2450) =>
  dataOf(staff.client.product.createProduct({ body: { name: 'Kettle', price, stock } }));

const stockOf = async (id: string) => (await dataOf(service.client.product.getProduct({ id }))).stock;

const place = (id: string, quantity: number) =>
  order.placeOrder({ body: { customer: ann._id, items: [{ product: id, quantity }] } });

test('everybody reads the catalogue, and the staff writes it', async () => {
  const { _id } = await offer(1);
  assert.equal((await service.fetch(`/v1/product/${_id}`)).status, 200);
  const refused = acme.client.product.createProduct({ body: { name: 'Pot', price: 1, stock: 1 } });
  await assert.rejects(dataOf(refused), /403: .*lacks the scope "catalogue"/);
});

test('products are found by price, the cheapest first', async () => {
  for (const price of [99, 9, 999]) await offer(1, price);
  const { hits } = await dataOf(
    service.client.product.listProducts({ sort: 'price', min_price: 9, max_price: 99 }),
  );
  assert.deepEqual(
    hits.map(({ price }) => price),
    [9, 99],
  );
});

test('companies see neither customers nor orders of each other, and the staff sees all orders', async () => {
  const { _id: id } = await dataOf(place((await offer(1))._id, 1));
  await assert.rejects(dataOf(globex.client.customer.getCustomer({ id: ann._id })), /404/);
  await assert.rejects(dataOf(globex.client.order.getOrder({ id })), /404/);
  assert.equal((await dataOf(globex.client.order.listOrders({ state: 'placed' }))).total, 0);
  const { hits } = await dataOf(staff.client.order.listAllOrders());
  assert.deepEqual([hits[0]?.company, hits[0]?.order._id], ['acme', id]);
});

test('an e-mail address belongs to one customer of all companies, in any letter case', async () => {
  const body = { name: 'Anna', email: 'ANN@example.com' };
  await assert.rejects(
    dataOf(globex.client.customer.createCustomer({ body })),
    /409: The e-mail address belongs/,
  );
  const bob = await dataOf(customer.createCustomer({ body: { name: 'Bob', email: 'bob@example.com' } }));
  const taken = customer.changeCustomer({ id: bob._id, body: { email: 'ann@example.com' } });
  await assert.rejects(dataOf(taken), /409: The e-mail address belongs/);
  await dataOf(customer.changeCustomer({ id: bob._id, body: { email: 'robert@example.com' } }));
  await dataOf(globex.client.customer.createCustomer({ body: { name: 'Bob', email: 'bob@example.com' } }));
});

test('a customer with orders stays, and one without goes', async () => {
  await place((await offer(1))._id, 1);
  await assert.rejects(dataOf(customer.removeCustomer({ id: ann._id })), /409: The customer has orders/);
  const eve = await dataOf(customer.createCustomer({ body: { name: 'Eve', email: 'eve@example.com' } }));
  assert.equal((await customer.removeCustomer({ id: eve._id })).status, 204);
});

test('of two orders that race for the last pieces, one gets them', async () => {
  const { _id } = await offer(3);
  const answers = await Promise.all([place(_id, 2), place(_id, 2)]);
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 409]);
  assert.equal(await stockOf(_id), 1);
});

test('an order that is refused takes nothing', async () => {
  const { _id } = await offer(5);
  const items = [{ product: _id, quantity: 1 }];
  const ordered = order.placeOrder({ body: { customer: '0'.repeat(24), items } });
  await assert.rejects(dataOf(ordered), /404: Not found/);
  assert.equal(await stockOf(_id), 5);
});

test('a paid order is shipped, and no longer cancelled', async () => {
  const { _id } = await offer(1);
  const { _id: id } = await dataOf(place(_id, 1));
  await assert.rejects(dataOf(order.shipOrder({ id })), /409: .*The order is placed, not paid/);
  assert.equal((await dataOf(order.payOrder({ id }))).state, 'paid');
  await assert.rejects(dataOf(order.cancelOrder({ id })), /409: .*The order is paid, not placed/);
  assert.equal((await dataOf(order.shipOrder({ id }))).state, 'shipped');
});

test('a link shows the state of its order to everybody, and no other link does', async () => {
  const { _id: id } = await dataOf(place((await offer(1))._id, 1));
  const { path } = await dataOf(order.shareOrder({ id }));
  assert.deepEqual(await (await service.fetch(path)).json(), { state: 'placed' });
  assert.equal((await service.fetch(path.replace('acme', 'globex'))).status, 404);
});

test('an order that nobody pays within a day is cancelled, and its pieces are back', async () => {
  const { _id } = await offer(4);
  const { _id: id } = await dataOf(place(_id, 4));
  await service.invoke('background-cancelUnpaid');
  assert.equal(await stockOf(_id), 0);

  service.clock.advance('25h');
  await service.invoke('background-cancelUnpaid');
  assert.equal((await dataOf(order.getOrder({ id }))).state, 'cancelled');
  assert.equal(await stockOf(_id), 4);
});

test('a paid order counts once for its day, however often the stream delivers it', async () => {
  service.clock.advance('7d');
  const { _id } = await offer(9);
  const { _id: id } = await dataOf(place(_id, 3));
  await order.payOrder({ id });

  const delivery = streamEvent([{ pk: `sale/${id}`, sk: 'sale' }]);
  for (const _ of ['first', 'again'])
    assert.deepEqual(await service.invoke('background-noteSale', delivery), { batchItemFailures: [] });
  const sold = await dataOf(staff.client.sales.getSales({ day: '2026-03-09' }));
  assert.deepEqual(sold, { orders: 1, total: 7350 });
});

test('a picture is shown as it was uploaded', async () => {
  const { _id } = await offer(1);
  const path = `/v1/product/${_id}/picture`;
  assert.equal((await service.fetch(path)).status, 404);

  const body = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
  const headers = { 'content-type': 'image/png' };
  assert.equal((await staff.fetch(path, { method: 'PUT', headers, body })).status, 204);
  const shown = await service.fetch(path);
  assert.equal(shown.headers.get('content-type'), 'image/png');
  assert.deepEqual(new Uint8Array(await shown.arrayBuffer()), body);
});

test('each call leaves a line of the audit', async () => {
  await acme.client.order.listOrders();
  assert.match(JSON.stringify(service.logs), /"audit":"order-listOrders","owner":"[^"]+","status":200/);
});
