/**
 * How a source is written, without transactions.
 *
 * A write (1) puts the index entries that the new revision needs and the one
 * before did not, (2) puts the source on the condition that nobody else has
 * changed it, (3) takes away the entries that only older revisions needed. A
 * crash in between leaves at most an entry too many, never one too few:
 * entries are there before the source that needs them and go after the last
 * one that did.
 *
 * - An entry that both revisions need is not touched: the source that is being
 *   replaced has it, and who takes it away has replaced that source before, so
 *   that this write's condition fails.
 * - A put entry is renewed even when another write of the same next revision
 *   has put it: its new `w` keeps readers from taking the old one away.
 * - An entry of a later revision stays as it is (`r`): a write that is so late
 *   will fail, and must not make the entry look older than it is.
 * - A write that loses takes nothing away: the winner may need the same entry.
 *
 * What a crash has left is taken away by whoever reads it (candidates.ts), once
 * it is older than any write that still runs. That no write runs for longer is
 * not left to chance: one that has been held up, in a function that was frozen
 * say, finds that its entries are too old and ends before (2).
 *
 * **A write knows itself again.** When the answer to (2) is lost, the SDK sends
 * it again, and the second answer is that the condition fails: the source has
 * the new revision already. So after a failed condition the source is read, and
 * its item says which writes made it: the last eight, because others may have
 * replaced this one's revision by now. Only a write that is not among them has
 * lost. It is done anew before anything else is checked, so that nobody is told
 * of a conflict with himself.
 *
 * A deletion leaves nothing to be known by. When the source was there, met the
 * preconditions, and is gone after the deletion was sent, then either this
 * deletion or another one is what took it away, at a time when this one was
 * under way: for the client both are the same, what it asked for is so.
 * "There is no such source" would be false in one of the two cases.
 */

import { ServiceError } from '../errors.ts';
import { isPassing } from './aws-errors.ts';
import { timeOfId } from './ids.ts';
import { deleteOlderEntry, putEntry, stampOf } from './index-entries.ts';
import { termsOf } from './index-terms.ts';
import {
  deleteSource,
  getSource,
  maxWrites,
  parseSource,
  putNewSource,
  replaceSource,
  type StoredSource,
} from './source-items.ts';
import type { SourceContent, SourceRecord } from './source-record.ts';
import type { TableAccess } from './table-access.ts';

export interface WriteContext {
  readonly table: TableAccess;
  readonly tableName: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly newId: () => string;
}

/** What is to become of a source; throws when it must not. */
export type Attempt<T> = (current: StoredSource) => Promise<Sent<T>>;

/** A write that was sent, whether its condition held or not. */
interface Sent<T> {
  readonly isAccepted: boolean;
  /** Whether the source, as it was found later or not at all, shows that the write was done after all. */
  readonly isSeenIn: (later: StoredSource | undefined) => boolean;
  readonly result: T;
  /** Takes away what only older revisions needed. */
  readonly cleanUp: () => Promise<void>;
}

/** From a write's entries to its source; the gateway waits for 30 s. */
const maxWriteMs = 30_000;

/** Older entries are not those of a running write, even if clocks differ by as much as a write may take. */
export const maxEntryMs = 2 * maxWriteMs;

/** How often a change is tried anew when others change the same source at the same time. */
const maxTries = 10;

export async function findSource(
  { table, tableName }: WriteContext,
  id: string,
): Promise<StoredSource | undefined> {
  const item = await table.get(getSource(tableName, id));
  return item && parseSource(item);
}

