import { type DataRecord, type Failure, processorMs } from '@headwater/ingest';
import { pathHash } from '@headwater/ingest/conditions';
import type { FieldPath } from '@headwater/ingest/values';
import { ServiceError } from 'headwater/errors';
import { writeJson } from 'headwater/json';
import { type InvocationTime, ignoreTransient, isOverdrawn } from 'headwater/table';
import type { Models } from '#generated/models/stream.ts';
import { countFailures, kindsOfFailure } from './failure-counts.ts';
import {
  type ItemRecords,
  type LogContext,
  type LogEnd,
  type LogFailure,
  type LogRecord,
  recordDocuments,
} from './log/log-types.ts';
import { readFailures, readLog, readRecordAt } from './log/read/read-log.ts';
import { noteExpired } from './log/write/expire-log.ts';
import { failureHit, hitOf, type RecordHit, type RecordView, recordHits } from './record-hits.ts';
import { type PushedTimes, pushedRange, type RecordQuery, recordQuery } from './record-queries.ts';

interface PageRequest extends PushedTimes {
  readonly from?: number | undefined;
  readonly size: number;
  /** A query (docs/headwater/query.md) about documents. */
  readonly query?: string | undefined;
  readonly order: 'asc' | 'desc';
}

interface RecordRequest extends PageRequest {
  readonly view: RecordView;
}

type Page<Hit> = Omit<Models['RecordResults'], 'hits'> & { readonly hits: readonly Hit[] };

/** The most read units of records and filters that a query may use. */
const maxUnits = 800;
/** The most processor time that a query may take, in milliseconds. */
const maxQueryMs = 800;
/** The limit of a page in bytes of JSON. */
const maxPageBytes = 2_621_440;

/**
 * Notes that records have expired if the read finds that, so that later reads skip them.
 *
 * @throws ServiceError invalid_query, unavailable, timeout.
 */
export async function recordPage(
  log: LogContext,
  { view, ...request }: RecordRequest,
  time: InvocationTime,
): Promise<Models['RecordResults']> {
  const query = recordQuery(request.query, time);
  const collector = new Collector<LogRecord, RecordHit>({
    ...options(request),
    query,
    isOverdrawn: () => isOverdrawn(log.table),
    queriedOf: recordDocuments,
    hitsOf: (record, chosen) => recordHits(record, chosen, view),
  });
  const selective = query?.isSelective ? query : undefined;
  const batchQuery = selective && { needs: selective.needs, maxUnits };
  const read = { ...options(request), batchQuery, take: collector.take };
  const end = await readLog(log, read, selective && (await walkOf(selective, time)));
  if (end.expired !== undefined) await noteExpired(log, end.expired).catch(ignoreTransient);
  return collector.page(beginOf(request, end), end);
}

/** Undefined if the stage has no search engine for lists. */
async function walkOf({ fields }: RecordQuery, time: InvocationTime) {
  if (!process.env['SEARCH_LISTS']) return undefined;
  const { indexedWalk } = await import('./log/read/indexed-walk.ts');
  return indexedWalk(fields, time);
}

/** @throws ServiceError invalid_request. */
function options({ from, size, order, ...times }: PageRequest) {
  return { from, size, pushed: pushedRange(times), isNewestFirst: order === 'desc' };
}

/** The position with which a page begins. */
function beginOf({ from, order }: PageRequest, { next }: LogEnd): number {
  return from ?? (order === 'desc' ? Math.max(0, next - 1) : 0);
}

export function recordLines({ hits }: Models['RecordResults']): string {
  return hits.map((hit) => `${writeJson(hit)}\n`).join('');
}

/** @throws ServiceError not_found, unavailable, timeout. */
export async function recordAt(
  log: LogContext,
  { position, part, view }: RecordName & { readonly view: RecordRequest['view'] },
): Promise<RecordHit> {
  const record = await readRecordAt(log, position);
  const index = part === undefined ? 0 : (record?.documents.findIndex((one) => one.part === part) ?? -1);
  const found = record?.documents[index];
  if (record && found) return hitOf({ ...record, ...found }, view);
  const what = record
    ? `The record at position ${position} has no part ${part}`
    : `There is no record at position ${position}`;
  throw new ServiceError('not_found', `${what}.`);
}

interface RecordName {
  readonly position: number;
  /** By default the first one. */
  readonly part?: string | undefined;
}

interface FailureRequest extends PageRequest {
  /** Whether the failures are counted in place of being listed. */
  readonly counts?: boolean | undefined;
}

/** @throws ServiceError invalid_query, unavailable, timeout. */
export async function failurePage(
  log: LogContext,
  { counts: isCounted, ...request }: FailureRequest,
  time: InvocationTime,
): Promise<Models['FailureResults']> {
  const collecting = {
    ...options(request),
    query: recordQuery(request.query, time),
    isOverdrawn: () => isOverdrawn(log.table),
    // A failure is JSON and thus a record.
    queriedOf: (failure: LogFailure) => [{ ...failure } as unknown as DataRecord],
  };
  const read = async <Hit>(collector: Collector<LogFailure, Hit>) => {
    const end = await readFailures(log, { ...options(request), take: collector.take });
    return collector.page(beginOf(request, end), end);
  };
  if (isCounted) {
    const page = await read(
      new Collector({ ...collecting, size: Number.POSITIVE_INFINITY, hitsOf: kindsOfFailure }),
    );
    return { ...page, size: 0, hits: [], counts: countFailures(page.hits) };
  }
  return read(new Collector({ ...collecting, hitsOf: (failure) => [failureHit(failure)] }));
}

