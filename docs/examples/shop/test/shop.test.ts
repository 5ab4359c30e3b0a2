import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { dataOf } from 'headwater/client';
import { streamEvent, testService } from 'headwater/testing';
import type { Client } from '#generated/client.ts';

const service = await testService<Client>({ now: '2026-03-01T12:00:00Z' });
after(service.close);
const site = await service.withKey({ scopes: ['shop'] });
const { customer, product, order, sales } = site.client;

const ann = await dataOf(customer.createCustomer({ body: { name: 'Ann', email: 'ann@example.com' } }));

const offer = (stock: number) =>
  dataOf(product.createProduct({ body: { name: 'Kettle', price: 2450, stock } }));

const stockOf = async (id: string) => (await dataOf(product.getProduct({ id }))).stock;

const place = (id: string, quantity: number) =>
  order.placeOrder({ body: { customer: ann._id, items: [{ product: id, quantity }] } });

test('everybody reads products, and a program with a key does the rest', async () => {
  assert.equal((await service.fetch('/v1/product')).status, 200);
  assert.equal((await service.fetch('/v1/sales')).status, 401);
  assert.equal((await site.fetch('/v1/sales')).status, 200);
});

test('a query that is not valid is refused with its problem', async () => {
  const answer = product.listProducts({ query: 'price:[1 TO' });
  await assert.rejects(dataOf(answer), /400: The query is not valid/);
});

test('an e-mail address belongs to one customer, in any letter case', async () => {
  const second = customer.createCustomer({ body: { name: 'Anna', email: 'ANN@example.com' } });
  await assert.rejects(dataOf(second), /409: The e-mail address belongs to another customer/);
});

test('a changed e-mail address is claimed, and the former one is free', async () => {
  const register = (email: string) => dataOf(customer.createCustomer({ body: { name: 'Bob', email } }));
  const change = (id: string, email: string) => dataOf(customer.changeCustomer({ id, body: { email } }));
  const { _id } = await register('bob@example.com');
  await assert.rejects(change(_id, 'ANN@example.com'), /409: The e-mail address belongs to another customer/);
  assert.equal((await change(_id, 'Bob@Example.com')).email, 'Bob@Example.com');
  await assert.rejects(register('bob@example.com'), /409/);

  assert.equal((await change(_id, 'robert@example.com')).email, 'robert@example.com');
  await assert.rejects(register('Robert@example.com'), /409/);
  await register('bob@example.com');
});

test('of two customers who race for an e-mail address, one gets it', async () => {
  const racers = await Promise.all(
    ['c1@example.com', 'c2@example.com'].map((email) =>
      dataOf(customer.createCustomer({ body: { name: 'Cleo', email } })),
    ),
  );
  const answers = await Promise.all(
    racers.map(({ _id }) => customer.changeCustomer({ id: _id, body: { email: 'cleo@example.com' } })),
  );
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409]);
});

test('a patch of other members keeps the e-mail address, and removes no required one', async () => {
  const renamed = await dataOf(customer.changeCustomer({ id: ann._id, body: { name: 'Anna' } }));
  assert.deepEqual([renamed.name, renamed.email], ['Anna', 'ann@example.com']);
  const body = JSON.stringify({ email: null });
  const headers = { 'content-type': 'application/merge-patch+json' };
  const refused = await site.fetch(`/v1/customer/${ann._id}`, { method: 'PATCH', headers, body });
  assert.equal(refused.status, 400);
});

test('the e-mail address of a removed customer is free', async () => {
  const body = { name: 'Eve', email: 'eve@example.com' };
  const { _id } = await dataOf(customer.createCustomer({ body }));
  await dataOf(customer.removeCustomer({ id: _id }));
  assert.equal((await customer.getCustomer({ id: _id })).status, 404);
  assert.equal((await customer.createCustomer({ body })).status, 201);
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
  await assert.rejects(dataOf(ordered), /404: Not found: There is no customer 000000000000000000000000/);
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
    assert.deepEqual(await service.invoke('background-countSale', delivery), { batchItemFailures: [] });
  const [today] = await dataOf(sales.listSales());
  assert.deepEqual(today, { day: '2026-03-09', orders: 1, total: 7350 });
});

test('a picture is shown as it was uploaded', async () => {
  const { _id } = await offer(1);
  const path = `/v1/product/${_id}/picture`;
  assert.equal((await service.fetch(path)).status, 404);

  const body = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
  const uploaded = await site.fetch(path, {
    method: 'PUT',
    headers: { 'content-type': 'image/png' },
    body,
  });
  assert.equal(uploaded.status, 204);
  const shown = await service.fetch(path);
  assert.equal(shown.headers.get('content-type'), 'image/png');
  assert.deepEqual(new Uint8Array(await shown.arrayBuffer()), body);
});
