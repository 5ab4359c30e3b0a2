/**
 * Writes of any number of documents as one transaction: all of them are made, or none. A write of one document is the case of
 * one.
 *
 * Each try reads what the writes change, and requires in the transaction that nobody has changed it since. If somebody has, the next
 * try reads it again.
 */

import { ServiceError } from '../../../shared/errors.ts';
import { ignoreTransient } from '../../store/aws-errors.ts';
import { bytesOf } from '../../store/item-size.ts';
import { type Item, rest, type TableAccess } from '../../store/table-access.ts';
import { type ItemChange, maxChanges, transact } from '../../store/transactions.ts';
import type { GuardedChange } from '../document-rule.ts';
import { mergeChanges } from './merge-changes.ts';

/** A change of an item of your own, in the transaction of a document. */
export interface Beside {
  readonly change: ItemChange;
  /** Called if the condition of the change fails: makes the error to throw. Without an error, the write starts over. */
  readonly refusal?: () => ServiceError | undefined | Promise<ServiceError | undefined>;
}

/** The claim of an Idempotency-Key that the transaction of a new document makes (store/idempotency). */
export interface DocumentClaim {
  readonly reservedId: string;
  /** An `ItemChange`. It comes through the context of a handler (run/http), whose types do not know the table. */
  readonly change: object | undefined;
  takeOver(): Promise<void>;
}

/** A write of a document that is not yet made: `creation` and the like make one. */
export interface DocumentWrite<Result> {
  readonly table: TableAccess;
  /** The document, for messages, such as `the bookmark 6955…`. */
  readonly subject: string;
  /** The claim that the write makes of an Idempotency-Key. */
  readonly claim?: DocumentClaim | undefined;
  /** Reads what the write needs. Undefined if it must start over. */
  readonly prepare: (attempt: WriteAttempt) => Promise<Prepared<Result> | undefined>;
  /** What the write has made if an earlier request has made it, with all others. */
  readonly recover: (attempt: WriteAttempt) => Promise<Result>;
}

export type Write<Result = unknown> = DocumentWrite<Result> | Beside;

/** What the tries of a write share. */
export interface WriteAttempt {
  /** What an earlier try has found nowhere (`RuledWrite`). */
  readonly skipped: Set<string>;
  /** Whether other documents are written, too: one of an older version is then stored anew beforehand. */
  readonly isShared?: boolean;
  /** Whether the write is made beside another one, whose result counts. */
  readonly isBeside?: boolean;
  /** The id of a new document, by its place among the writes. */
  readonly idOf?: ((place: number) => string) | undefined;
  readonly place: number;
}

/** The changes of one try. */
export interface Prepared<Result> {
  readonly changes: readonly GuardedChange[];
  readonly result: Result;
  /** The number of changes of postings. */
  readonly postings: number;
}

interface SendOptions {
  readonly idOf?: WriteAttempt['idOf'];
  readonly isShared?: boolean;
}

/** The result of each write, or what an earlier request has made of one of them, and so of all. */
export type Sent = { readonly results: readonly unknown[] } | { readonly earlier: unknown };

/** How often a write is tried when others change the same document at the same time. */
const maxTries = 14;

/** The pause before another try doubles from the first to the last. */
const pauseMs = { first: 20, last: 640 } as const;

/** Makes a single write. @throws as `sendWrites`. */
export async function sendWrite<Result>(write: DocumentWrite<Result>): Promise<Result> {
  const sent = await sendWrites([write], write);
  // The only write has the result of its type.
  return ('earlier' in sent ? sent.earlier : sent.results.at(0)) as Result;
}

/**
 * Makes all writes, or none.
 *
 * @param first The first write of a document.
 * @throws ServiceError write_conflict, too_many_changes before anything is written, content_too_large, unavailable, timeout,
 * refusals, and what the callbacks of the writes throw.
 */
export async function sendWrites(
  writes: readonly Write[],
  { table, subject }: Pick<DocumentWrite<unknown>, 'table' | 'subject'>,
  { idOf, isShared = false }: SendOptions = {},
): Promise<Sent> {
  const attempt: WriteAttempt = { skipped: new Set(), isShared, idOf, place: 0 };
  for (let tries = 0; tries < maxTries; tries++) {
    const prepared = await prepareAll(writes, attempt);
    const sent = prepared && (await send({ table, subject }, prepared));
    if (sent) return sent;
    await rest(table, Math.min(pauseMs.first * 2 ** tries, pauseMs.last));
  }
  const others = writes.length > 1 ? ', or what is written with it,' : '';
  const detail = `Others changed ${subject}${others} ${maxTries} times in the meantime; send it again.`;
  throw new ServiceError('write_conflict', detail);
}

