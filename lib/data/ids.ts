/** Identifiers of 24 lower-case hexadecimal digits that sort by time of creation. */

import { randomBytes } from 'node:crypto';

export interface IdSources {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** `count` random bytes. */
  readonly random: (count: number) => Uint8Array;
}

const randomDigits = 13;
const randomLimit = 1n << BigInt(4 * randomDigits);

/**
 * 8 digits of seconds, 3 of the milliseconds within the second, 13 random. In
 * one process each id is greater than the one before it: within a millisecond,
 * or when the clock was set back, the random part counts on.
 *
 * @example createIdGenerator()() // '65a1b2c30f4d9e0b7a6c5d21'
 */
export function createIdGenerator(
  { now, random }: IdSources = { now: Date.now, random: randomBytes },
): () => string {
  let lastTime = 0;
  let lastRandom = 0n;
  return () => {
    const time = Math.max(now(), lastTime);
    const isLater = time > lastTime;
    lastTime = time;
    // Half of the range is left to count on in; 2^51 ids in a millisecond do not happen.
    lastRandom = isLater ? readRandom(random) % (randomLimit / 2n) : lastRandom + 1n;
    return `${hex(Math.floor(time / 1000), 8)}${hex(time % 1000, 3)}${hex(lastRandom, randomDigits)}`;
  };
}

function readRandom(random: IdSources['random']): bigint {
  return BigInt(`0x${Buffer.from(random(7)).toString('hex')}`);
}

function hex(value: number | bigint, digits: number): string {
  return value.toString(16).padStart(digits, '0');
}