/** @param reservedId Of this very source: what is there under it already is what an earlier try has created. */
export async function createSource(
  context: WriteContext,
  content: SourceContent,
  reservedId?: string,
): Promise<SourceRecord> {
  const earlier = reservedId === undefined ? undefined : await findSource(context, reservedId);
  if (earlier) return earlier.record;
  const _id = reservedId ?? context.newId();
  // The id says when, so that lists by time and lists by id are the same.
  const created = new Date(timeOfId(_id)).toISOString();
  const record: SourceRecord = { _id, created, updated: created, revision: 1, ...content };
  const write = context.newId();
  const request = putNewSource(context.tableName, { record, writes: [write] });
  await putEntries(context, record, termsOf(record), write);
  checkTime(context, write);
  if (await context.table.put(request)) return record;
  const stored = await findSource(context, _id);
  // Nobody else knows the id: what was there and is gone has been this source.
  if (!stored || stored.writes.includes(write)) return record;
  if (reservedId !== undefined) return stored.record;
  const detail = 'A source of the same new id was created at the same time; send it again.';
  throw new ServiceError('already_exists', detail);
}

/** Reads the source and changes it; when another was faster, reads it again. */
export async function untilDone<T>(context: WriteContext, id: string, attempt: Attempt<T>): Promise<T> {
  let sent: Sent<T> | undefined;
  for (let tries = 0; tries <= maxTries; tries++) {
    const current = await findSource(context, id);
    if (sent?.isSeenIn(current)) return finish(sent);
    if (!current) throw new ServiceError('not_found', `There is no source ${id}.`);
    if (tries === maxTries) break;
    sent = await attempt(current);
    if (sent.isAccepted) return finish(sent);
  }
  throw new ServiceError(
    'write_conflict',
    `Others changed the source ${id} ${maxTries} times in the meantime; send it again.`,
  );
}

export async function sendReplacement(
  context: WriteContext,
  { record: current, writes }: StoredSource,
  content: SourceContent,
): Promise<Sent<SourceRecord>> {
  const { _id, created } = current;
  const updated = new Date(Math.max(context.now(), Date.parse(current.updated))).toISOString();
  const record: SourceRecord = { _id, created, updated, revision: current.revision + 1, ...content };
  const write = context.newId();
  const request = replaceSource(context.tableName, {
    record,
    writes: [write, ...writes].slice(0, maxWrites),
  });
  const [before, after] = [new Set(termsOf(current)), new Set(termsOf(record))];
  await putEntries(context, record, [...after.difference(before)], write);
  checkTime(context, write);
  return {
    isAccepted: await context.table.put(request),
    isSeenIn: (later) => later?.writes.includes(write) === true,
    result: record,
    cleanUp: () => deleteEntries(context, record, [...before.difference(after)]),
  };
}

export async function sendDeletion(context: WriteContext, { record }: StoredSource): Promise<Sent<void>> {
  const next = { ...record, revision: record.revision + 1 };
  return {
    isAccepted: await context.table.delete(deleteSource(context.tableName, record)),
    isSeenIn: (later) => later === undefined,
    result: undefined,
    cleanUp: () => deleteEntries(context, next, termsOf(record)),
  };
}

/** The write is done: what could not be taken away is left to readers. */
async function finish<T>({ cleanUp, result }: Sent<T>): Promise<T> {
  await cleanUp().catch(leaveToReaders);
  return result;
}

/** What passes, as an overload does, is no reason to fail for something that others will do as well. */
export function leaveToReaders(error: unknown): void {
  if (!isPassing(error)) throw error;
}

async function putEntries(
  { table, tableName }: WriteContext,
  { _id: id, revision }: SourceRecord,
  terms: readonly string[],
  write: string,
): Promise<void> {
  const stamp = stampOf(write);
  // An entry that a later revision has put by now stays: then this write is late, and its own condition will fail.
  await Promise.all(terms.map((term) => table.put(putEntry(tableName, { term, id, revision, stamp }))));
}

function checkTime({ now }: WriteContext, write: string): void {
  if (now() - timeOfId(write) <= maxWriteMs) return;
  throw new ServiceError(
    'timeout',
    'The write was held up for too long, and has not been made; send it again.',
  );
}

/** Takes away what revisions before this one wanted. */
async function deleteEntries(
  { table, tableName }: WriteContext,
  { _id: id, revision }: SourceRecord,
  terms: readonly string[],
): Promise<void> {
  await Promise.all(terms.map((term) => table.delete(deleteOlderEntry(tableName, { term, id, revision }))));
}
