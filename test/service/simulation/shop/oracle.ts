/**
 * What must be true after each commit, by the items alone. The oracle reads the members of documents and the keys of counts and claims as
 * the table has them, and nothing of the code under test.
 *
 * - Each customer with an address has the claim of it, and nobody else has one.
 * - An order has its customer and its products. A customer has the count of its orders that are not archived.
 * - The stock of a product, and all that its orders have taken, are what it began with; no stock is below 0.
 * - A customer has spent the total of its orders, but for those that a removed customer of its id has left.
 * - A change that was acknowledged was made once, one that was refused was not, and any other at most once.
 */

import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { Write } from '../table.ts';

export type Ended = 'made' | 'not made' | 'unknown';

interface Line {
  readonly product: string;
  readonly quantity: number;
}

type Members = Readonly<Record<string, unknown>>;

export const firstStock = 8;

export class ShopOracle {
  readonly violations: string[] = [];
  /** The members of documents, counts and claims, by partition and sort key. */
  readonly #items = new Map<string, Members>();
  /** How often each change was made, by the number that it writes. */
  readonly #timesMade = new Map<number, number>();
  readonly #ended = new Map<number, Ended>();
  /** The total of the orders that each customer had when it was created. */
  readonly #leftTotals = new Map<string, number>();

  readonly onCommit = (writes: readonly Write[]): void => {
    for (const { key, after } of writes) {
      const name = `${key.pk} ${key.sk}`;
      const before = this.#items.get(name);
      const members = after && unmarshall(after);
      if (members) this.#items.set(name, members);
      else this.#items.delete(name);
      const change = changeIn(members);
      if (change !== undefined && change !== changeIn(before))
        this.#timesMade.set(change, (this.#timesMade.get(change) ?? 0) + 1);
    }
    this.#expectClaims();
    this.#expectOrders();
  };

  expect(isTrue: boolean, text: () => string): void {
    if (!isTrue) this.violations.push(text());
  }

  note(change: number, ended: Ended): void {
    this.#ended.set(change, ended);
  }

  /** At the end of a run, when nothing is on its way any more. */
  expectOutcomes(): void {
    for (const [change, ended] of this.#ended) {
      const times = this.#timesMade.get(change) ?? 0;
      const isRight = ended === 'unknown' ? times <= 1 : times === (ended === 'made' ? 1 : 0);
      this.expect(isRight, () => `change ${change} ended as ${ended} and was made ${times} times`);
    }
  }

  #all(type: string, sort = 'document'): (readonly [id: string, members: Members])[] {
    const pattern = new RegExp(`^${type}/([0-9a-f]{24}) ${sort}$`);
    return [...this.#items].flatMap(([name, members]) => {
      const [, id] = pattern.exec(name) ?? [];
      return id === undefined ? [] : [[id, members] as const];
    });
  }

  #expectClaims(): void {
    const found = [...this.#items]
      .flatMap(([name, { id }]) => {
        const [, email] = /^~unique\/customer\.email=(.*) unique$/.exec(name) ?? [];
        return email === undefined ? [] : [`${email} of ${id}`];
      })
      .toSorted();
    const needed = this.#all('customer').flatMap(([id, { email }]) => (email ? [`${email} of ${id}`] : []));
    this.expect(
      found.join() === needed.toSorted().join(),
      () => `the claims are ${found}, and the addresses ${needed}`,
    );
  }

  #expectOrders(): void {
    const orders = this.#all('order').map(([, order]) => order);
    const counts = new Map(this.#all('customer', 'holds').map(([id, { count }]) => [id, count]));
    const customers = new Map(this.#all('customer'));
    for (const [id, { spent = 0 }] of customers) {
      const its = orders.filter(({ customer }) => customer === id);
      const placed = its.filter(({ state }) => state === 'placed').length;
      this.expect((counts.get(id) ?? 0) === placed, () => `${id} has ${counts.get(id)} of ${placed} orders`);
      const total = its.reduce((sum, order) => sum + Number(order['total']), 0);
      const left = this.#leftTotals.get(id) ?? total;
      this.#leftTotals.set(id, left);
      this.expect(
        spent === total - left,
        () => `${id} has spent ${spent}, and its orders make ${total - left}`,
      );
    }
    for (const id of this.#leftTotals.keys()) if (!customers.has(id)) this.#leftTotals.delete(id);
    for (const [id, { stock }] of this.#all('product')) {
      const lines = orders.flatMap(({ items }) => items as Line[]).filter(({ product }) => product === id);
      const taken = lines.reduce((sum, { quantity }) => sum + quantity, 0);
      const isRight = Number(stock) >= 0 && Number(stock) + taken === firstStock;
      this.expect(isRight, () => `${id} has ${stock} pieces, and ${taken} were taken`);
    }
    for (const { _id, customer, state } of orders)
      this.expect(
        state !== 'placed' || customers.has(String(customer)),
        () => `${_id} has lost its customer`,
      );
    for (const id of counts.keys()) this.expect(customers.has(id), () => `the count of ${id} is left`);
  }
}

/** Customers have the number in their names, orders in the first part of their totals. */
function changeIn(members: Members | undefined): number | undefined {
  const [, number] = /^c(\d+)$/.exec(String(members?.['name'])) ?? [];
  if (number !== undefined) return Number(number);
  return typeof members?.['total'] === 'number' ? Math.floor(members['total'] / 1_000) : undefined;
}