interface AllPrepared extends Omit<Prepared<unknown>, 'result'> {
  readonly results: readonly unknown[];
}

/** Undefined if a write must start over. */
export async function prepareAll(
  writes: readonly Write[],
  attempt: WriteAttempt,
): Promise<AllPrepared | undefined> {
  const prepared = await Promise.all(
    writes.map((write, place) =>
      'change' in write
        ? { changes: [write], result: undefined, postings: 0 }
        : write.prepare({ ...attempt, place }),
    ),
  );
  if (!prepared.every((one) => one !== undefined)) return undefined;
  return {
    changes: prepared.flatMap(({ changes }) => changes),
    results: prepared.map(({ result }) => result),
    postings: prepared.reduce((sum, { postings }) => sum + postings, 0),
  };
}

/** @returns undefined if the writes must start over. */
async function send(
  { table, subject }: Pick<DocumentWrite<unknown>, 'table' | 'subject'>,
  { changes: all, results, postings }: AllPrepared,
): Promise<Sent | undefined> {
  const changes = mergeChanges(all.filter(({ isAfterwards }) => !isAfterwards));
  checkSize(changes, { subject, postings });
  const isReread = (at: number) => changes[at]?.isReread === true;
  const failed = await transact(
    table,
    changes.map(({ change }) => change),
    { isReread },
  );
  if (failed.length === 0) {
    await makeAfterwards(table, all);
    return { results };
  }
  // Whatever else has failed, it was made for another state of the document.
  if (failed.some(isReread)) return undefined;
  const decisive = failed.find((at) => changes[at]?.isDecisive);
  for (const at of decisive === undefined ? failed : [decisive]) {
    const refusal = await changes[at]?.refusal?.(table);
    if (refusal instanceof ServiceError) throw refusal;
    if (refusal) return refusal;
  }
  return undefined;
}

/** The write is made whatever becomes of them. */
async function makeAfterwards(table: TableAccess, all: readonly GuardedChange[]): Promise<void> {
  const changes = all.filter(({ isAfterwards }) => isAfterwards);
  await Promise.all(changes.map(({ change }) => transact(table, [change]).catch(ignoreTransient)));
}

/** https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html */
const maxTransactionBytes = 4 * 1024 * 1024;

/** @throws ServiceError too_many_changes, content_too_large. */
function checkSize(
  changes: readonly GuardedChange[],
  { subject, postings }: { readonly subject: string; readonly postings: number },
): void {
  const others = changes.length - postings;
  if (changes.length > maxChanges) throw tooManyChanges(subject, { postings, others });
  const bytes = changes.reduce((sum, { change }) => sum + bytesOfItem(change.Put?.Item ?? {}), 0);
  if (bytes <= maxTransactionBytes) return;
  const detail = `The documents of one write take ${bytes} bytes to store; a transaction has at most ${maxTransactionBytes}.`;
  throw new ServiceError('content_too_large', detail, { members: { max_bytes: maxTransactionBytes } });
}

/** The most changes of a transaction besides postings that a write of one document usually has. */
const fewOthers = 3;

function tooManyChanges(
  subject: string,
  { postings, others }: { readonly postings: number; readonly others: number },
): ServiceError {
  const detail =
    others > fewOthers
      ? `The write of ${subject} changes ${postings + others} items, ${postings} of them for searched words, tags and the like, and a transaction changes at most ${maxChanges}; write some of the documents in a second request.`
      : `The change adds and removes ${postings} searched words, tags and the like of ${subject}, and one request can change about ${maxChanges - fewOthers}; change some of them in a first request, and the others in a second.`;
  return new ServiceError('too_many_changes', detail);
}

function bytesOfItem(item: Item): number {
  return Object.entries(item).reduce(
    (sum, [name, value]) => sum + name.length + (value instanceof Uint8Array ? value.length : bytesOf(value)),
    0,
  );
}
