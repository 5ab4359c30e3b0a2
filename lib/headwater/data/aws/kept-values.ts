/** Values of other services that a container keeps. */

import { writeLog } from '../../shared/log.ts';

/** How long a value is used before it is read again, in milliseconds. */
export const keptMs = 300_000;
/** The pause before another try to read a value again. */
const retryMs = 30_000;

interface Kept {
  readonly value: Promise<string>;
  readonly until: number;
}

const kept = new Map<string, Kept>();

/**
 * Requests that run at the same time share one read. If a value cannot be read again, the earlier one stays in use, and the
 * log says why.
 *
 * @param key of the value; its name is for the log.
 */
export function keptValue(key: string, read: () => Promise<string>, name = key): Promise<string> {
  const earlier = kept.get(key);
  if (earlier && earlier.until > Date.now()) return earlier.value;
  const value = read().catch((error: unknown) => {
    if (!earlier || kept.get(key) !== own) {
      forgetValue(key);
      throw error;
    }
    const cause = error instanceof Error ? error.message : String(error);
    writeLog('ERROR', { message: `${name} cannot be read again; its earlier value stays in use.`, cause });
    kept.set(key, { value: earlier.value, until: Date.now() + retryMs });
    return earlier.value;
  });
  const own = { value, until: Date.now() + keptMs };
  kept.set(key, own);
  return value;
}

/** The next one who asks gets a value that is read anew. */
export function forgetValue(key: string): void {
  kept.delete(key);
}
