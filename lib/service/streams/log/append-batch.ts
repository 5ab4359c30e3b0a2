/**
 * Appends a batch to a log in DynamoDB, as one unit and without transactions. docs/service/streams.md lists the steps, and what
 * a crash or a lost response leaves: a batch is in the log or never will be, whatever clocks show and however late a
 * request arrives.
 */

import { numberOf } from '../../../data/store/attributes.ts';
import { ignoreTransient, isRefused } from '../../../data/store/aws-errors.ts';
import { timeOfId } from '../../../data/store/ids.ts';
import { isNew, layoutVersion, ownedKey } from '../../../data/store/layout.ts';
import type { Item } from '../../../data/store/table-access.ts';
import { type GetRequest, getItem } from '../../../data/store/table-reads.ts';
import { type PutRequest, putItem } from '../../../data/store/table-writes.ts';
import { changeItem } from '../../../data/store/update-item.ts';
import { ServiceError } from '../../../shared/errors.ts';
import { omitUndefined } from '../../../shared/json/omit.ts';
import { putFilter } from './batch-filter.ts';
import { endOf, getBatch, parseBatch, putBatch, type StoredBatch } from './batch-items.ts';
import { beginEarlierLog } from './begin-log.ts';
import { claimAll } from './claim-failures.ts';
import { getHead, isHead, parseHead, type Reservation, reservePositions } from './log-head.ts';
import {
  type AppendRequest,
  type AppendResult,
  type LogBatch,
  type LogContext,
  type LogName,
  maxPushMs,
  type StoredOutcome,
} from './log-types.ts';
import { type PackedBatch, packBatch, putParts, toStored } from './pack-batch.ts';
import { rangeOf, unpackText } from './pack-rows.ts';
import { settleBatch, settleOld, voidBatch } from './settle-batch.ts';

/** A binding outlives its idempotency key. */
const bindingSeconds = 25 * 3_600;

/**
 * @throws ServiceError content_too_large before anything is written, request_in_progress, write_conflict if another
 * replay has claimed a replaced failure since, unavailable, timeout, and the errors of `makeBatch`.
 */
export async function appendBatch(log: LogContext, { key, makeBatch }: AppendRequest): Promise<AppendResult> {
  const earlier = key === undefined ? undefined : await findEarlier(log, key);
  if (earlier?.batch) return concluded(log, earlier.batch);
  const batch = await makeBatch();
  const { outcomes, replaces = [], after, isNoted = false } = batch;
  const isLeft = outcomes.every(({ status }) => status === 'left');
  if (isLeft && !(isNoted && outcomes.length > 0)) return { outcomes: outcomes.map(toStored), after };
  const packed = packBatch(batch);
  const write = log.newId();
  const { first, open } = await reserve(log, write, packed.span);
  if (key !== undefined) await bind(log, { key, write, first, before: earlier?.write });
  await claimAll(log, { write, first }, replaces);
  const stored = await putAll(log, { write, first, packed, ...omitUndefined({ commit: batch.commit }) });
  await settleBatch(log, stored).catch(ignoreTransient);
  await settleOld(log, open).catch(ignoreTransient);
  return { outcomes: withPositions(packed.outcomes, first), after: packed.after };
}

interface Earlier {
  readonly write: string;
  /** Undefined if the batch never will be part of the log. */
  readonly batch: StoredBatch | undefined;
}

/** Finds the batch of an earlier try of the request. If it is not in the log, it is voided. */
async function findEarlier(log: LogContext, key: string): Promise<Earlier | undefined> {
  const item = await getItem(log.table, getBinding(log, key));
  if (!item) return undefined;
  const { write, first } = parseBinding(item);
  return { write, batch: await voidBatch(log, { write, first }) };
}

async function concluded(log: LogContext, batch: StoredBatch): Promise<AppendResult> {
  await settleBatch(log, batch).catch(ignoreTransient);
  const all = Array.from({ length: endOf(batch) - batch.first }, (): StoredOutcome => ({ status: 'stored' }));
  const outcomes: readonly StoredOutcome[] = batch.outcomes ? JSON.parse(unpackText(batch.outcomes)) : all;
  return { outcomes: withPositions(outcomes, batch.first), after: batch.after };
}

/** Gives the next positions to the outcomes that the log stores. */
function withPositions(outcomes: readonly StoredOutcome[], first: number): StoredOutcome[] {
  let next = first;
  return outcomes.map((outcome) => (isKept(outcome) ? { ...outcome, position: next++ } : outcome));
}

