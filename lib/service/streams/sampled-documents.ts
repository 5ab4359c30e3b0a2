/** Documents of a stream that match a query: all of them, or those of a sample if all cost too much. */

import { type DataRecord, processorMs } from '@headwater/ingest';
import { momentOf } from '@headwater/ingest/fields';
import { type FieldPath, findPath, type RecordValue } from '@headwater/ingest/values';
import { type InvocationTime, isOverdrawn } from 'headwater/table';
import type { LogContext } from './log/log-types.ts';
import { lengthOfStretches, type Stretch } from './log/read/gap-reading.ts';
import { type SampledRecord, sampleLog } from './log/read/sample-log.ts';
import { invalidParameter, type PushedTimes, pushedRange, recordQuery } from './record-queries.ts';

export interface SampleRequest extends PushedTimes {
  /** Positions. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  /** A query (docs/service/conditions.md) about documents. */
  readonly query?: string | undefined;
}

/** A document that matches. */
export interface FoundDocument {
  readonly document: DataRecord;
  readonly position: number;
  /** When it was pushed, or the time in its field, in milliseconds since 1970. */
  readonly moment: number | undefined;
}

export interface Sampling<Found> {
  readonly maxUnits: number;
  /** The field that has the time of a document; by default the time is that of its push. */
  readonly timeField?: FieldPath | undefined;
  /** Further fields of the request, for `absentFields`. */
  readonly fields?: readonly FieldPath[];
  readonly keep: (found: FoundDocument) => Found;
}

export interface SampledBatch<Found> {
  readonly moment: number | undefined;
  readonly found: readonly Found[];
}

export interface DocumentSample<Found> {
  readonly stretches: readonly Stretch<SampledBatch<Found>>[];
  /** How many positions the request is about, and how many of them are known. */
  readonly positions: number;
  readonly positionsRead: number;
  /** Whether every document that matches was found. */
  readonly isExact: boolean;
  /** Fields of the request that no document has had. */
  readonly absentFields: readonly string[];
}

/** The most processor time of one request, in milliseconds. */
const maxSampleMs = 1_500;
/** A batch that has begun is finished, so that it counts as read. */
const maxBatchMs = 500;

/** @throws ServiceError invalid_query, invalid_request, unavailable, timeout. */
export async function sampleDocuments<Found>(
  log: LogContext,
  request: SampleRequest,
  time: InvocationTime,
  { maxUnits, timeField, fields = [], keep }: Sampling<Found>,
): Promise<DocumentSample<Found>> {
  const { from, to } = request;
  if (from !== undefined && to !== undefined && to < from)
    throw invalidParameter('to', `must be at least from, ${from}`);
  const query = recordQuery(request.query, time);
  const begin = processorMs();
  let absent = [...(query?.fields ?? []), ...fields, ...(timeField ? [timeField] : [])];
  let isComplete = true;
  const take = (records: readonly SampledRecord[]): SampledBatch<Found> => {
    const all = records.flatMap(({ position, at, documents }) =>
      documents.map(({ document }) => ({ document, position, moment: timeIn(document, timeField, at) })),
    );
    const documents = all.map(({ document }) => document);
    absent = absent.filter((field) => !documents.some((document) => field.has(document)));
    const matches = query?.match(documents, maxBatchMs);
    isComplete &&= !matches?.some((match) => typeof match === 'object');
    const found = matches ? all.filter((_, index) => matches[index] === true) : all;
    return { moment: medianMoment(all), found: found.map(keep) };
  };
  const isSpent = () => processorMs() - begin > maxSampleMs || isOverdrawn(log.table);
  const needs = query?.isSelective ? query.needs : undefined;
  const sampling = { from, to, pushed: pushedRange(request), needs, maxUnits, take, isSpent };
  const whole = await sampleLog(log, sampling);
  // The first batch may begin before `from`.
  const stretches = whole.map(({ begin: first, ...stretch }) => ({
    ...stretch,
    begin: Math.max(first, from ?? 0),
  }));
  const gaps = stretches.filter(({ reads }) => !reads);
  const positions = lengthOfStretches(stretches);
  return {
    stretches,
    positions,
    positionsRead: positions - lengthOfStretches(gaps),
    isExact: gaps.length === 0 && isComplete,
    absentFields: positions === 0 ? [] : [...new Set(absent.map(({ text }) => text))],
  };
}

function timeIn(document: DataRecord, field: FieldPath | undefined, at: number): number | undefined {
  return field ? momentOfValue(field.get(document)) : at;
}

/** A date of ISO 8601, or a number of milliseconds since 1970. */
function momentOfValue(value: RecordValue | undefined): number | undefined {
  if (typeof value === 'number') return value;
  const moment = typeof value === 'string' ? momentOf(value) : undefined;
  return moment && moment.seconds * 1_000 + Math.floor(moment.nanos / 1e6);
}

/** Of a batch, whatever matches. */
function medianMoment(all: readonly { readonly moment: number | undefined }[]): number | undefined {
  const moments = all.flatMap(({ moment }) => (moment === undefined ? [] : [moment]));
  return moments.sort((one, other) => one - other)[Math.floor(moments.length / 2)];
}

/** @throws ServiceError invalid_request. */
export function fieldParameter(name: string, path: string): FieldPath {
  const field = findPath(path);
  if (typeof field === 'string') throw invalidParameter(name, `must be the path of a field: ${field}`);
  return field;
}
