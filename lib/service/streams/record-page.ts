import type { Models } from '#generated/models/stream.ts';
import { ignoreTransient } from '../../data/store/aws-errors.ts';
import type { InvocationTime } from '../../data/store/invocation-time.ts';
import { ServiceError } from '../../shared/errors.ts';
import { writeJson } from '../../shared/json/lossless-json.ts';
import type { Failure } from '../preprocessors/base/failure.ts';
import type { FieldPath } from '../preprocessors/base/field-path.ts';
import type { DataRecord } from '../preprocessors/base/record.ts';
import { compileQuery } from '../preprocessors/conditions/condition.ts';
import { matchWithin } from '../preprocessors/engine/match-within.ts';
import { processorMs } from '../preprocessors/engine/time-limit.ts';
import { countFailures, kindOfFailure } from './failure-counts.ts';
import { expireLog } from './log/expire-log.ts';
import type { ItemRecords, LogContext, LogEnd, LogFailure, LogRecord } from './log/log-types.ts';
import { readFailures, readLog, readRecordAt } from './log/read-log.ts';

interface RecordRequest {
  readonly from?: number | undefined;
  readonly size: number;
  /** A query (docs/query.md) about documents. */
  readonly query?: string | undefined;
  readonly order: 'asc' | 'desc';
  readonly view: 'document' | 'raw' | 'both';
}

type Page<Hit> = Omit<Models['RecordResults'], 'hits'> & { readonly hits: readonly Hit[] };
type RecordHit = Models['StoredRecord'];
type FailureHit = Models['StoredFailure'];

/** The most read units of records that a query may use. */
const maxUnits = 500;
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
  { from, size, query, order, view }: RecordRequest,
  time: InvocationTime,
): Promise<Models['RecordResults']> {
  const isNewestFirst = order === 'desc';
  const collector = new Collector<LogRecord, RecordHit>({
    size,
    isNewestFirst,
    query: recordQuery(query, time),
    toQueried: ({ document }) => document,
    toHit: (record) => hitOf(record, view),
  });
  const end = await readLog(log, { from, isNewestFirst, take: collector.take });
  if (end.expired !== undefined) await expireLog(log, end.expired).catch(ignoreTransient);
  return collector.page(from ?? (isNewestFirst ? Math.max(0, end.next - 1) : 0), end);
}

export function recordLines({ hits }: Models['RecordResults']): string {
  return hits.map((hit) => `${writeJson(hit)}\n`).join('');
}

/** @throws ServiceError not_found, unavailable, timeout. */
export async function recordAt(
  log: LogContext,
  { position, view }: { readonly position: number; readonly view: RecordRequest['view'] },
): Promise<RecordHit> {
  const record = await readRecordAt(log, position);
  if (record) return hitOf(record, view);
  throw new ServiceError('not_found', `There is no record at position ${position}.`);
}

type FailureRequest = Pick<RecordRequest, 'size' | 'query'> & {
  readonly from: number;
  /** Whether the failures are counted in place of being listed. */
  readonly counts?: boolean | undefined;
};

/** @throws ServiceError invalid_query, unavailable, timeout. */
export async function failurePage(
  log: LogContext,
  { from, size, query, counts: isCounted }: FailureRequest,
  time: InvocationTime,
): Promise<Models['FailureResults']> {
  const options = {
    isNewestFirst: false,
    query: recordQuery(query, time),
    // A failure is JSON and thus a record.
    toQueried: (failure: LogFailure) => ({ ...failure }) as unknown as DataRecord,
  };
  const read = async <Hit>(collector: Collector<LogFailure, Hit>) =>
    collector.page(from, await readFailures(log, { from, isNewestFirst: false, take: collector.take }));
  if (isCounted) {
    const page = await read(
      new Collector({ ...options, size: Number.POSITIVE_INFINITY, toHit: kindOfFailure }),
    );
    return { ...page, size: 0, hits: [], counts: countFailures(page.hits) };
  }
  const toHit = ({ position, at, ...failure }: LogFailure): FailureHit => ({
    position,
    pushed: new Date(at).toISOString(),
    ...failure,
  });
  return read(new Collector({ ...options, size, toHit }));
}

