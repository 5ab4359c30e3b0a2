/**
 * Forwards the documents of a stream to a Kinesis data stream: in order, at least once.
 *
 * It puts one Kinesis record after the other, and notes its progress under a lease (../leases/lease.ts) in between. So
 * every record begins where all documents before it have arrived. A reader that skips positions not greater than the
 * stream's last one gets each document once, in order. No document overtakes an unsettled push.
 */

import { ignoreTransient, isTransient } from '../../../data/store/aws-errors.ts';
import { writeJson } from '../../../shared/json/lossless-json.ts';
import { omitUndefined } from '../../../shared/json/omit-undefined.ts';
import { writeLog } from '../../../shared/log.ts';
import { type ForwardedStream, parseRegistered } from '../leases/forwarded-streams.ts';
import { changeLease, type HeldLease, takeLease } from '../leases/lease.ts';
import { forwardedKey } from '../log/begin-log.ts';
import { type LogState, readState, settledState } from '../log/log-state.ts';
import type { LogContext, LogRecord } from '../log/log-types.ts';
import { readLog } from '../log/read-log.ts';
import { aggregatedRecord, aggregateOverhead, recordOverhead } from './aggregated-record.ts';

export interface RecordToPut {
  readonly partitionKey: string;
  readonly data: Uint8Array;
  /** The sequence number of the preceding record. */
  readonly after: string | undefined;
}

export interface Target {
  readonly arn: string;
  /** @returns its sequence number. @throws ServiceError unavailable, timeout; what Kinesis refuses for good. */
  readonly put: (record: RecordToPut) => Promise<string>;
}

interface ForwardTask {
  readonly log: LogContext;
  readonly target: Target;
  /** Called after each record: true leaves the rest to the next call. */
  readonly isEnough: () => boolean;
}

/**
 * `done`: everything is forwarded. `waiting`: another function forwards, or Kinesis is busy. `more`: it can continue
 * now.
 */
type ForwardEnd = 'done' | 'waiting' | 'more';

/** The pause before a busy data stream gets another request. */
const restMs = 1_000;

/** Whether the items show that there is something to forward. */
export function hasNews(state: ForwardedStream, log: LogState): boolean {
  return log.isUnsettled || state.position < log.settled || missedOf(state, log) > 0;
}

/** @throws ServiceError unavailable, timeout; what Kinesis refuses for good. */
export async function forwardStream(forwarding: ForwardTask): Promise<ForwardEnd> {
  const { log } = forwarding;
  const held = await takeLease(log, forwardedKey(log));
  if (!held) return 'waiting';
  try {
    return await forwardHeld(forwarding, held);
  } catch (error) {
    // The lease becomes free when it expires.
    if (isTransient(error)) return 'waiting';
    throw error;
  }
}

async function forwardHeld(forwarding: ForwardTask, first: HeldLease): Promise<ForwardEnd> {
  for (let held: HeldLease | undefined = first; held; ) {
    const next: HeldLease | ForwardEnd | undefined = await forwardNext(forwarding, held);
    if (typeof next === 'string') return next;
    held = next;
  }
  // Another function has taken over the lease.
  return 'waiting';
}

/**
 * Forwards the result of one read.
 *
 * @returns the lease for the next read; undefined if another function has taken it over.
 */
async function forwardNext(
  forwarding: ForwardTask,
  first: HeldLease,
): Promise<HeldLease | ForwardEnd | undefined> {
  const { log, isEnough } = forwarding;
  const { owner, stream } = log;
  const state = stateOf(first);
  // Reservations that crashed pushes have left must not delay others.
  const logState = await settledState(log).catch(async (error) => {
    ignoreTransient(error);
    return readState(log);
  });
  const { settled } = logState;
  if (state.position >= settled) return endForwarding(log, first, missedOf(state, logState));
  const { chunks, tooLarge, next } = await readUnforwarded(log, state.position, settled);
  for (const position of tooLarge)
    writeLog('ERROR', { owner, stream, position, message: 'The document is too large to be forwarded.' });
  let held: HeldLease | undefined = first;
  for (const chunk of chunks) {
    const put: HeldLease | undefined | 'waiting' = await putChunk(forwarding, held, chunk);
    if (!put || put === 'waiting') return put;
    held = put;
  }
  if (stateOf(held).position < next)
    held = await changeLease(log, held, { set: { position: next }, lease: 'kept' });
  if (!held || !isEnough()) return held;
  return (await changeLease(log, held, { set: {}, lease: free })) ? 'more' : 'waiting';
}

const free = { restMs: 0 } as const;

