/** Ids of 24 lower-case hexadecimal digits that sort by time of creation. */

import { createHash, randomUUID } from 'node:crypto';

interface IdSources {
  readonly now: () => number;
  /** 13 random hexadecimal digits. */
  readonly random: () => string;
}

const digits = 24;
const randomDigits = 13;
const randomLimit = 1n << BigInt(4 * randomDigits);
const maxSeconds = 0xffff_ffff;

export const firstId = '0'.repeat(digits);
export const lastId = 'f'.repeat(digits);

/**
 * An id has 8 digits of seconds, 3 of the milliseconds within the second, and 13
 * random digits. Within a process each id is greater than the one before it: in
 * the same millisecond, or after the clock was set back, the random part is
 * incremented.
 *
 * @example createIdGenerator()() // '65a1b2c30f4d9e0b7a6c5d21'
 */
export function createIdGenerator({
  now = Date.now,
  random = digitsOfUuid,
}: Partial<IdSources> = {}): () => string {
  let lastTime = 0;
  let lastRandom = 0n;
  return () => {
    const time = Math.max(now(), lastTime);
    const isLater = time > lastTime;
    lastTime = time;
    // Half of the range remains for increments: nobody makes 2^51 ids in a millisecond.
    lastRandom = isLater ? BigInt(`0x${random()}`) % (randomLimit / 2n) : lastRandom + 1n;
    return timeDigits(time) + hex(lastRandom, randomDigits);
  };
}

/** The id of a document that clients name; it says nothing about the time. @example idOfName('a') // 'ca978112ca1bbdcafac231b3' */
export function idOfName(name: string): string {
  return createHash('sha256').update(name).digest('hex').slice(0, digits);
}

export function isId(text: string): boolean {
  return /^[0-9a-f]{24}$/.test(text);
}

/** The first id that can be made at this time or later; undefined after the last possible time. */
export function firstIdAt(time: number): string | undefined {
  if (time > maxSeconds * 1000 + 999) return undefined;
  return timeDigits(Math.max(0, Math.ceil(time))) + '0'.repeat(randomDigits);
}

/** The next greater or next smaller id, or position of a list, of as many digits; undefined at the end. */
export function neighbourId(id: string, step: 1 | -1): string | undefined {
  if ((step === 1 ? /^f+$/ : /^0+$/).test(id)) return undefined;
  return hex(BigInt(`0x${id}`) + BigInt(step), id.length);
}

function timeDigits(time: number): string {
  return hex(Math.floor(time / 1000), 8) + hex(time % 1000, 3);
}

/** Takes digits of a UUID that are random (RFC 9562 section 5.4). Node.js makes 128 UUIDs at once; random bytes take five times as long. */
function digitsOfUuid(): string {
  const uuid = randomUUID();
  return uuid.slice(0, 1) + uuid.slice(-12);
}

function hex(value: number | bigint, length: number): string {
  return value.toString(16).padStart(length, '0');
}
