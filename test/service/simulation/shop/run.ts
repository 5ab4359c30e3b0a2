/** One run of the shop: writers and operators on one table, all as the seed decides. */

import type { Documents } from '../../../../lib/headwater/data/documents.ts';
import { documentClient } from '../../../../lib/headwater/data/store/client.ts';
import { createIdempotencyStore } from '../../../../lib/headwater/data/store/idempotency/idempotency-store.ts';
import { createIdGenerator } from '../../../../lib/headwater/data/store/ids.ts';
import type { Customer, Order, Product } from '../../../support/shop-types.ts';
import { Chance } from '../chance.ts';
import { simulatedClient } from '../client.ts';
import { drawFaults, type Faults } from '../faults.ts';
import { Network } from '../network.ts';
import { SimulatedProcess, type World } from '../process.ts';
import { type Host, tableName } from '../subject.ts';
import { VirtualClock } from '../virtual-clock.ts';
import { firstStock, ShopOracle } from './oracle.ts';
import type { ShopSubject } from './product.ts';
import { type Counter, writeOnce } from './writers.ts';

export interface ShopResult {
  readonly seed: number;
  readonly faults: Faults;
  readonly commands: number;
  readonly violations: readonly string[];
}

export interface Shop {
  readonly subject: ShopSubject;
  readonly customers: Documents<Customer>;
  readonly products: Documents<Product>;
  readonly orders: Documents<Order>;
  readonly keys: ReturnType<typeof createIdempotencyStore>;
  readonly verify: (chance: Chance) => Promise<number>;
}

const start = Date.UTC(2026, 0, 1);
const lags = [0, 0, 5, 20];

export async function simulateShop(seed: number, subject: ShopSubject): Promise<ShopResult> {
  const chance = new Chance(seed);
  const faults = drawFaults(chance);
  const oracle = new ShopOracle();
  const clock = new VirtualClock(start, chance.number);
  const network = new Network({ clock, chance, faults, onCommit: oracle.onCommit });
  const world: World = { clock, chance, faults, network };
  let changes = 0;
  const counter: Counter = {
    chance,
    oracle,
    nextChange: () => ++changes,
    customers: [],
    products: [],
    orders: [],
  };
  const alone = openShop(subject, chance, {
    now: () => Math.floor(clock.now),
    pause: async (ms) => clock.skip(ms),
    send: async (name, input) => network.table.execute(name, input),
  });
  for (let left = chance.whole(1, 3); left > 0; left--) {
    clock.skip(1_000);
    const { _id } = await subject.createDocument(alone.products, { name: 'lamp', stock: firstStock });
    counter.products.push(_id);
  }
  network.table.maxLag = chance.pick(lags);
  const maxPauseMs = chance.of(0.5) ? 2_000 : 20 * 60_000;
  for (let left = chance.whole(3, 9); left > 0; left--) {
    const isOperator = chance.of(0.05);
    void act(world, subject, { counter, maxPauseMs, operations: chance.whole(1, 5), isOperator });
  }
  await clock.run();
  network.table.maxLag = 0;
  oracle.expectOutcomes();
  const found = await alone.verify(chance);
  oracle.expect(found === 0, () => `verify finds ${found} in a table without damage`);
  return { seed, faults, commands: network.commands, violations: oracle.violations };
}

interface Acting {
  readonly counter: Counter;
  readonly maxPauseMs: number;
  readonly operations: number;
  readonly isOperator: boolean;
}

/** Ends early when its process crashes. */
async function act(
  world: World,
  subject: ShopSubject,
  { counter, maxPauseMs, operations, isOperator }: Acting,
): Promise<void> {
  const { chance, oracle } = counter;
  try {
    for (let done = 0; done < operations; done++) {
      const process = new SimulatedProcess(world);
      await process.pause(chance.duration(1, maxPauseMs));
      const shop = openShop(subject, chance, process);
      if (!isOperator) await writeOnce(counter, shop);
      else {
        const found = await shop.verify(chance).catch(() => 0);
        oracle.expect(found === 0, () => `verify finds ${found} while writers go on`);
      }
    }
  } catch (error) {
    oracle.expect(false, () => `a writer throws ${(error as Error).stack}`);
  }
}

function openShop(subject: ShopSubject, chance: Chance, { send, retry, now, pause }: Host): Shop {
  const clock = { now, pause, random: chance.number };
  const newId = createIdGenerator({ now, random: () => chance.digits(13) });
  const client = documentClient(simulatedClient(send, retry));
  const options = { client, tableName, ...clock, newId };
  const { customerType, productType, orderType } = subject;
  return {
    subject,
    customers: subject.openDocuments(customerType, options),
    products: subject.openDocuments(productType, options),
    orders: subject.openDocuments(orderType, options),
    keys: createIdempotencyStore(options),
    verify: async (random) => {
      const types = { documents: [customerType, productType, orderType], items: [] };
      const progress = subject.newProgress(tableName, types, random.whole(1, 3));
      const [isRepairing, unitsPerSecond] = [random.of(0.5), 1_000];
      await subject.verifyTable({ client, tableName, types, clock, isRepairing, unitsPerSecond, progress });
      return Object.values(progress.report.found).reduce((sum, count) => sum + count, 0);
    },
  };
}
