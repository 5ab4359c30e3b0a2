/**
 * A table, as one invocation uses it. table-reads.ts and table-writes.ts have a
 * function for each command, so that the bundle of a function contains those
 * that it sends, and its role allows no other.
 */

import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { translateAwsError } from './aws-errors.ts';
import { type Clock, pauseAbout, systemClock } from './clock.ts';
import type { InvocationTime } from './invocation-time.ts';

/** An item of the table, as plain values. Whoever reads it checks it: anybody may have written it. */
export type Item = Readonly<Record<string, unknown>>;

export interface TableOptions extends Partial<Pick<Clock, 'random' | 'pause'>> {
  /** Of the invocation. Without it every attempt may take `maxAttemptMs`. */
  readonly time?: InvocationTime | undefined;
}

export interface TableAccess {
  readonly client: DynamoDBDocumentClient;
  readonly tableName: string;
  readonly time: InvocationTime | undefined;
  readonly clock: Clock;
  readonly turns: Turns;
}

/** Each command in flight has a socket of its own. */
export const maxCommandsAtOnce = 32;

/** No more than `maxCommandsAtOnce` commands run at the same time. */
export function accessTable(
  client: DynamoDBDocumentClient,
  tableName: string,
  { time, random = systemClock.random, pause = systemClock.pause }: TableOptions = {},
): TableAccess {
  const turns = new Turns(maxCommandsAtOnce);
  return { client, turns, tableName, time, clock: { ...systemClock, random, pause } };
}

/** Waits about so long before another try; half of the pause is random. @throws ServiceError timeout. */
export function rest({ clock, time }: TableAccess, ms: number): Promise<void> {
  return translated(pauseAbout(clock, ms, time?.signal));
}

/** @param service Of AWS, which is asked. @throws ServiceError in place of an error of AWS. */
export async function translated<T>(sent: Promise<T>, service: 'table' | 'kinesis' = 'table'): Promise<T> {
  try {
    return await sent;
  } catch (error) {
    throw translateAwsError(error, service);
  }
}

/** Lets so many run at once. The others wait in the order in which they came. */
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
