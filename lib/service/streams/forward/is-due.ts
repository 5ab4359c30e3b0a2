import type { LogName } from '../log/log-types.ts';

/** A run looks at one in so many of the streams, since each costs half a read unit, and the table's stream tells of changes. */
const runsForAll = 10;

/**
 * Whether this run looks at the stream: it is its turn, or its last attempt has not ended.
 *
 * @param now Milliseconds since 1970. The turn changes with each run, whether runs are a minute apart or, locally, a second.
 */
export function isDue(
  { stream, attempts }: Pick<LogName, 'stream'> & { readonly attempts: number },
  now: number,
): boolean {
  const run = (Math.floor(now / 60_000) + Math.floor(now / 1_000)) % runsForAll;
  return attempts > 0 || Number.parseInt(stream.slice(-6), 16) % runsForAll === run;
}