interface CollectorOptions<One, Hit> {
  readonly size: number;
  readonly isNewestFirst: boolean;
  readonly query: RecordQuery | undefined;
  /** Whether the owner has no read units left. */
  readonly isOverdrawn: () => boolean;
  /** What a query compares: the documents of a record. */
  readonly queriedOf: (one: One) => readonly DataRecord[];
  /** @param chosen The indexes of those that match. */
  readonly hitsOf: (one: One, chosen: readonly number[]) => readonly Hit[];
}

type Matches = readonly (boolean | Failure)[];

class Collector<One extends { readonly position: number }, Hit> {
  readonly #collecting: CollectorOptions<One, Hit>;
  readonly #hits: Hit[] = [];
  readonly #timeouts: Models['QueryTimeout'][] = [];
  #units = 0;
  #leftMs = maxQueryMs;
  #bytes = 0;
  #last: number | undefined;
  #hasRead = false;
  /** The fields of the query that no record has had so far. */
  #absent: readonly FieldPath[];

  constructor(collecting: CollectorOptions<One, Hit>) {
    this.#collecting = collecting;
    this.#absent = collecting.query?.fields ?? [];
  }

  readonly take = ({ records, through, units, passed = [] }: ItemRecords<One>): boolean => {
    const { size, isOverdrawn } = this.#collecting;
    this.#units += units;
    this.#hasRead ||= passed.length > 0;
    this.#absent = this.#absent.filter((field) => !passed.some(({ hasPath }) => hasPath(pathHash(field))));
    const matches = this.#hits.length < size ? this.#match(records) : [];
    for (const [index, record] of records.entries()) {
      const match = matches[index];
      // The first record is taken even if only some of its documents were reached, so that the next page makes progress.
      const needed = this.#last === undefined ? match?.slice(0, 1) : match;
      const isTooLate = needed?.some(isUnreached);
      if (this.#hits.length >= size || isTooLate || !this.#add(record, match)) return false;
      this.#last = record.position;
    }
    this.#last = through;
    return this.#hits.length < size && this.#units < maxUnits && !isOverdrawn();
  };

  /** @returns false if the page has no room for the record. */
  #add(record: One, match: Matches | undefined): boolean {
    const { queriedOf, hitsOf } = this.#collecting;
    const items = match ?? queriedOf(record).map(() => true);
    const chosen = items.flatMap((one, index) => (one === true ? [index] : []));
    const hits = chosen.length === 0 ? [] : hitsOf(record, chosen);
    const bytes = hits.reduce((sum, hit) => sum + Buffer.byteLength(writeJson(hit)), 0);
    if (this.#hits.length > 0 && this.#bytes + bytes > maxPageBytes) return false;
    this.#bytes += bytes;
    for (const hit of hits) this.#hits.push(hit);
    const error = items.find((one) => typeof one === 'object');
    if (error) this.#timeouts.push({ position: record.position, error });
    return true;
  }

  /** One list for each record; none without a query. */
  #match(records: readonly One[]): readonly Matches[] {
    const { query, queriedOf } = this.#collecting;
    if (!query) return [];
    const begin = processorMs();
    const lists = records.map(queriedOf);
    const queried = lists.flat();
    const matches = query.match(queried, this.#leftMs);
    this.#hasRead ||= queried.length > 0;
    this.#absent = this.#absent.filter((field) => !queried.some((record) => field.has(record)));
    this.#leftMs -= processorMs() - begin;
    let end = 0;
    return lists.map(({ length }) => {
      end += length;
      return matches.slice(end - length, end);
    });
  }

  page(from: number, end: LogEnd): Page<Hit> {
    const { size, isNewestFirst } = this.#collecting;
    const next = this.#next(from, end);
    // A follower of the log sees a record twice rather than never, and none before the requested position.
    const after = isNewestFirst || next === undefined ? next : Math.max(from, Math.min(next, end.settled));
    const isPartial = typeof end.reason === 'object' || end.reason === 'taken';
    if (isPartial && size > 0 && this.#hits.length === 0 && after === from) throw noProgress(from);
    const absent = this.#hasRead ? [...new Set(this.#absent.map(({ text }) => text))] : [];
    return {
      from,
      size: this.#hits.length,
      hits: this.#hits,
      ...(after === undefined ? {} : { after }),
      ...(isPartial && this.#hits.length < size ? { partial: true } : {}),
      ...(absent.length > 0 ? { absent_fields: absent } : {}),
      ...(this.#timeouts.length > 0 ? { timeouts: this.#timeouts } : {}),
    };
  }

  /** Undefined at the end if the newest come first, and if all that follows is of another time. */
  #next(from: number, { reason, next }: LogEnd): number | undefined {
    const { isNewestFirst } = this.#collecting;
    if (typeof reason === 'object') return reason.position;
    if (reason === 'outside') return undefined;
    if (reason === 'end') return isNewestFirst ? undefined : next;
    if (this.#last === undefined) return from;
    if (isNewestFirst) return this.#last > 0 ? this.#last - 1 : undefined;
    return this.#last + 1;
  }
}

/** Whether the query's time was up before this record. */
function isUnreached(match: boolean | Failure): boolean {
  return typeof match === 'object' && match.code === 'deadline_exceeded';
}

/** Nothing was found, and a page from the next position could miss records. */
function noProgress(from: number): ServiceError {
  const detail = `The search cannot go on yet: a push at position ${from} has not ended, or the time of the request is up. Send it again.`;
  return new ServiceError('unavailable', detail, { headers: { 'retry-after': '1' } });
}