/** @returns undefined if another function has taken over the lease. */
async function putChunk(
  { log, target }: ForwardTask,
  held: HeldLease,
  { documents, next, completed }: DocumentChunk,
): Promise<HeldLease | undefined | 'waiting'> {
  const state = stateOf(held);
  let sequence: string;
  try {
    const after = state.target === target.arn ? state.sequence : undefined;
    sequence = await target.put({
      partitionKey: log.stream,
      data: aggregatedRecord(log.stream, documents),
      after,
    });
  } catch (error) {
    await changeLease(log, held, { set: {}, lease: { restMs } });
    if (isTransient(error)) return 'waiting';
    throw error;
  }
  const forwarded = state.forwarded + completed;
  return changeLease(log, held, {
    set: { position: next, forwarded, sequence, target: target.arn },
    lease: 'kept',
  });
}

async function endForwarding(log: LogContext, held: HeldLease, missed: number): Promise<ForwardEnd> {
  const set = missed > 0 ? { missed: stateOf(held).missed + missed } : {};
  if (!(await changeLease(log, held, { set, lease: free }))) return 'waiting';
  const message =
    'Records were not forwarded: they had expired, a replay had dropped them, or they are too large.';
  if (missed > 0) writeLog('ERROR', { owner: log.owner, stream: log.stream, missed, message });
  return 'done';
}

/** The number of stored records that were not forwarded, once the end of the log is reached. */
function missedOf({ position, forwarded, missed }: ForwardedStream, log: LogState): number {
  const isKnown = log.settled === log.next && position >= log.next;
  return isKnown ? Math.max(0, log.records - forwarded - missed) : 0;
}

function stateOf({ item }: HeldLease): ForwardedStream {
  const state = parseRegistered(item);
  if (!state) throw new Error(`The item ${String(item['pk'])} ${String(item['sk'])} is not a stream.`);
  return state;
}

/** The quota of a Kinesis record, including its partition key. */
const maxRecordBytes = 1_048_576;
const maxBytes = maxRecordBytes - aggregateOverhead;

interface DocumentChunk {
  readonly documents: readonly Uint8Array[];
  /** The first position of a record that is not complete: all of its documents come again after a crash. */
  readonly next: number;
  /** The number of documents of records that are complete with this chunk. */
  readonly completed: number;
}

interface UnforwardedDocuments {
  readonly chunks: readonly DocumentChunk[];
  /** Positions of documents that are too large for a record. */
  readonly tooLarge: readonly number[];
  /** The first position that was not read. */
  readonly next: number;
}

/** Reads documents from a position on, up to the size of one Kinesis record. @param to The first position that must not be read. */
async function readUnforwarded(log: LogContext, from: number, to: number): Promise<UnforwardedDocuments> {
  const found: LogRecord[] = [];
  let bytes = 0;
  let seen = from;
  const end = await readLog(log, {
    from,
    isNewestFirst: false,
    take: ({ records }) => {
      const wanted = records.filter(({ position }) => position < to);
      found.push(...wanted);
      bytes += wanted.reduce((sum, { documents }) => sum + Buffer.byteLength(writeJson(documents)), 0);
      seen = (records.at(-1)?.position ?? seen) + 1;
      return bytes < maxBytes && seen < to;
    },
  });
  const next = typeof end.at === 'object' ? end.at.position : end.at === 'taken' ? seen : to;
  return { ...chunksOf(log, found), next: Math.min(next, to) };
}

function documentsOf({ position, at, documents }: LogRecord) {
  const last = documents.length - 1;
  return documents.map((one, index) => ({ position, at, ...one, isLast: index === last }));
}

function chunksOf(
  { owner, stream }: LogContext,
  found: readonly LogRecord[],
): Omit<UnforwardedDocuments, 'next'> {
  const chunks: { documents: Uint8Array[]; next: number; completed: number }[] = [];
  const tooLarge: number[] = [];
  let left = 0;
  let open = 0;
  for (const { position, at, part, document, isLast } of found.flatMap(documentsOf)) {
    const pushed = new Date(at).toISOString();
    const line = { owner, stream, position, ...omitUndefined({ part }), pushed, document };
    // Each document ends with a line break, so Firehose writes one per line.
    const text = Buffer.from(`${writeJson(line)}\n`);
    const size = text.length + recordOverhead;
    if (size > maxBytes) tooLarge.push(position);
    else {
      if (chunks.length === 0 || size > left) {
        chunks.push({ documents: [], next: position, completed: 0 });
        left = maxBytes;
      }
      chunks.at(-1)?.documents.push(text);
      left -= size;
      open++;
    }
    const chunk = chunks.at(-1);
    if (!isLast || !chunk) continue;
    chunk.next = position + 1;
    chunk.completed += open;
    open = 0;
  }
  return { chunks, tooLarge };
}
