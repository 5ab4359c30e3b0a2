/**
 * One process: its clock, its client and its faults. Its code runs only when
 * an event resumes it, so a frozen process sees responses and time-outs late,
 * and a crashed one sees nothing.
 */

import type { Chance } from './chance.ts';
import type { Retry } from './client.ts';
import type { Faults } from './faults.ts';
import type { Network } from './network.ts';
import type { VirtualClock } from './virtual-clock.ts';

/** The attempts of the product's client (lib/headwater/data/store/client.ts). */
const maxAttempts = 3;
const attemptMs = 5_000;
const maxBackoffMs = 100;

export type Outcome = { readonly output: object } | { readonly error: Error };

export interface World {
  readonly clock: VirtualClock;
  readonly chance: Chance;
  readonly faults: Faults;
  readonly network: Network;
}

export class SimulatedProcess {
  readonly #world: World;
  readonly #skewMs: number;
  #isCrashed = false;
  #thawsAt = 0;

  constructor(world: World) {
    this.#world = world;
    const { maxSkewMs } = world.faults;
    this.#skewMs = world.chance.whole(-maxSkewMs, maxSkewMs);
  }

  get isCrashed(): boolean {
    return this.#isCrashed;
  }

  /** The time on the clock of this process. */
  readonly now = (): number => Math.floor(this.#world.clock.now) + this.#skewMs;

  readonly pause = (ms: number): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#world.clock.after(ms, () => this.#resume(resolve));
    return promise;
  };

  /** Sends a command again after a possibly transient error, like the client of the SDK. */
  readonly retry: Retry = async (attempt) => {
    let unanswered = 0;
    for (let attempts = 1; ; attempts++) {
      try {
        return noted(await attempt(), { attempts, unanswered });
      } catch (error) {
        if (nameOf(error) === 'TimeoutError') unanswered++;
        if (attempts === maxAttempts || !isTransient(error)) throw noted(error, { attempts, unanswered });
      }
      await this.pause(this.#world.chance.number() * maxBackoffMs * 2 ** attempts);
    }
  };

  readonly send = async (name: string, input: object): Promise<object> => {
    const outcome = await this.#attempt(name, input);
    if ('error' in outcome) throw outcome.error;
    return outcome.output;
  };

  #attempt(name: string, input: object): Promise<Outcome> {
    const { clock, chance, faults, network } = this.#world;
    const { promise, resolve } = Promise.withResolvers<Outcome>();
    if (chance.of(faults.crash)) this.#isCrashed = true;
    if (this.#isCrashed) return promise;
    let isSettled = false;
    const settle = (outcome: Outcome): boolean => {
      if (isSettled) return false;
      if (chance.of(faults.freeze)) this.#thawsAt = clock.now + chance.duration(1_000, faults.maxFreezeMs);
      return this.#resume(() => {
        isSettled = true;
        resolve(outcome);
      });
    };
    clock.after(attemptMs, () => settle({ error: named('TimeoutError') }));
    network.deliver({ name, input, signedAt: this.now() }, settle);
    return promise;
  }

  /** Now, or when the process thaws. */
  #resume(run: () => void): boolean {
    const { clock } = this.#world;
    if (this.#isCrashed) return false;
    if (this.#thawsAt <= clock.now) {
      run();
      return true;
    }
    clock.after(this.#thawsAt - clock.now, () => this.#resume(run));
    return false;
  }
}

/** The SDK treats these errors as throttling, or as transient. */
const transient = [
  'TimeoutError',
  'ProvisionedThroughputExceededException',
  'TransactionInProgressException',
];

function isTransient(error: unknown): boolean {
  return transient.includes(nameOf(error));
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : '';
}

/** Adds the metadata to the output of a command, or to an error. */
function noted<Result>(result: Result, $metadata: object): Result {
  const { output = result } = Object(result);
  Object.assign(output, { $metadata });
  return result;
}

function named(name: string): Error {
  return Object.assign(new Error(name), { name });
}
