/** What the fields of a stream's documents have, by a sample of those that match a query. */

import type { DataRecord } from '@headwater/ingest';
import { discoverFields } from '@headwater/ingest/fields';
import type { InvocationTime } from 'headwater/table';
import type { Models } from '#generated/models/stream.ts';
import { refuseLargeResult } from '../samples/response-size.ts';
import { estimatesOf, type Placed, weightOf } from './estimates.ts';
import type { LogContext } from './log/log-types.ts';
import { invalidParameter } from './record-queries.ts';
import { fieldParameter, type SampleRequest, sampleDocuments } from './sampled-documents.ts';

interface FieldsRequest extends SampleRequest {
  /** The path of the one field that is wanted; by default all are. */
  readonly field?: string | undefined;
  /** The most values of a field. */
  readonly values: number;
  /** The most documents that are looked at. */
  readonly sample: number;
  /** The most fields. */
  readonly size: number;
}

interface Found extends Placed {
  readonly document: DataRecord;
}

/** The price of a page of records. */
const maxUnits = 200;
/** Of each of many fields. */
const usualValues = 5;

/** @throws ServiceError invalid_query, invalid_request, content_too_large, unavailable, timeout. */
export async function documentFieldsPage(
  log: LogContext,
  { field: path, values, sample: most, size, ...request }: FieldsRequest,
  time: InvocationTime,
): Promise<Models['StreamFields']> {
  if (path === undefined && values > usualValues)
    throw invalidParameter('values', `must be at most ${usualValues} without field`);
  const field = path === undefined ? undefined : fieldParameter('field', path);
  const sample = await sampleDocuments<Found>(log, request, time, {
    maxUnits,
    fields: field ? [field] : [],
    keep: (found) => found,
  });
  const found = sample.stretches.flatMap(({ reads = [] }) => reads.flatMap((read) => read.found));
  const documents = spread(found, most).map(({ document }) => document);
  const all = discoverFields(documents, { maxTop: values });
  const fields = field ? all.filter((one) => one.path === field.text) : all;
  const { isExact, positions, positionsRead, absentFields } = sample;
  const page: Models['StreamFields'] = {
    exact: isExact && documents.length === found.length,
    count: Math.round(weightOf(estimatesOf(sample.stretches))),
    sampled: documents.length,
    positions,
    positions_read: positionsRead,
    total: fields.length,
    // The models have plain JSON numbers; some of these are bigints.
    hits: fields.slice(0, size) as Models['StreamFields']['hits'],
    ...(absentFields.length > 0 ? { absent_fields: absentFields } : {}),
  };
  refuseLargeResult(page);
  return page;
}

/** At most so many, in equal distances. */
function spread<One>(all: readonly One[], most: number): readonly One[] {
  if (all.length <= most) return all;
  return Array.from({ length: most }, (_, index) => all[Math.floor((index * all.length) / most)] as One);
}
