/** The fields of a sample, page by page, and how they change with the preprocessors. */

import type { DataRecord } from '@headwater/ingest';
import { type Condition, matchWithin } from '@headwater/ingest/conditions';
import { type DiscoveredField, discoverFields, type WidenedType } from '@headwater/ingest/fields';
import { ServiceError } from 'headwater/errors';
import type { Invocation, InvocationTime } from 'headwater/table';
import type { Models } from '#generated/models/source.ts';
import { pipelineReader } from '../pipelines/pipelines.ts';
import { pipelineOf } from '../pipelines/stored-pipeline.ts';
import type { SourceRecord } from '../sources/source-record.ts';
import { compileRecordQuery } from './record-query.ts';
import { refuseLargeResult } from './response-size.ts';
import { limitsOf, producerIn, runSample } from './run-sample.ts';
import type { SampleBase } from './sample-items.ts';

interface FieldsRequest {
  readonly source: SourceRecord;
  readonly records: readonly DataRecord[];
  /** `raw`: before the preprocessors; `processed`: after them. */
  readonly stage: 'raw' | 'processed';
  readonly from: number;
  readonly size: number;
  /** A query (docs/headwater/query.md) about the members of a field. */
  readonly query?: string | undefined;
  readonly time: Invocation;
  /** Adds the changes since this revision of the source. */
  readonly since?: number | undefined;
  readonly base?: SampleBase | undefined;
}

/** @throws ServiceError invalid_query, invalid_preprocessors, content_too_large, and invalid_request for an unknown `since`. */
export async function fieldsPage(request: FieldsRequest): Promise<Models['FieldResults']> {
  const { source, records, stage, from, size, query, time, since } = request;
  const matches = query === undefined ? undefined : compileRecordQuery(query).matches;
  const run =
    stage === 'raw'
      ? undefined
      : runSample(await pipelineOf(source, pipelineReader(time)), records, {
          limits: limitsOf(time),
          isTraced: true,
        });
  const found = run
    ? discoverFields(run.documents, { producedBy: producerIn(run) })
    : discoverFields(records);
  const fields = matches ? matchingFields(found, matches, time) : found;
  // The models have plain JSON numbers; some of these are bigints.
  const hits = fields.slice(from, from + size) as Models['FieldResults']['hits'];
  const page: Models['FieldResults'] = {
    from,
    size: hits.length,
    total: fields.length,
    total_relation: 'eq',
    hits,
    stage,
    revision: source.revision,
    sampled: records.length,
    succeeded: run?.documents.length ?? records.length,
    failed: run?.failed ?? 0,
    dropped: run?.dropped ?? 0,
    ...(since === undefined
      ? {}
      : { changes: stage === 'raw' ? [] : await changesSince(since, found, request) }),
  };
  refuseLargeResult(page);
  return page;
}

/** @throws ServiceError invalid_query if the query takes too long. */
function matchingFields(
  fields: readonly DiscoveredField[],
  condition: Condition,
  { lambda }: InvocationTime,
): readonly DiscoveredField[] {
  // A field has the shape of a record.
  const records = fields.map((field) => ({ ...field }) as unknown as DataRecord);
  const matches = matchWithin(condition, records, { deadlineMs: lambda.getRemainingTimeInMillis() / 2 });
  if (matches.some((match) => typeof match === 'object'))
    throw new ServiceError('invalid_query', 'The query takes too long with these fields; use fewer clauses.');
  return fields.filter((_, index) => matches[index] === true);
}

async function changesSince(
  since: number,
  fields: readonly DiscoveredField[],
  { source, records, base, time }: FieldsRequest,
): Promise<FieldChange[]> {
  if (since === source.revision) return [];
  if (base?.revision !== since) throw unknownRevision(source, base);
  const run = runSample(await pipelineOf({ ...base, _id: source._id }, pipelineReader(time)), records, {
    limits: limitsOf(time),
    isTraced: false,
  });
  return compareFields(discoverFields(run.documents), fields);
}

function unknownRevision({ revision }: SourceRecord, base: SampleBase | undefined): ServiceError {
  const stored = base ? `${base.revision}, when the sample was stored, or ` : '';
  const message = `must be a revision whose preprocessors are known: ${stored}${revision}, the present one`;
  const errors = [{ in: 'query', name: 'since', code: 'not_allowed', message }];
  return new ServiceError('invalid_request', '1 value is invalid.', { members: { errors } });
}

interface FieldChange {
  readonly path: string;
  /** `optional`: every earlier document had the field. `list`: no earlier document had a list of values. */
  readonly change: 'added' | 'removed' | 'type' | 'optional' | 'list';
  /** True if a reader of the earlier documents may fail on the new ones. */
  readonly breaks: boolean;
  readonly before?: WidenedType;
  readonly after?: WidenedType;
}

/** For each type, the types whose values are also values of it. */
const narrower: Partial<Record<WidenedType, readonly WidenedType[]>> = {
  double: ['float', 'long'],
  float: ['long'],
  text: ['date'],
};

/**
 * Lists the changes from the fields of earlier documents to the fields that the same records have now; breaking
 * changes come first.
 *
 * @example compareFields(fieldsOf({ a: 1 }), fieldsOf({ a: 'x' })) // [{ path: 'a', change: 'type', breaks: true, … }]
 */
export function compareFields(
  before: readonly DiscoveredField[],
  after: readonly DiscoveredField[],
): FieldChange[] {
  const [old, now] = [byPath(before), byPath(after)];
  const changes = [...new Set([...old.keys(), ...now.keys()])].flatMap((path) =>
    changesOf(path, old.get(path), now.get(path)),
  );
  return changes.toSorted((one, other) => Number(other.breaks) - Number(one.breaks));
}

function byPath(fields: readonly DiscoveredField[]): ReadonlyMap<string, DiscoveredField> {
  return new Map(fields.map((field) => [field.path, field]));
}

function changesOf(
  path: string,
  before: DiscoveredField | undefined,
  after: DiscoveredField | undefined,
): FieldChange[] {
  if (!before) return after ? [{ path, change: 'added', breaks: false, after: after.type }] : [];
  if (!after) return [{ path, change: 'removed', breaks: before.type !== 'null', before: before.type }];
  const types = { before: before.type, after: after.type };
  const changes: FieldChange[] = [];
  if (before.type !== after.type) changes.push({ path, change: 'type', breaks: !fits(types), ...types });
  if (isEverywhere(before) && !isEverywhere(after))
    changes.push({ path, change: 'optional', breaks: true, ...types });
  if (!before.multi_valued && after.multi_valued)
    changes.push({ path, change: 'list', breaks: true, ...types });
  return changes;
}

function fits({ before, after }: { readonly before: WidenedType; readonly after: WidenedType }): boolean {
  return before === 'null' || (narrower[before] ?? []).includes(after);
}

function isEverywhere({ missing, nulls }: DiscoveredField): boolean {
  return missing === 0 && nulls === 0;
}
