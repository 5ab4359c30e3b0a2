/** The items of a table in key order, with every state that they have had: a read may see an earlier one. */

import { placeAmong } from './key-order.ts';
import type { Item } from './marshalled-item.ts';

export interface Key {
  readonly pk: string;
  readonly sk: string;
}

interface Slot {
  readonly sk: string;
  /** The states of one key since the commits that wrote them; without an item it was deleted. */
  readonly versions: { readonly step: number; readonly item: Item | undefined }[];
}

export function keyOf(item: Item): Key {
  const [pk, sk] = [item.pk?.S, item.sk?.S];
  if (!pk || !sk)
    throw new Error(`The keys pk and sk must be texts that are not empty: ${JSON.stringify(item)}`);
  return { pk, sk };
}

export class StoredItems {
  /** The number of commits so far: the writes of a transaction are one commit. */
  #step = 0;
  readonly #partitions = new Map<string, Slot[]>();
  /** In their order, so that a page of a scan does not sort all of them. */
  readonly #partitionKeys: string[] = [];

  get step(): number {
    return this.#step;
  }

  /** @param writes Without `after` an item is deleted. */
  commit(writes: readonly { readonly key: Key; readonly after: Item | undefined }[]): void {
    this.#step++;
    for (const { key, after: item } of writes) {
      const slots = this.#partitions.get(key.pk) ?? this.#makePartition(key.pk);
      const at = placeAmong(slots, key.sk, ({ sk }) => sk);
      const version = { step: this.#step, item };
      if (slots[at]?.sk === key.sk) slots[at].versions.push(version);
      else slots.splice(at, 0, { sk: key.sk, versions: [version] });
    }
  }

  /** @param item Undefined deletes. */
  write(key: Key, item: Item | undefined): void {
    this.commit([{ key, after: item }]);
  }

  /** @param step As it was after so many commits. */
  read({ pk, sk }: Key, step = this.#step): Item | undefined {
    const slots = this.#partitions.get(pk) ?? [];
    const slot = slots[placeAmong(slots, sk, (one) => one.sk)];
    return slot?.sk === sk ? itemAt(slot, step) : undefined;
  }

  /** The items of a partition by sort key. @param stepOf Called for each item: a query sees them at different moments. */
  partition(pk: string, stepOf = () => this.#step): Item[] {
    const slots = this.#partitions.get(pk) ?? [];
    return slots.map((slot) => itemAt(slot, stepOf())).filter((item) => item !== undefined);
  }

  #makePartition(pk: string): Slot[] {
    const slots: Slot[] = [];
    this.#partitions.set(pk, slots);
    this.#partitionKeys.splice(this.#placeOf(pk), 0, pk);
    return slots;
  }

  #placeOf(pk: string): number {
    return placeAmong(this.#partitionKeys, pk, (one) => one);
  }

  /** In their order, from a key on. */
  partitionKeys(first = ''): string[] {
    return this.#partitionKeys.slice(this.#placeOf(first));
  }

  all(): Item[] {
    return this.partitionKeys().flatMap((pk) => this.partition(pk));
  }
}

function itemAt({ versions }: Slot, step: number): Item | undefined {
  return versions.findLast((version) => version.step <= step)?.item;
}
