/** How many documents of a stream there are over time. */

import type { RecordValue } from '@headwater/ingest/values';
import type { InvocationTime } from 'headwater/table';
import type { Models } from '#generated/models/stream.ts';
import { type Estimated, estimatesOf, extremesOf, type Placed, weightOf } from './estimates.ts';
import type { LogContext } from './log/log-types.ts';
import { invalidParameter } from './record-queries.ts';
import { fieldParameter, type SampleRequest, sampleDocuments } from './sampled-documents.ts';

type Histogram = Models['Histogram'];

interface HistogramRequest extends SampleRequest {
  /** The path of a field, or `pushed`. */
  readonly time: string;
  readonly by?: string | undefined;
  /** The most values of `by` with counts of their own. */
  readonly values: number;
  /** The width of a bucket in seconds. */
  readonly interval?: number | undefined;
  readonly buckets?: number | undefined;
}

type Value = Histogram['series'][number]['value'];

interface Found extends Placed {
  readonly value: Value | undefined;
}

type Estimate = Estimated<Found>;

/** The price of two pages of records without a query. */
const maxUnits = 400;
const defaultBuckets = 60;
const maxBuckets = 1_000;
const maxValueLength = 256;
/** In seconds. */
const widths = [
  1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 10_800, 21_600, 43_200, 86_400, 172_800,
  604_800, 1_209_600, 2_592_000, 7_776_000, 31_536_000,
];

/** @throws ServiceError invalid_query, invalid_request, unavailable, timeout. */
export async function histogramOf(
  log: LogContext,
  request: HistogramRequest,
  time: InvocationTime,
): Promise<Histogram> {
  const { interval, buckets: most } = request;
  if (interval !== undefined && most !== undefined)
    throw invalidParameter('buckets', 'must be absent beside interval');
  const by = request.by === undefined ? undefined : fieldParameter('by', request.by);
  const timeField = request.time === 'pushed' ? undefined : fieldParameter('time', request.time);
  const sample = await sampleDocuments<Found>(log, request, time, {
    maxUnits,
    timeField,
    fields: by ? [by] : [],
    keep: ({ document, position, moment }) => ({ position, moment, value: singleOf(by?.get(document)) }),
  });
  const estimates = estimatesOf(sample.stretches);
  const range = rangeOf(estimates, { interval, most: most ?? defaultBuckets });
  const { isExact, positions, positionsRead, absentFields } = sample;
  return {
    time: request.time,
    exact: isExact,
    count: Math.round(weightOf(estimates)),
    without_time: Math.round(weightOf(estimates.filter(({ moment }) => moment === undefined))),
    positions,
    positions_read: positionsRead,
    interval: range.width,
    buckets: bucketsOf(estimates, range),
    series: by ? seriesOf(estimates, range, request.values) : [],
    ...(absentFields.length > 0 ? { absent_fields: absentFields } : {}),
  };
}

/** A list counts by its first value. */
function singleOf(value: RecordValue | undefined): Value | undefined {
  const single = Array.isArray(value) ? value[0] : value;
  if (typeof single === 'string') return single.slice(0, maxValueLength);
  return typeof single === 'object' ? undefined : (single as Value | undefined);
}

interface BucketRange {
  /** The beginning of the first bucket, in milliseconds since 1970. */
  readonly begin: number;
  /** In seconds. */
  readonly width: number;
  readonly length: number;
}

/** @throws ServiceError invalid_request for an interval that makes too many buckets. */
function rangeOf(
  estimates: readonly Estimate[],
  { interval, most }: { readonly interval: number | undefined; readonly most: number },
): BucketRange {
  const [least, last] = extremesOf(estimates.flatMap(({ moment }) => moment ?? []));
  if (least > last) return { begin: 0, width: interval ?? 1, length: 0 };
  const rangeWith = (width: number): BucketRange => {
    const [first, end] = [least, last].map((moment) => Math.floor(moment / 1_000 / width));
    return { begin: (first ?? 0) * width * 1_000, width, length: (end ?? 0) - (first ?? 0) + 1 };
  };
  if (interval === undefined) {
    const ranges = widths.map(rangeWith);
    return ranges.find(({ length }) => length <= most) ?? rangeWith(widestFor(last - least, most));
  }
  const range = rangeWith(interval);
  if (range.length <= maxBuckets) return range;
  const enough = Math.ceil((last - least) / 1_000 / (maxBuckets - 1));
  throw invalidParameter(
    'interval',
    `makes ${range.length} buckets, of at most ${maxBuckets}: must be at least ${enough}`,
  );
}

/** For times that are many years apart. */
function widestFor(spanMs: number, most: number): number {
  return Math.ceil(spanMs / 1_000 / Math.max(1, most - 1)) + 1;
}

function bucketsOf(estimates: readonly Estimate[], range: BucketRange): Histogram['buckets'] {
  const buckets = Array.from({ length: range.length }, () => ({
    count: 0,
    first: Number.POSITIVE_INFINITY,
    last: -1,
  }));
  for (const { moment, weight, position } of estimates) {
    const bucket = moment === undefined ? undefined : buckets[indexIn(range, moment)];
    if (!bucket) continue;
    bucket.count += weight;
    bucket.first = Math.min(bucket.first, position);
    bucket.last = Math.max(bucket.last, position);
  }
  return buckets.map(({ count, first, last }, index) => ({
    begin: new Date(range.begin + index * range.width * 1_000).toISOString(),
    count: Math.round(count),
    ...(last < 0 ? {} : { first, last }),
  }));
}

function indexIn({ begin, width }: BucketRange, moment: number): number {
  return Math.floor((moment - begin) / 1_000 / width);
}

/** The most frequent values first. */
function seriesOf(estimates: readonly Estimate[], range: BucketRange, most: number): Histogram['series'] {
  const known = estimates.flatMap(({ value, ...one }) => (value === undefined ? [] : [{ ...one, value }]));
  const byValue = Map.groupBy(known, ({ value }) => value);
  const groups = [...byValue].map(([value, alike]) => ({ value, alike, weight: weightOf(alike) }));
  const frequent = groups.sort((one, other) => other.weight - one.weight).slice(0, most);
  return frequent.map(({ value, alike, weight }) => ({
    value,
    count: Math.round(weight),
    counts: bucketsOf(alike, range).map(({ count }) => count),
  }));
}
