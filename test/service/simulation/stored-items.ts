/** The items of a table in key order, with every state that they have had: a replica that lags reads an earlier one. */

import { placeAmong } from './key-order.ts';
import type { Item } from './marshalled-item.ts';

export interface Key {
  readonly pk: string;
  readonly sk: string;
}

/** The state of one key from a write on; without an item it was deleted. */
interface Version {
  readonly step: number;
  readonly item: Item | undefined;
}

interface Slot {
  readonly sk: string;
  readonly versions: Version[];
}

export function keyOf(item: Item): Key {
  const [pk, sk] = [item.pk?.S, item.sk?.S];
  if (!pk || !sk)
    throw new Error(`The keys pk and sk must be texts that are not empty: ${JSON.stringify(item)}`);
  return { pk, sk };
}

export class StoredItems {
  /** The number of writes so far. */
  #step = 0;
  readonly #partitions = new Map<string, Slot[]>();

  get step(): number {
    return this.#step;
  }

  /** @param item Undefined deletes. */
  write({ pk, sk }: Key, item: Item | undefined): void {
    const slots = this.#partitions.get(pk) ?? [];
    this.#partitions.set(pk, slots);
    const at = placeAmong(slots, sk, (slot) => slot.sk);
    const version = { step: ++this.#step, item };
    const slot = slots[at];
    if (slot?.sk === sk) slot.versions.push(version);
    else slots.splice(at, 0, { sk, versions: [version] });
  }

  /** @param step As it was after so many writes. */
  read({ pk, sk }: Key, step = this.#step): Item | undefined {
    const slots = this.#partitions.get(pk) ?? [];
    const slot = slots[placeAmong(slots, sk, (one) => one.sk)];
    return slot?.sk === sk ? itemAt(slot, step) : undefined;
  }

  /** The items of a partition by sort key. */
  partition(pk: string, step = this.#step): Item[] {
    const slots = this.#partitions.get(pk) ?? [];
    return slots.map((slot) => itemAt(slot, step)).filter((item) => item !== undefined);
  }

  partitionKeys(): string[] {
    return [...this.#partitions.keys()];
  }

  all(): Item[] {
    return this.partitionKeys().flatMap((pk) => this.partition(pk));
  }
}

function itemAt({ versions }: Slot, step: number): Item | undefined {
  return versions.findLast((version) => version.step <= step)?.item;
}
