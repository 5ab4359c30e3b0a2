/** Pages of records and of failures. */

import type { Models } from '#generated/models/stream.ts';
import { ServiceError } from '../errors.ts';
import type { DataRecord } from '../preprocessors/base/record.ts';
import { type Condition, compileQuery } from '../preprocessors/engine/condition.ts';
import type { LogEnd, LogFailure, LogRecord, Read, ReadAt, Taken } from './log/log.ts';
import type { FailureRead } from './log/read-log.ts';

export interface RecordRequest {
  readonly from?: number | undefined;
  readonly size: number;
  /** Of the query language, about documents. */
  readonly query?: string | undefined;
  readonly order: 'asc' | 'desc';
  readonly view: 'document' | 'raw' | 'both';
}

type Page<Hit> = Omit<Models['RecordResults'], 'hits'> & { readonly hits: readonly Hit[] };
type RecordHit = Models['StoredRecord'];
type FailureHit = Models['StoredFailure'];

/** Read units of records that a query looks at, and bytes of JSON of a page. */
const maxUnits = 500;
const maxPageBytes = 2_621_440;

/** @throws ServiceError invalid_query, unavailable, timeout. */
export async function recordPage(
  read: Read,
  { from, size, query, order, view }: RecordRequest,
): Promise<{ readonly page: Models['RecordResults']; readonly end: LogEnd }> {
  const isNewestFirst = order === 'desc';
  const matches = conditionOf(query);
  const collector = new Collector<LogRecord, RecordHit>({
    ...{ size, isNewestFirst },
    matches: ({ document }) => matches(document),
    toHit: (record) => hitOf(record, view),
  });
  const end = await read({ from, isNewestFirst, take: collector.take });
  const page = collector.page(from ?? (isNewestFirst ? Math.max(0, end.next - 1) : 0), end);
  return { page: { ...page, hits: [...page.hits] }, end };
}

/** @throws ServiceError not_found, unavailable, timeout. */
export async function recordAt(
  read: ReadAt,
  { position, view }: { readonly position: number; readonly view: RecordRequest['view'] },
): Promise<RecordHit> {
  const record = await read(position);
  if (record) return hitOf(record, view);
  throw new ServiceError('not_found', `There is no record at position ${position}.`);
}

export type FailureRequest = Pick<RecordRequest, 'size' | 'query'> & { readonly from: number };

/** @throws ServiceError invalid_query, unavailable, timeout. */
export async function failurePage(
  read: (request: FailureRead) => Promise<LogEnd>,
  { from, size, query }: FailureRequest,
): Promise<Models['FailureResults']> {
  const matches = conditionOf(query);
  const collector = new Collector<LogFailure, FailureHit>({
    ...{ size, isNewestFirst: false },
    // JSON: a record.
    matches: (failure) => matches({ ...failure } as unknown as DataRecord),
    toHit: ({ position, at, ...failure }) => ({
      ...{ position, pushed: new Date(at).toISOString() },
      ...failure,
    }),
  });
  const end = await read({ from, isNewestFirst: false, take: collector.take });
  const page = collector.page(from, end);
  return { ...page, hits: [...page.hits] };
}

function conditionOf(query: string | undefined): (record: DataRecord) => boolean {
  if (query === undefined || query.trim() === '') return () => true;
  const condition: Condition = compileQuery(query);
  const now = Date.now();
  return (record) => condition(record, now);
}

function hitOf({ position, at, raw, document }: LogRecord, view: RecordRequest['view']): RecordHit {
  return {
    ...{ position, pushed: new Date(at).toISOString() },
    ...(view === 'raw' ? {} : { document }),
    ...(view === 'document' ? {} : { raw }),
  };
}

interface Collecting<One, Hit> {
  readonly size: number;
  readonly isNewestFirst: boolean;
  readonly matches: (one: One) => boolean;
  readonly toHit: (one: One) => Hit;
}

/** Takes what matches until the page is full, or the budget used up. */
class Collector<One extends { readonly position: number }, Hit> {
  readonly #collecting: Collecting<One, Hit>;
  readonly #hits: Hit[] = [];
  #units = 0;
  #bytes = 0;
  #last: number | undefined;

  constructor(collecting: Collecting<One, Hit>) {
    this.#collecting = collecting;
  }

  readonly take = ({ records, through, units }: Taken<One>): boolean => {
    const { size, matches, toHit } = this.#collecting;
    this.#units += units;
    for (const record of records) {
      if (this.#hits.length >= size) return false;
      const hit = matches(record) ? toHit(record) : undefined;
      const bytes = hit === undefined ? 0 : Buffer.byteLength(JSON.stringify(hit));
      if (this.#hits.length > 0 && this.#bytes + bytes > maxPageBytes) return false;
      this.#bytes += bytes;
      this.#last = record.position;
      if (hit !== undefined) this.#hits.push(hit);
    }
    this.#last = through;
    return this.#hits.length < size && this.#units < maxUnits;
  };

  page(from: number, end: LogEnd): Page<Hit> {
    const { size, isNewestFirst } = this.#collecting;
    const next = this.#next(from, end);
    // Who follows the log sees a record twice rather than not at all, and none before the position that was asked for.
    const after = isNewestFirst || next === undefined ? next : Math.max(from, Math.min(next, end.settled));
    return {
      ...{ from, size: this.#hits.length, hits: this.#hits },
      ...(after === undefined ? {} : { after }),
      ...(end.at !== 'end' && this.#hits.length < size ? { partial: true } : {}),
    };
  }

  /** Undefined at the end in the order of the newest first. */
  #next(from: number, { at, next }: LogEnd): number | undefined {
    const { isNewestFirst } = this.#collecting;
    if (typeof at === 'object') return at.position;
    if (at === 'end') return isNewestFirst ? undefined : next;
    if (this.#last === undefined) return from;
    if (isNewestFirst) return this.#last > 0 ? this.#last - 1 : undefined;
    return this.#last + 1;
  }
}