function isKept({ status }: Pick<StoredOutcome, 'status'>): boolean {
  return status === 'stored' || status === 'failed';
}

async function reserve(log: LogContext, write: string, span: number) {
  const change = () => changeItem(log.table, reservePositions(log, write, span));
  let item: Item | undefined =
    (await change()) ??
    // The response to the first attempt was lost.
    (await getItem(log.table, getHead(log)));
  if (!isHead(item) && (await beginEarlierLog(log.table, log))) item = await change();
  if (!isHead(item)) throw lostHead(log);
  const { open } = parseHead(item);
  const first = open.get(write);
  if (first === undefined) throw heldUp();
  return { first, open };
}

/** @throws ServiceError request_in_progress if another try of the request is running. */
async function bind(
  log: LogContext,
  { key, ...binding }: Reservation & { readonly key: string; readonly before: string | undefined },
): Promise<void> {
  const expiresAt = Math.ceil(log.now() / 1_000) + bindingSeconds;
  if (await putItem(log.table, putBinding(log, key, { ...binding, expiresAt }))) return;
  const item = await getItem(log.table, getBinding(log, key));
  if (item && parseBinding(item).write === binding.write) return;
  await voidBatch(log, binding);
  const detail = 'Another try of this request is running; send it again for its answer.';
  throw new ServiceError('request_in_progress', detail, { headers: { 'retry-after': '1' } });
}

function bindingKey({ owner, stream }: LogName, key: string): Item {
  return { pk: ownedKey(owner, `push/${stream}/${key}`), sk: 'push' };
}

function getBinding(log: LogName, key: string): GetRequest {
  return { Key: bindingKey(log, key), ConsistentRead: true };
}

/** Binds a request to a batch. Fails if the request is bound to another batch than `before`. */
function putBinding(
  log: LogName,
  key: string,
  {
    before,
    expiresAt,
    ...binding
  }: Reservation & { readonly before: string | undefined; readonly expiresAt: number },
): PutRequest {
  return {
    Item: { ...bindingKey(log, key), layout: layoutVersion, ...binding, expiresAt },
    ...(before === undefined
      ? isNew
      : {
          ConditionExpression: '#write = :before',
          ExpressionAttributeNames: { '#write': 'write' },
          ExpressionAttributeValues: { ':before': before },
        }),
  };
}

function parseBinding({ write, first }: Item): Reservation {
  return { write: String(write), first: numberOf(first) };
}

interface ToPut extends Reservation, Pick<LogBatch, 'commit'> {
  readonly packed: PackedBatch;
}

async function putAll(log: LogContext, toPut: ToPut): Promise<StoredBatch> {
  const { write, first, packed, commit } = toPut;
  const { counts, data, parts, failures, packedOutcomes, expiresAt, replaces, after, filter } = packed;
  const isUsual = packed.span === Math.max(1, counts.records + counts.failures);
  const batch: StoredBatch = {
    first,
    write,
    ...(isUsual ? {} : { span: packed.span }),
    at: log.now(),
    expiresAt,
    counts,
    replaces,
    replays: [],
    parts: parts.map(rangeOf),
    failureParts: failures.map(rangeOf),
    ...omitUndefined({ data, outcomes: packedOutcomes, after }),
    ...(filter ? { filtered: true } : {}),
  };
  try {
    await Promise.all([
      putParts(log, { kind: 'record', write, parts, expiresAt }),
      putParts(log, { kind: 'failure', write, parts: failures, expiresAt }),
      filter && putFilter(log, batch, filter),
    ]);
    const isLate = () => log.now() - timeOfId(write) > maxPushMs;
    const put = putBatch(log, batch);
    if (await (commit ? commit(put) : putItem(log.table, put, { isLate }))) return batch;
  } catch (error) {
    // Voided now, so that no reader waits for it.
    if (isRefused(error)) await voidBatch(log, toPut).catch(ignoreTransient);
    throw error;
  }
  const item = await getItem(log.table, getBatch(log, first));
  if (item && parseBatch(item)?.write === write) return batch;
  throw heldUp();
}

/** Positions from 0 on could be those of other records. */
function lostHead({ stream }: LogName): Error {
  const what = `The head of the log of the stream ${stream} is lost, so the push is refused and nothing is stored`;
  return new Error(`${what}: run \`npx headwater verify\`.`);
}

function heldUp(): ServiceError {
  const detail = 'The push was delayed for too long and nothing is stored; send it again.';
  return new ServiceError('unavailable', detail);
}
