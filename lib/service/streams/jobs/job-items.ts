/** The stored form of a background replay, and the requests that read and write it. Pure. */

import {
  type GetRequest,
  type Item,
  isNew,
  layoutVersion,
  numbersOf,
  ownedKey,
  type PutRequest,
  type QueryRequest,
  type UpdateRequest,
} from 'headwater/table';
import { endedLease, freeLease } from '../leases/lease.ts';
import type { LogName } from '../log/log-types.ts';
import type { ReplayCounts } from '../replay/replay.ts';

interface JobName extends LogName {
  readonly id: string;
}

export type JobState = 'running' | 'done' | 'failed' | 'cancelled';

/** The members of a problem (RFC 9457). */
export interface JobProblem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
}

export interface ReplayJob extends ReplayCounts {
  readonly id: string;
  readonly state: JobState;
  readonly isOfFailures: boolean;
  /** The first and the last position. The end is fixed when the replay is created, so that it terminates. */
  readonly from: number;
  readonly to: number;
  /** All records before this position are replayed. */
  readonly position: number;
  /** The number of the part that begins at `position`. */
  readonly part: number;
  /** The number of times that the part has been started. */
  readonly attempts: number;
  /** Whether to end before the next part. */
  readonly isCancelled: boolean;
  /** Milliseconds since 1970. */
  readonly created: number;
  readonly updated: number;
  readonly ended: number | undefined;
  /** Why the replay has failed, or why its current part has been postponed. */
  readonly problem: JobProblem | undefined;
  /** Seconds since 1970; undefined while the replay runs. */
  readonly expiresAt: number | undefined;
}

export function jobKey(name: JobName): Item {
  return { pk: jobPartition(name), sk: name.id };
}

function jobPartition({ owner, stream }: LogName): string {
  return ownedKey(owner, `replay/${stream}`);
}

export function getJob(name: JobName): GetRequest {
  return { Key: jobKey(name), ConsistentRead: true };
}

export type NewJob = Pick<
  ReplayJob,
  'id' | 'state' | 'isOfFailures' | 'from' | 'to' | 'position' | 'created' | 'expiresAt'
>;

/** Puts the replay. Fails if it exists. */
export function putJob(log: LogName, { id, isOfFailures, created, from, to, ...job }: NewJob): PutRequest {
  const isRunning = job.state === 'running';
  const progress = {
    ...job,
    updated: created,
    part: 0,
    stored: 0,
    failed: 0,
    dropped: 0,
    late: 0,
    ...(isRunning ? freeLease : { step: 0, ...endedLease, ended: created }),
  };
  const task = { from, to, failures: isOfFailures, created };
  return { Item: { ...jobKey({ ...log, id }), layout: layoutVersion, ...task, ...progress }, ...isNew };
}

/** Ends the replay, unless one of its parts may be running. */
export function cancelIdle(name: JobName, now: number, expiresAt: number): UpdateRequest {
  const set = { state: 'cancelled', updated: now, ended: now, expiresAt, ...endedLease };
  const names = Object.keys(set);
  return {
    Key: jobKey(name),
    UpdateExpression: `SET ${names.map((one) => `#${one} = :${one}`).join(', ')} ADD #step :one`,
    ConditionExpression: '#state = :running AND #attempts = :attempts',
    ExpressionAttributeNames: Object.fromEntries([...names, 'step'].map((one) => [`#${one}`, one])),
    ExpressionAttributeValues: {
      ...Object.fromEntries(Object.entries(set).map(([one, value]) => [`:${one}`, value])),
      ':one': 1,
      ':running': 'running',
    },
  };
}

/** Requests the end after the current part. Fails if the replay has ended. */
export function askToCancel(name: JobName): UpdateRequest {
  return {
    Key: jobKey(name),
    UpdateExpression: 'SET #cancel = :true',
    ConditionExpression: '#state = :running',
    ExpressionAttributeNames: { '#cancel': 'cancel', '#state': 'state' },
    ExpressionAttributeValues: { ':true': true, ':running': 'running' },
  };
}

/** The replays of a stream, newest first. @param before An id: returns only replays created before that one. */
export function queryJobs(log: LogName, before: string | undefined, limit: number): QueryRequest {
  return {
    KeyConditionExpression: before === undefined ? '#pk = :pk' : '#pk = :pk AND #sk < :before',
    ExpressionAttributeNames: { '#pk': 'pk', ...(before === undefined ? {} : { '#sk': 'sk' }) },
    ExpressionAttributeValues: {
      ':pk': jobPartition(log),
      ...(before === undefined ? {} : { ':before': before }),
    },
    ScanIndexForward: false,
    ConsistentRead: true,
    Limit: limit,
  };
}

/** Undefined if the item is not a replay but something that other software has written. */
export function parseJob(item: Item): ReplayJob | undefined {
  const { layout, sk, state, failures, problem, ended, expiresAt, cancel } = item;
  if (layout !== layoutVersion || typeof sk !== 'string' || !isState(state)) return undefined;
  return {
    id: sk,
    state,
    isOfFailures: failures === true,
    isCancelled: cancel === true,
    ...numbersOf(item, ['from', 'to', 'position', 'part', 'attempts', 'created', 'updated']),
    ...numbersOf(item, ['stored', 'failed', 'dropped', 'late']),
    ended: typeof ended === 'number' ? ended : undefined,
    // This code has written the member.
    problem: problem as JobProblem | undefined,
    expiresAt: typeof expiresAt === 'number' ? expiresAt : undefined,
  };
}

function isState(state: unknown): state is JobState {
  return ['running', 'done', 'failed', 'cancelled'].includes(String(state));
}
