/**
 * Forwards the documents of a stream: in order, at least once.
 *
 * It sends one chunk of documents after the other, and notes its progress under a lease (../leases/lease.ts) in between. So
 * every chunk begins where all documents before it have arrived, and no document overtakes an unsettled push. What a chunk
 * becomes is up to the delivery: a record of Kinesis, or a bulk request of a search engine.
 */

import { writeJson } from 'headwater/json';
import { writeLog } from 'headwater/log';
import { type Item, ignoreTransient, isTransient, numbersOf } from 'headwater/table';
import type { ForwardMark } from '../leases/forwarded-streams.ts';
import { changeLease, type HeldLease, type LeaseChange, takeLease } from '../leases/lease.ts';
import type { LogContext, LogName, LogRecord, RecordDocument } from '../log/log-types.ts';
import { type LogState, readState, settledState } from '../log/read/log-state.ts';
import { readLog } from '../log/read/read-log.ts';

/** A document of a log. */
export interface LoggedDocument extends LogName, Pick<LogRecord, 'position' | 'at' | 'revision'> {
  readonly part?: string | undefined;
  /** Undefined if the record has the document no more. */
  readonly document: RecordDocument['document'] | undefined;
}

interface ChunkedDocument extends LoggedDocument {
  readonly bytes: Uint8Array;
}

export interface Chunk {
  readonly documents: readonly ChunkedDocument[];
  /** The first position of a record that is not complete: all of its documents come again after a crash. */
  readonly next: number;
  /** The number of documents of records that are complete with this chunk. */
  readonly completed: number;
}

/** What the item of the stream notes of a chunk that was sent. */
interface SentChunk extends Pick<LeaseChange, 'set' | 'remove'> {
  /** The number of documents that the engine has refused for good: the log has them as failures. */
  readonly refused?: number;
}

/** Documents that come before those behind the mark. */
interface DueDocuments {
  readonly documents: readonly LoggedDocument[];
  /** Called when all of them have arrived. */
  readonly end: () => Promise<unknown>;
}

/** How the documents of logs are delivered to one target. */
export interface Delivery {
  /** The key of the item that notes how far the records of a log are forwarded. */
  readonly keyOf: (log: LogName) => Item;
  readonly encode: (document: LoggedDocument) => Uint8Array;
  /** The limits of a chunk. */
  readonly maxBytes: number;
  readonly maxDocuments?: number;
  /** The bytes that a chunk needs for each document, besides its own. */
  readonly overhead?: number;
  /** Finds documents before the mark that must be sent again. By default there are none. */
  readonly findDue?: (log: LogContext, mark: ForwardMark) => Promise<DueDocuments | undefined>;
  /**
   * @param state The item of the stream.
   * @throws ServiceError unavailable, timeout; what the target refuses for good.
   */
  readonly send: (log: LogContext, chunk: Chunk, state: Item) => Promise<SentChunk>;
  /** What the item notes of a failure, and the pause before the next request. */
  readonly failure: (
    error: unknown,
    state: Item,
    now: number,
  ) => Pick<LeaseChange, 'set'> & { readonly restMs: number };
}

interface ForwardTask {
  readonly log: LogContext;
  readonly delivery: Delivery;
  /** Called after each read: true leaves the rest to the next call. */
  readonly isEnough: () => boolean;
}

/**
 * `done`: everything is forwarded. `waiting`: another function forwards, or the target is busy. `more`: it can continue
 * now.
 */
type ForwardEnd = 'done' | 'waiting' | 'more';

/** Whether the items show that there is something to forward. */
export function hasNews(mark: ForwardMark, log: LogState): boolean {
  return log.isUnsettled || mark.position < log.settled || missedOf(mark, log) > 0;
}

/** @throws ServiceError unavailable, timeout; what the target refuses for good. */
export async function forwardStream(task: ForwardTask): Promise<ForwardEnd> {
  const { log, delivery } = task;
  const held = await takeLease(log, delivery.keyOf(log));
  if (!held) return 'waiting';
  try {
    return await forwardHeld(task, held);
  } catch (error) {
    // The lease becomes free when it expires.
    if (isTransient(error)) return 'waiting';
    throw error;
  }
}

