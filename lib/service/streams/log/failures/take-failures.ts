/** Takes failures for a replay, which stores those that succeed in a batch that replaces them. */

import { failuresOf } from '../batch-records.ts';
import { parseFailures } from '../failure-items.ts';
import type { FailuresAsRead, LogContext, LogFailure } from '../log-types.ts';
import { maxReplaced } from '../write/commit-batch.ts';
import { refuseClaimed } from '../write/earlier-pushes.ts';
import { type ReplayRange, takeRecords } from '../write/take-records.ts';

/** Failures of one item. */
interface TakenFailures extends Pick<FailuresAsRead, 'position' | 'revision'> {
  readonly taken: readonly LogFailure[];
}

/** @throws ServiceError write_conflict if a replay by earlier code has claimed some of them. */
export async function takeFailures(
  log: LogContext,
  range: ReplayRange,
): Promise<{ readonly items: readonly TakenFailures[]; readonly after: number | undefined }> {
  const { items, after } = await takeRecords(log, {
    ...range,
    kind: 'failure',
    maxItems: maxReplaced,
    parse: parseFailures,
    read: (head) => failuresOf(log, head),
  });
  await refuseClaimed(
    log,
    items.map(({ head }) => head),
  );
  return {
    items: items.map(({ head: { position, revision }, taken }) => ({ position, revision, taken })),
    after,
  };
}
