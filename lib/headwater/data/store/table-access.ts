/**
 * A table, as one invocation uses it. table-reads.ts and table-writes.ts have a
 * function for each command, so a bundle contains only the commands that its
 * function sends, and the role allows no other.
 */

import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { translateAwsError } from './aws-errors.ts';
import { type Clock, systemClock } from './clock.ts';
import type { InvocationTime } from './invocation-time.ts';
import type { Payer } from './unit-account.ts';

/** An item of the table, as plain values. Check it after reading: any software may have written it. */
export type Item = Readonly<Record<string, unknown>>;

export interface TableOptions extends Partial<Clock> {
  /** The time limits of the invocation. Without them every attempt may take `maxAttemptMs`. */
  readonly time?: InvocationTime | undefined;
  /** The owner who pays for what is read; nobody by default. */
  readonly payer?: Payer | undefined;
}

export interface TableAccess {
  readonly client: DynamoDBDocumentClient;
  readonly tableName: string;
  readonly time: InvocationTime | undefined;
  readonly clock: Clock;
  readonly turns: Turns;
  readonly payer: Payer | undefined;
}

/** Each command in flight has a socket of its own. */
const maxCommandsAtOnce = 32;

/** Opens a table that runs at most `maxCommandsAtOnce` commands at the same time. */
export function accessTable(
  client: DynamoDBDocumentClient,
  tableName: string,
  {
    time,
    payer,
    now = systemClock.now,
    random = systemClock.random,
    pause = systemClock.pause,
  }: TableOptions = {},
): TableAccess {
  const turns = new Turns(maxCommandsAtOnce);
  return { client, turns, tableName, time, payer, clock: { now, random, pause } };
}

/**
 * Pauses before another try for a random part of `ms`, so that functions that were refused together do not retry together.
 *
 * @throws ServiceError timeout.
 */
export function rest({ clock, time }: TableAccess, ms: number): Promise<void> {
  return translated(clock.pause(ms * clock.random(), time?.signal));
}

/** How often a write is sent that meets another one, or busy partitions. */
export const maxTries = 14;

/** The pause before another try doubles from the first to the last. */
const pauseMs = { first: 20, last: 640 } as const;

/** Pauses between the tries of a write. @param tries How many were sent. @throws ServiceError timeout. */
export function restBetweenTries(table: TableAccess, tries: number): Promise<void> {
  return rest(table, Math.min(pauseMs.first * 2 ** tries, pauseMs.last));
}

/** @param service The AWS service that gets the request. @throws ServiceError in place of an error of AWS. */
export async function translated<T>(sent: Promise<T>, service: 'table' | 'kinesis' = 'table'): Promise<T> {
  try {
    return await sent;
  } catch (error) {
    throw translateAwsError(error, service);
  }
}

/** Limits the number of concurrent commands. The others wait in order of arrival. */
class Turns {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(free: number) {
    this.#free = free;
  }

  async take<T>(run: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free--;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await run();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free++;
    }
  }
}
