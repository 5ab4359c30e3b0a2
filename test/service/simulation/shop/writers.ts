/** What the writers of the shop do, and what the oracle expects of it. */

import type { Customer, Order } from '../../../support/shop-types.ts';
import type { Chance } from '../chance.ts';
import { codeOf, isInDoubt } from '../subject.ts';
import type { Ended, ShopOracle } from './oracle.ts';
import type { Shop } from './run.ts';

/** Shared by all processes of a run. */
export interface Counter {
  readonly chance: Chance;
  readonly oracle: ShopOracle;
  /** Numbers changes. */
  readonly nextChange: () => number;
  /** The ids that clients know of. */
  readonly customers: string[];
  readonly products: string[];
  readonly orders: string[];
}

const addresses = ['a', 'b', 'c', undefined];
const refusals = [
  ...['email_taken', 'out_of_stock', 'customer_in_use', 'not_found', 'write_conflict', 'state_conflict'],
  ...['request_in_progress', 'idempotency_key_reused'],
];

export async function writeOnce(counter: Counter, shop: Shop): Promise<void> {
  const { chance } = counter;
  const kind = chance.number();
  if (counter.customers.length === 0 || kind < 0.15) return createCustomer(counter, shop);
  if (kind < 0.3) return changeCustomer(counter, shop);
  if (kind < 0.4) return removeCustomer(counter, shop);
  if (kind < 0.5) return swapAddresses(counter, shop);
  if (counter.orders.length === 0 || kind < 0.75) return placeOrder(counter, shop);
  if (kind < 0.85) return archiveOrder(counter, shop);
  if (kind < 0.93) return moveOrder(counter, shop);
  return cancelOrder(counter, shop);
}

function createCustomer(counter: Counter, { subject, customers }: Shop): Promise<void> {
  const { chance } = counter;
  return attempt(counter, async (change) => {
    const { _id } = await subject.createDocument(customers, customerOf(chance, change));
    counter.customers.push(_id);
  });
}

function customerOf(chance: Chance, change: number): Pick<Customer, 'name' | 'email'> {
  const { email } = chance.pick(addresses.map((email) => ({ email })));
  return { name: `c${change}`, ...(email === undefined ? {} : { email }) };
}

function changeCustomer(counter: Counter, { subject, customers }: Shop): Promise<void> {
  const { chance } = counter;
  const id = chance.pick(counter.customers);
  return attempt(counter, async (change) => {
    const content = customerOf(chance, change);
    await subject.changeDocument(customers, id, {
      contentOf: ({ spent }) => ({ ...content, ...(spent === undefined ? {} : { spent }) }),
    });
  });
}

async function removeCustomer(counter: Counter, shop: Shop): Promise<void> {
  const { subject, customers } = shop;
  const { chance } = counter;
  const id = chance.pick(counter.customers);
  // An archived order keeps no customer, and a customer has spent what its orders make.
  await attempt(counter, async () => subject.removeDocument(customers, id), { isNumbered: false });
  if (chance.of(0.5)) await renewCustomer(counter, shop, id);
}

/** Creates a removed customer again, under its id. */
function renewCustomer(counter: Counter, { subject, customers }: Shop, id: string): Promise<void> {
  const { chance } = counter;
  const check = (current: Customer | undefined) => {
    if (current) throw new subject.ServiceError('state_conflict', 'The customer is there.');
  };
  return attempt(counter, (change) =>
    subject.putDocument(customers, id, { content: customerOf(chance, change), check }),
  );
}

