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
 * - A put entry is renewed even when an earlier write of the same next revision
 *   has put it: its new `w` keeps readers from taking the old one away. Of two
 *   writes within one second either may have the last word: they are as old.
 * - An entry of a later revision stays as it is (`r`), and so does one that a
 *   later write of the same revision has put: a request that arrives late must
 *   not make the entry of a running write look older than it is.
 * - A write that loses takes nothing away: the winner may need the same entry.
 *
 * What a crash or a lost race has left is taken away by whoever reads it
 * (candidates.ts): at once when the source has reached the entry's revision, as
 * the write that put it can no longer be done; else once it is older than any
 * write that may still arrive. That no write comes later is not left to chance:
 * one that has been held up, in a function that was frozen say, finds that its
 * entries are too old and ends before (2); and a request that the network has
 * held up is refused by AWS when it is more than 15 minutes old.
 *
 * **A write knows itself again.** When the answer to (2) is lost, the SDK sends
 * it again, and the second answer is that the condition fails: the source has
 * the new revision already. So after a failed condition the source is read, and
 * its item says which writes made it: the last eight, because others may have
 * replaced this one's revision by now. Only a write that is not among them has
 * lost. It is done anew before anything else is checked, so that nobody is told
 * of a conflict with himself.
 *
 * **A deleted source leaves an item**, without a text, for a day. So a deletion
 * knows itself again as well; and a request that arrives late, as the first of
 * two that the SDK has sent to create the source, does not bring it back
 * without its entries.
 */

import { ServiceError } from '../errors.ts';
import { deleteOlderEntry, putEntry, stampOf } from '../search/index/index-entries.ts';
import { termsOf } from '../search/index/index-terms.ts';
import { isPassing } from '../store/aws-errors.ts';
import { timeOfId } from '../store/ids.ts';
import type { TableAccess } from '../store/table-access.ts';
import {
  deleteSource,
  getSource,
  maxWrites,
  parseStored,
  putNewSource,
  replaceSource,
  type Stored,
  type StoredSource,
} from './source-items.ts';
import type { SourceContent, SourceRecord } from './source-record.ts';

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
  /** By which it is known in what is stored. */
  readonly write: string;
  readonly result: T;
  /** Takes away what only older revisions needed. */
  readonly cleanUp: () => Promise<void>;
}

/** From a write's entries to its source; the gateway waits for 30 s. */
const maxWriteMs = 30_000;

/** https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-troubleshooting.html: AWS refuses what is older. */
const maxRequestMs = 15 * 60_000;

/** Older entries are not those of a running write, even if clocks differ by as much as a write may take. */
export const maxEntryMs = maxRequestMs + 2 * maxWriteMs;

/** How long what is left of a source stays. */
const remainsSeconds = 24 * 3600;

/** How often a change is tried anew when others change the same source at the same time. */
const maxTries = 10;

export async function findSource(
  { table, tableName }: WriteContext,
  id: string,
): Promise<Stored | undefined> {
  const item = await table.get(getSource(tableName, id));
  return item && parseStored(item);
}

/** @param reservedId Of this very source: what is there under it already is what an earlier try has created. */
export async function createSource(
  context: WriteContext,
  content: SourceContent,
  reservedId?: string,
): Promise<SourceRecord> {
  const _id = reservedId ?? context.newId();
  // The id says when, so that lists by time and lists by id are the same.
  const created = new Date(timeOfId(_id)).toISOString();
  const record: SourceRecord = { _id, created, updated: created, revision: 1, ...content };
  const earlier = reservedId === undefined ? undefined : await findSource(context, reservedId);
  if (earlier) return earlier.record ?? record;
  const write = context.newId();
  const request = putNewSource(context.tableName, { record, writes: [write] });
  await putEntries(context, record, termsOf(record), write);
  checkTime(context, write);
  if (await context.table.put(request)) return record;
  const stored = await findSource(context, _id);
  if (stored?.writes.includes(write)) return record;
  if (stored && reservedId !== undefined) return stored.record ?? record;
  const detail = 'A source of the same new id was created at the same time; send it again.';
  throw new ServiceError('already_exists', detail);
}

/** Reads the source and changes it; when another was faster, reads it again. */
export async function untilDone<T>(context: WriteContext, id: string, attempt: Attempt<T>): Promise<T> {
  let sent: Sent<T> | undefined;
  for (let tries = 0; tries <= maxTries; tries++) {
    const current = await findSource(context, id);
    if (sent && current?.writes.includes(sent.write)) return finish(sent);
    if (!current?.record) throw new ServiceError('not_found', `There is no source ${id}.`);
    if (tries === maxTries) break;
    sent = await attempt({ ...current, record: current.record });
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
    writes: lastWrites(write, writes),
  });
  const [before, after] = [new Set(termsOf(current)), new Set(termsOf(record))];
  await putEntries(context, record, [...after.difference(before)], write);
  checkTime(context, write);
  return {
    isAccepted: await context.table.put(request),
    write,
    result: record,
    cleanUp: () => deleteEntries(context, record, [...before.difference(after)]),
  };
}

export async function sendDeletion(
  context: WriteContext,
  { record, writes }: StoredSource,
): Promise<Sent<void>> {
  const { table, tableName, now, newId } = context;
  const write = newId();
  const expiresAt = Math.ceil(now() / 1000) + remainsSeconds;
  const remains = { record, writes: lastWrites(write, writes) };
  const next = { ...record, revision: record.revision + 1 };
  return {
    isAccepted: await table.put(deleteSource(tableName, remains, expiresAt)),
    write,
    result: undefined,
    cleanUp: () => deleteEntries(context, next, termsOf(record)),
  };
}

function lastWrites(write: string, earlier: readonly string[]): string[] {
  return [write, ...earlier].slice(0, maxWrites);
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
  // An entry that a later write has put by now stays.
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
