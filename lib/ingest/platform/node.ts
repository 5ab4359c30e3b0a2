/** What the engine asks of Node.js. `portable.ts` is the same for all other hosts. */

import { isUtf8 } from 'node:buffer';
import { Script } from 'node:vm';

/** The hash functions, as Node.js names them. */
export type HashName = 'md5' | 'sha1' | 'sha256' | 'sha512';

/** A hash in the making. */
export interface RunningHash {
  /** @param data A text stands for its bytes in UTF-8. */
  update(data: string | Uint8Array): RunningHash;
  digest(encoding: 'base64'): string;
}

export function createHash(name: HashName): RunningHash {
  // Loaded when it is used: the import takes as long as the rest of the engine.
  return process.getBuiltinModule('node:crypto').createHash(name);
}

const { byteLength } = Buffer;

/** Counting bytes is twice as fast as a regular expression. */
export function isAscii(text: string): boolean {
  return byteLength(text) === text.length;
}

/** @param text One character for each byte. @returns undefined if the bytes are not UTF-8. */
export function decodeUtf8(text: string): string | undefined {
  const bytes = Buffer.from(text, 'latin1');
  return isUtf8(bytes) ? bytes.toString() : undefined;
}

/** The time since some moment, in milliseconds. `performance` would load a module of Node.js first, for 1 ms. */
export function clockMs(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1_000 + nanoseconds / 1_000_000;
}

/** The processor's time that this thread has had, in milliseconds. */
export function processorMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** Node.js interrupts a script that it runs; a call from outside is not limited. */
const key = Symbol.for('headwater.preprocessors.work');
const holder = globalThis as { [key]?: (() => void) | undefined };
let script: Script | undefined;

/** @returns False when the time was over before the end. Within another run, that one is interrupted: its limit covers both. */
export function interruptible(loop: () => void, limitMs: number): boolean {
  if (holder[key]) {
    loop();
    return true;
  }
  script ??= new Script('globalThis[Symbol.for("headwater.preprocessors.work")]()');
  const limited = script;
  holder[key] = loop;
  try {
    limited.runInThisContext({ timeout: Math.max(1, Math.ceil(limitMs)) });
    return true;
  } catch (cause) {
    if (isTimeout(cause)) return false;
    throw cause;
  } finally {
    holder[key] = undefined;
  }
}

function isTimeout(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
}