/** Two customers exchange their addresses in one write. */
function swapAddresses(counter: Counter, { subject, customers }: Shop): Promise<void> {
  const { chance } = counter;
  const [one, other] = [chance.pick(counter.customers), chance.pick(counter.customers)];
  if (one === other) return Promise.resolve();
  return attempt(
    counter,
    async () => {
      const [first, second] = await Promise.all([one, other].map((id) => subject.getDocument(customers, id)));
      const give = (id: string, email: string | undefined) =>
        subject.changeOf(customers, id, {
          contentOf: ({ name, spent }) => ({
            name,
            ...(spent === undefined ? {} : { spent }),
            ...(email === undefined ? {} : { email }),
          }),
        });
      await subject.writeTogether([give(one, second?.email), give(other, first?.email)]);
    },
    { isNumbered: false },
  );
}

function placeOrder(counter: Counter, { subject, customers, products, orders, keys }: Shop): Promise<void> {
  const { chance } = counter;
  const customer = chance.pick(counter.customers);
  const product = chance.pick(counter.products);
  const quantity = chance.whole(1, 3);
  const isKeyed = chance.of(0.5);
  return attempt(counter, async (change) => {
    const total = 1_000 * change + quantity;
    const request = { operation: 'place', key: `order ${change}`, fingerprint: 'f', remainingMs: 1_000 };
    const content = { customer, items: [{ product, quantity }], total, state: 'placed' } as const;
    const place = () =>
      subject.writeTogether([
        subject.creationOf(orders, content, isKeyed ? { claim: keys.prepare(request) } : {}),
        subject.adjustmentOf(
          products,
          product,
          { stock: -quantity },
          { least: 0, problem: subject.outOfStock },
        ),
        subject.adjustmentOf(customers, customer, { spent: total }),
      ]);
    const [{ _id }] = await place().catch((error) => {
      // A client that heard nothing sends its request again.
      if (!isKeyed || !isInDoubt(error)) throw error;
      return place().catch(() => Promise.reject(error));
    });
    counter.orders.push(_id);
  });
}

function archiveOrder(counter: Counter, { subject, orders }: Shop): Promise<void> {
  const id = counter.chance.pick(counter.orders);
  const contentOf = (order: Order): Order => ({ ...order, state: 'archived' });
  return attempt(counter, () => subject.changeDocument(orders, id, { contentOf }), { isNumbered: false });
}

/** To another customer, with what it costs. */
function moveOrder(counter: Counter, { subject, customers, orders }: Shop): Promise<void> {
  const { chance } = counter;
  const id = chance.pick(counter.orders);
  const customer = chance.pick(counter.customers);
  const change = () =>
    subject.changeDocument(orders, id, {
      contentOf: (order) => ({ ...order, customer }),
      besideOf: (current) => [
        subject.adjustmentOf(customers, current.customer, { spent: -current.total }),
        subject.adjustmentOf(customers, customer, { spent: current.total }),
      ],
    });
  return attempt(counter, change, { isNumbered: false });
}

/** Returns the pieces. */
function cancelOrder(counter: Counter, { subject, customers, products, orders }: Shop): Promise<void> {
  const id = counter.chance.pick(counter.orders);
  const cancel = () =>
    subject.removeDocument(orders, id, {
      besideOf: ({ customer, items, total }) => [
        ...items.map(({ product, quantity }) => subject.adjustmentOf(products, product, { stock: quantity })),
        subject.adjustmentOf(customers, customer, { spent: -total }),
      ],
    });
  return attempt(counter, cancel, { isNumbered: false });
}

/** @param isNumbered Whether the change writes its number into the document. */
async function attempt(
  { oracle, nextChange }: Counter,
  run: (change: number) => Promise<unknown>,
  { isNumbered = true } = {},
): Promise<void> {
  const change = nextChange();
  const note = (ended: Ended) => isNumbered && oracle.note(change, ended);
  // In case that the process crashes.
  note('unknown');
  note(await outcomeOf(() => run(change)));
}

async function outcomeOf(run: () => Promise<unknown>): Promise<Ended> {
  try {
    await run();
    return 'made';
  } catch (error) {
    if (refusals.includes(codeOf(error) ?? '')) return 'not made';
    if (isInDoubt(error)) return 'unknown';
    throw error;
  }
}
