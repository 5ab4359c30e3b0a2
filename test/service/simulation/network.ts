/** The way between processes and the table: requests and answers are late or lost, and busy partitions refuse. */

import type { Chance } from './chance.ts';
import type { Faults } from './faults.ts';
import { named, type Outcome } from './process.ts';
import type { Table } from './table.ts';
import type { VirtualClock } from './virtual-clock.ts';

export interface Request {
  readonly name: string;
  readonly input: object;
  /** The time by the clock of the sender. */
  readonly signedAt: number;
}

/** https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-troubleshooting.html: AWS refuses older requests. */
const maxRequestMs = 15 * 60_000;

/** How long a partition refuses before it admits requests again. */
const throttleMs = 60_000;

const minTravelMs = 1;
const maxTravelMs = 200;

export class Network {
  readonly #clock: VirtualClock;
  readonly #chance: Chance;
  readonly #faults: Faults;
  readonly #table: Table;
  /** Until when each partition refuses, by partition key. */
  readonly #busyUntil = new Map<string, number>();
  #commands = 0;

  constructor({
    clock,
    chance,
    faults,
    table,
  }: {
    readonly clock: VirtualClock;
    readonly chance: Chance;
    readonly faults: Faults;
    readonly table: Table;
  }) {
    this.#clock = clock;
    this.#chance = chance;
    this.#faults = faults;
    this.#table = table;
  }

  /** The number of commands that have reached the table. */
  get commands(): number {
    return this.#commands;
  }

  /** @param answer Returns whether it has resumed code of a process. Not called when request or answer is lost. */
  deliver(request: Request, answer: (outcome: Outcome) => boolean): void {
    if (this.#chance.of(this.#faults.lostRequest)) return;
    const isLate = this.#chance.of(this.#faults.late);
    const travel = isLate ? this.#chance.duration(1_000, this.#faults.maxLateMs) : this.#travel();
    this.#clock.after(travel, () => {
      if (Math.abs(this.#clock.now - request.signedAt) > maxRequestMs) return false;
      const outcome = this.#execute(request);
      if (!this.#chance.of(this.#faults.lostAnswer)) this.#clock.after(this.#travel(), () => answer(outcome));
      return false;
    });
  }

  #travel(): number {
    return this.#chance.duration(minTravelMs, maxTravelMs);
  }

  #execute({ name, input }: Request): Outcome {
    try {
      if (partitionsOf(input).some((pk) => this.#isBusy(pk)))
        return { error: named('ProvisionedThroughputExceededException') };
      this.#commands++;
      return { output: this.#table.execute(name, input) };
    } catch (error) {
      return { error: error as Error };
    }
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
}

/** A batch is refused as a whole when one of its partitions is busy. */
function partitionsOf(input: object): readonly string[] {
  const { Item, Key, ExpressionAttributeValues, RequestItems } = input as Readonly<
    Record<
      string,
      Record<string, { readonly S?: string; readonly Keys?: readonly { pk?: { S?: string } }[] }>
    >
  >;
  const batch = Object.values(RequestItems ?? {}).flatMap(({ Keys = [] }) => Keys.map((key) => key.pk?.S));
  const own = [Item?.['pk']?.S, Key?.['pk']?.S, ExpressionAttributeValues?.[':pk']?.S];
  return [...own, ...batch].filter((pk) => pk !== undefined);
}
