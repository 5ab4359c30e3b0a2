/** Failures that succeed now become records, at new positions: who follows the stream sees them. */

import { recordOf } from '../../samples/records/malformed.ts';
import { refuseClaimed } from '../log/claim-failures.ts';
import { parseFailures } from '../log/failure-items.ts';
import type { Append, FailureClaim, LogBatch, StoredOutcome } from '../log/log.ts';
import { failuresOf } from '../log/read-log.ts';
import { processAgain, type Replay, type ReplayEnd, type Replayed } from './replay.ts';
import { takeRecords } from './take-records.ts';

export interface FailureReplay extends Replay {
  readonly append: Append;
  /** The same for each try of one request. */
  readonly key: string | undefined;
  /** Seconds since 1970: of the new records. */
  readonly expiresAt: number;
  /** Throws when the stream takes no replays. */
  readonly checkStream?: () => void;
  /** Whether the log notes the replay even when no failure succeeds: another try with the key then has the same end. */
  readonly isNoted?: boolean;
}

/** @throws ServiceError write_conflict when another replay has the same failures, invalid_preprocessors, and what `append` throws. */
export async function replayFailures(replay: FailureReplay): Promise<ReplayEnd> {
  const { append, key } = replay;
  const { outcomes, after } = await append({ key, makeBatch: () => toBatch(replay) });
  return { replayed: outcomes.map(toReplayed), after };
}

async function toBatch(replay: FailureReplay): Promise<LogBatch> {
  const { log, range, checkStream, expiresAt, isNoted = false } = replay;
  checkStream?.();
  const { items, after = replay.next } = await takeRecords(log, {
    ...{ kind: 'failure', ...range, parse: parseFailures },
    read: (head) => failuresOf(log, head),
  });
  await refuseClaimed(
    log,
    items.map(({ head }) => head),
  );
  const outcomes = await processAgain(
    items.flatMap(({ taken }) =>
      taken.map((failure) => ({
        position: failure.position,
        record: recordOf(failure, failure.error.message),
      })),
    ),
    replay,
  );
  const done = new Set(outcomes.filter(({ status }) => status !== 'left').map(({ origin }) => origin));
  const replaces = items.flatMap(({ head: { position, claims }, taken }): FailureClaim[] => {
    const origins = taken.map((failure) => failure.position).filter((origin) => done.has(origin));
    return origins.length === 0 ? [] : [{ position, claims, origins }];
  });
  // The records were counted when they were pushed.
  return { outcomes, bytes: 0, expiresAt, replaces, after, isNoted };
}

function toReplayed({ origin = 0, status, position, error, step }: StoredOutcome): Replayed {
  return {
    ...{ origin, status: status === 'stored' || status === 'dropped' ? status : 'left' },
    ...(position === undefined ? {} : { position }),
    ...(error ? { error } : {}),
    ...(step === undefined ? {} : { step }),
  };
}