interface RecordQuery {
  readonly match: (records: readonly DataRecord[], budgetMs: number) => readonly (boolean | Failure)[];
  readonly fields: readonly FieldPath[];
}

/** Undefined if every record matches. */
function recordQuery(query: string | undefined, { lambda }: InvocationTime): RecordQuery | undefined {
  if (query === undefined || query.trim() === '') return undefined;
  const { matches, fields } = compileQuery(query);
  const match: RecordQuery['match'] = (records, budgetMs) =>
    matchWithin(matches, records, { budgetMs, deadlineMs: lambda.getRemainingTimeInMillis() / 2 });
  return { match, fields };
}

function hitOf({ position, at, raw, document }: LogRecord, view: RecordRequest['view']): RecordHit {
  return {
    position,
    pushed: new Date(at).toISOString(),
    ...(view === 'raw' ? {} : { document }),
    ...(view === 'document' ? {} : { raw }),
  };
}

interface CollectorOptions<One, Hit> {
  readonly size: number;
  readonly isNewestFirst: boolean;
  readonly query: RecordQuery | undefined;
  readonly toQueried: (one: One) => DataRecord;
  readonly toHit: (one: One) => Hit;
}

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

  readonly take = ({ records, through, units }: ItemRecords<One>): boolean => {
    const { size } = this.#collecting;
    this.#units += units;
    const matches = this.#hits.length < size ? this.#match(records) : [];
    for (const [index, record] of records.entries()) {
      const match = matches[index] ?? true;
      if (this.#hits.length >= size || isUnreached(match)) return false;
      if (match === true && !this.#add(record)) return false;
      if (typeof match === 'object') this.#timeouts.push({ position: record.position, error: match });
      this.#last = record.position;
    }
    this.#last = through;
    return this.#hits.length < size && this.#units < maxUnits;
  };

  /** @returns false if the page has no room for the record. */
  #add(record: One): boolean {
    const hit = this.#collecting.toHit(record);
    const bytes = Buffer.byteLength(writeJson(hit));
    if (this.#hits.length > 0 && this.#bytes + bytes > maxPageBytes) return false;
    this.#bytes += bytes;
    this.#hits.push(hit);
    return true;
  }

  #match(records: readonly One[]): readonly (boolean | Failure)[] {
    const { query, toQueried } = this.#collecting;
    if (!query) return [];
    const begin = processorMs();
    const queried = records.map(toQueried);
    const matches = query.match(queried, this.#leftMs);
    this.#hasRead ||= queried.length > 0;
    this.#absent = this.#absent.filter((field) => !queried.some((record) => field.has(record)));
    this.#leftMs -= processorMs() - begin;
    return matches;
  }

  page(from: number, end: LogEnd): Page<Hit> {
    const { size, isNewestFirst } = this.#collecting;
    const next = this.#next(from, end);
    // A follower of the log sees a record twice rather than never, and none before the requested position.
    const after = isNewestFirst || next === undefined ? next : Math.max(from, Math.min(next, end.settled));
    const absent = this.#hasRead ? [...new Set(this.#absent.map(({ text }) => text))] : [];
    return {
      from,
      size: this.#hits.length,
      hits: this.#hits,
      ...(after === undefined ? {} : { after }),
      ...(end.at !== 'end' && this.#hits.length < size ? { partial: true } : {}),
      ...(absent.length > 0 ? { absent_fields: absent } : {}),
      ...(this.#timeouts.length > 0 ? { timeouts: this.#timeouts } : {}),
    };
  }

  /** Undefined at the end if the newest come first. */
  #next(from: number, { at, next }: LogEnd): number | undefined {
    const { isNewestFirst } = this.#collecting;
    if (typeof at === 'object') return at.position;
    if (at === 'end') return isNewestFirst ? undefined : next;
    if (this.#last === undefined) return from;
    if (isNewestFirst) return this.#last > 0 ? this.#last - 1 : undefined;
    return this.#last + 1;
  }
}

/** Whether the query's time was up before this record. */
function isUnreached(match: boolean | Failure): boolean {
  return typeof match === 'object' && match.code === 'deadline_exceeded';
}
