/** The way between processes and the table: requests and answers are late or lost, and busy partitions refuse. */

import type { Chance } from './chance.ts';
import type { Faults } from './faults.ts';
import type { Outcome } from './process.ts';
import type { Key } from './stored-items.ts';
import { refusal, Table, type TableOptions } from './table.ts';
import type { VirtualClock } from './virtual-clock.ts';

export interface Request {
  readonly name: string;
  readonly input: object;
  /** The time by the clock of the sender. */
  readonly signedAt: number;
}

/**
 * DynamoDB refuses older requests (https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv.html). A repeated create that
 * arrives ten minutes late would find its token forgotten, and could bring a deleted document back.
 */
const maxRequestMs = 5 * 60_000;

/** How long a partition refuses before it admits requests again. */
const throttleMs = 60_000;

const maxTravelMs = 200;
const maxWorkMs = 50;

interface NetworkOptions extends Pick<TableOptions, 'onCommit'> {
  readonly clock: VirtualClock;
  readonly chance: Chance;
  readonly faults: Faults;
}

export class Network {
  readonly table: Table;
  readonly #clock: VirtualClock;
  readonly #chance: Chance;
  readonly #faults: Faults;
  /** Until when each partition refuses, by partition key. */
  readonly #busyUntil = new Map<string, number>();
  #commands = 0;

  constructor({ clock, chance, faults, onCommit = () => undefined }: NetworkOptions) {
    this.#clock = clock;
    this.#chance = chance;
    this.#faults = faults;
    this.table = new Table({
      onCommit,
      now: () => clock.now,
      pick: (low, high) => chance.whole(low, high),
    });
  }

  /** The number of commands that have reached the table. */
  get commands(): number {
    return this.#commands;
  }

  /** @param answer Returns whether it has resumed code of a process. Not called when request or answer is lost. */
  deliver(request: Request, answer: (outcome: Outcome) => boolean): void {
    const { lostRequest, lostAnswer, late, maxLateMs, slow, maxSlowMs } = this.#faults;
    if (this.#chance.of(lostRequest)) return;
    const isLate = this.#chance.of(late);
    const travelMs = isLate ? this.#chance.duration(1_000, maxLateMs) : this.#travelMs();
    this.#clock.after(travelMs, () => {
      if (Math.abs(this.#clock.now - request.signedAt) > maxRequestMs) return false;
      const workMs = this.#chance.duration(1, this.#chance.of(slow) ? maxSlowMs : maxWorkMs);
      const begun = outcomeOf(() => this.#begin(request));
      this.#clock.after(workMs, () => {
        const ended = 'error' in begun ? begun : outcomeOf(begun.output);
        if (!this.#chance.of(lostAnswer)) this.#clock.after(this.#travelMs(), () => answer(ended));
        return false;
      });
      return false;
    });
  }

  #travelMs(): number {
    return this.#chance.duration(1, maxTravelMs);
  }

  #begin({ name, input }: Request): () => object {
    if (partitionsOf(input).some((pk) => this.#isBusy(pk)))
      throw refusal('ProvisionedThroughputExceededException');
    this.#commands++;
    return this.table.begin(name, input, (key) => this.#disturbance(key));
  }

  /** A partition is drawn at its first request, and again when it has admitted requests for a while. */
  #isBusy(pk: string): boolean {
    const until = this.#busyUntil.get(pk);
    const { now } = this.#clock;
    if (until !== undefined && now < until + throttleMs) return now < until;
    const isBusy = this.#chance.of(this.#faults.throttled);
    this.#busyUntil.set(pk, isBusy ? now + throttleMs : now);
    return isBusy;
  }

  #disturbance({ pk }: Key): string | undefined {
    if (this.#isBusy(pk)) return 'ThrottlingError';
    return this.#chance.of(this.#faults.conflict) ? 'TransactionConflict' : undefined;
  }
}

function outcomeOf<Output>(run: () => Output): { readonly output: Output } | { readonly error: Error } {
  try {
    return { output: run() };
  } catch (error) {
    return { error: error as Error };
  }
}

type WithPartition = Readonly<Record<string, { readonly S?: string }>>;

/** A batch is refused as a whole when one of its partitions is busy. The table refuses transactions. */
function partitionsOf(input: object): readonly string[] {
  const {
    Item,
    Key,
    ExpressionAttributeValues: values,
    RequestItems = {},
  } = input as Readonly<Record<string, WithPartition>>;
  const batches = Object.values(RequestItems) as { readonly Keys?: readonly WithPartition[] }[];
  const keys = batches.flatMap(({ Keys = [] }) => Keys);
  return [Item?.['pk'], Key?.['pk'], values?.[':pk'], ...keys.map(({ pk }) => pk)].flatMap(
    (value) => value?.S ?? [],
  );
}
