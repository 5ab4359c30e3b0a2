/** Stores failures that succeed now as records at new positions, so that followers of the stream see them. */

import { recordOf } from '@headwater/ingest/records';
import { omitUndefined } from 'headwater/json';
import { takeFailures } from '../log/failures/take-failures.ts';
import {
  type AppendResult,
  type FailuresAsRead,
  type LogBatch,
  type LogContext,
  type StoredOutcome,
  toStored,
} from '../log/log-types.ts';
import { appendBatch } from '../log/write/append-batch.ts';
import { findAppended } from '../log/write/request-bindings.ts';
import { processAgain, type Replay, type ReplayEnd, type ReplayedRecord } from './replay.ts';

interface FailureReplay extends Replay {
  /** The same key for each try of one request. */
  readonly key: string | undefined;
  /** Seconds since 1970: the expiry of the new records. */
  readonly expiresAt: number;
  /** Throws if the stream accepts no replays. */
  readonly checkStream?: () => void;
  /** Whether to log the replay even if no failure succeeds, so that another try with the key has the same result. */
  readonly isNoted?: boolean;
}

/**
 * @throws ServiceError write_conflict if another replay has the same failures, invalid_preprocessors, and the errors of
 * `appendBatch`.
 */
export async function replayFailures(replay: FailureReplay): Promise<ReplayEnd> {
  const { log, key, isNoted = false } = replay;
  const { outcomes, after } =
    (await findAppended(log, key)) ?? (await append(log, await toBatch(replay), { key, isNoted }));
  return { replayed: outcomes.map(toReplayed), after };
}

async function append(
  log: LogContext,
  batch: LogBatch,
  { key, isNoted }: { readonly key: string | undefined; readonly isNoted: boolean },
): Promise<AppendResult> {
  const { outcomes, after } = batch;
  const isLeft = outcomes.every(({ status }) => status === 'left');
  if (isLeft && !(isNoted && outcomes.length > 0)) return { outcomes: outcomes.map(toStored), after };
  return appendBatch(log, batch, key);
}

async function toBatch(replay: FailureReplay): Promise<LogBatch> {
  const { log, range, checkStream, expiresAt } = replay;
  checkStream?.();
  const { items, after = replay.next } = await takeFailures(log, range);
  const outcomes = await processAgain(
    items.flatMap(({ taken }) =>
      taken.map((failure) => ({
        position: failure.position,
        record: recordOf(failure, failure.error.message),
        claim: failure.claim,
      })),
    ),
    replay,
  );
  const done = new Set(outcomes.filter(({ status }) => status !== 'left').map(({ origin }) => origin));
  const replaces = items.flatMap(({ position, revision, taken }): FailuresAsRead[] => {
    const origins = taken.map((failure) => failure.position).filter((origin) => done.has(origin));
    return origins.length === 0 ? [] : [{ position, revision, origins }];
  });
  // The push has already counted the records.
  return { outcomes, bytes: 0, expiresAt, replaces, after };
}

/** What has parts that still fail is a failure at its new position. */
function toReplayed({ origin = 0, status, error, ...stored }: StoredOutcome): ReplayedRecord {
  const { position, step, part, parts } = stored;
  const isDone = (status === 'stored' && !parts?.failed) || status === 'dropped';
  return {
    origin,
    status: isDone ? status : 'left',
    ...omitUndefined({ position, error, step, part, parts }),
  };
}