async function forwardHeld(task: ForwardTask, first: HeldLease): Promise<ForwardEnd> {
  for (let held: HeldLease | undefined = first; held; ) {
    const next: HeldLease | ForwardEnd | undefined = await forwardNext(task, held);
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
async function forwardNext(task: ForwardTask, held: HeldLease): Promise<HeldLease | ForwardEnd | undefined> {
  const { log, delivery, isEnough } = task;
  const due = await delivery.findDue?.(log, markOf(held));
  const put = due ? await forwardDue(task, held, due) : await forwardRead(task, held);
  if (!put || typeof put === 'string' || !isEnough()) return put;
  return (await changeLease(log, put, { set: {}, lease: free })) ? 'more' : 'waiting';
}

/** Their position is not the mark's, which stays. */
async function forwardDue(
  task: ForwardTask,
  held: HeldLease,
  { documents, end }: DueDocuments,
): Promise<HeldLease | 'waiting' | undefined> {
  const { position } = markOf(held);
  const { chunks } = chunksOf(task.delivery, documents);
  const put = await putChunks(
    task,
    held,
    chunks.map((chunk) => ({ ...chunk, next: position, completed: 0 })),
  );
  if (put && put !== 'waiting') await end();
  return put;
}

async function forwardRead(task: ForwardTask, first: HeldLease): Promise<HeldLease | ForwardEnd | undefined> {
  const { log, delivery } = task;
  const { owner, stream } = log;
  const mark = markOf(first);
  // Reservations that crashed pushes have left must not delay others.
  const logState = await settledState(log).catch(async (error) => {
    ignoreTransient(error);
    return readState(log);
  });
  const { settled } = logState;
  if (mark.position >= settled) return endForwarding(log, first, missedOf(mark, logState));
  const { documents, next } = await readUnforwarded(task, mark.position, settled);
  const { chunks, tooLarge } = chunksOf(delivery, documents);
  for (const position of tooLarge)
    writeLog('ERROR', { owner, stream, position, message: 'The document is too large to be forwarded.' });
  const held = await putChunks(task, first, chunks);
  if (!held || held === 'waiting' || markOf(held).position >= next) return held;
  return changeLease(log, held, { set: { position: next }, lease: 'kept' });
}

const free = { restMs: 0 } as const;

/** @returns undefined if another function has taken over the lease. */
async function putChunks(
  task: ForwardTask,
  first: HeldLease,
  chunks: readonly Chunk[],
): Promise<HeldLease | undefined | 'waiting'> {
  let held: HeldLease | undefined = first;
  for (const chunk of chunks) {
    const put: HeldLease | undefined | 'waiting' = await putChunk(task, held, chunk);
    if (!put || put === 'waiting') return put;
    held = put;
  }
  return held;
}

async function putChunk(
  { log, delivery }: ForwardTask,
  held: HeldLease,
  chunk: Chunk,
): Promise<HeldLease | undefined | 'waiting'> {
  const { item } = held;
  let sent: SentChunk;
  try {
    sent = await delivery.send(log, chunk, item);
  } catch (error) {
    const { set, restMs } = delivery.failure(error, item, log.now());
    await changeLease(log, held, { set, lease: { restMs } });
    if (isTransient(error)) return 'waiting';
    throw error;
  }
  const { set, remove = [], refused = 0 } = sent;
  const forwarded = markOf(held).forwarded + chunk.completed - refused;
  return changeLease(log, held, { set: { position: chunk.next, forwarded, ...set }, remove, lease: 'kept' });
}

async function endForwarding(log: LogContext, held: HeldLease, missed: number): Promise<ForwardEnd> {
  const set = missed > 0 ? { missed: markOf(held).missed + missed } : {};
  if (!(await changeLease(log, held, { set, lease: free }))) return 'waiting';
  const message =
    'Records were not forwarded: they had expired, a replay had dropped them, or they are too large.';
  if (missed > 0) writeLog('ERROR', { owner: log.owner, stream: log.stream, missed, message });
  return 'done';
}

/** The number of stored records that were not forwarded, once the end of the log is reached. */
function missedOf({ position, forwarded, missed }: ForwardMark, log: LogState): number {
  const isKnown = log.settled === log.next && position >= log.next;
  return isKnown ? Math.max(0, log.records - forwarded - missed) : 0;
}

function markOf({ item }: HeldLease): ForwardMark {
  return numbersOf(item, ['position', 'forwarded', 'missed']);
}

interface ReadDocuments {
  readonly documents: readonly LoggedDocument[];
  /** The first position that was not read. */
  readonly next: number;
}

/** Reads documents from a position on, up to the size of one chunk. @param to The first position that must not be read. */
async function readUnforwarded(
  { log, delivery: { maxBytes, maxDocuments = Number.MAX_SAFE_INTEGER } }: ForwardTask,
  from: number,
  to: number,
): Promise<ReadDocuments> {
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
      return bytes < maxBytes && found.length < maxDocuments && seen < to;
    },
  });
  const next = typeof end.reason === 'object' ? end.reason.position : end.reason === 'taken' ? seen : to;
  return { documents: loggedDocuments(log, found), next: Math.min(next, to) };
}

/** The documents of records, in their order. */
export function loggedDocuments(
  { owner, stream }: LogName,
  records: readonly LogRecord[],
): readonly LoggedDocument[] {
  return records.flatMap(({ position, at, revision, documents }) =>
    documents.map((one) => ({ owner, stream, position, at, revision, ...one })),
  );
}

interface ChunkedDocuments {
  readonly chunks: readonly Chunk[];
  /** Positions of documents that are too large for a chunk. */
  readonly tooLarge: readonly number[];
}

function chunksOf(
  { encode, maxBytes, maxDocuments = Number.MAX_SAFE_INTEGER, overhead = 0 }: Delivery,
  found: readonly LoggedDocument[],
): ChunkedDocuments {
  const chunks: { documents: ChunkedDocument[]; next: number; completed: number }[] = [];
  const tooLarge: number[] = [];
  let left = 0;
  let open = 0;
  for (const [index, one] of found.entries()) {
    const { position } = one;
    const bytes = encode(one);
    const size = bytes.length + overhead;
    let chunk = chunks.at(-1);
    if (size > maxBytes) tooLarge.push(position);
    else {
      if (!chunk || size > left || chunk.documents.length >= maxDocuments) {
        chunk = { documents: [], next: position, completed: 0 };
        chunks.push(chunk);
        left = maxBytes;
      }
      chunk.documents.push({ ...one, bytes });
      left -= size;
      open++;
    }
    const isLast = found[index + 1]?.position !== position;
    if (!isLast || !chunk) continue;
    chunk.next = position + 1;
    chunk.completed += open;
    open = 0;
  }
  return { chunks, tooLarge };
}
