/** Samples in DynamoDB: records by which a source is tried out. */

import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { ServiceError } from '../errors.ts';
import { parseDocument } from '../search/documents/document-items.ts';
import { type IndexOptions, type OpenIndex, openIndex } from '../search/index/open-index.ts';
import { sourceIndex } from '../sources/source-fields.ts';
import type { SourceRecord } from '../sources/source-record.ts';
import { isTransient } from '../store/aws-errors.ts';
import { type Clock, systemClock } from '../store/clock.ts';
import { createIdGenerator } from '../store/ids.ts';
import type { InvocationTime } from '../store/invocation-time.ts';
import { accessTable, type PutRequest, type TableAccess } from '../store/table-access.ts';
import {
  baseOf,
  deleteSample,
  parseSample,
  putSample,
  putSampleTombstone,
  querySample,
  type Sample,
  type SampleContent,
  type StoredSample,
  sampleKind,
} from './sample-items.ts';

/** A source with its sample, if it has one. */
export interface SampledSource {
  readonly source: SourceRecord;
  readonly sample: Sample | undefined;
  /** The entity tag of the sample. */
  readonly tag: string | undefined;
}

/** Throws unless the sample may be changed. Both are undefined when there is none. */
export type CheckSample = (tag: string | undefined, current: Sample | undefined) => void;

/** Every method throws ServiceError `unavailable` and `timeout`, as the store of sources does. */
export interface SampleStore {
  /** @throws ServiceError not_found when there is no such source. */
  get(id: string): Promise<SampledSource>;
  /**
   * Stores a sample, or replaces the one that there is.
   *
   * @param contentOf Called again after a conflict with another change.
   * @throws ServiceError not_found, write_conflict, content_too_large, and what the callbacks throw.
   */
  put(id: string, contentOf: (source: SourceRecord) => SampleContent, check: CheckSample): Promise<Sample>;
  /** @throws ServiceError not_found when there is no such source or no sample, write_conflict, and what `check` throws. */
  remove(id: string, check: CheckSample): Promise<void>;
  /** Deletes what a deleted source has left. A sample that stays is invisible, and `verify` finds it. */
  forget(id: string): Promise<void>;
}

export interface SampleStoreOptions extends Partial<Clock>, IndexOptions {
  readonly client: DynamoDBDocumentClient;
  readonly tableName: string;
  readonly time?: InvocationTime;
  readonly newId?: () => string;
}

interface Context {
  readonly index: OpenIndex<SourceRecord>;
  readonly table: TableAccess;
}

interface FoundSample {
  readonly source: SourceRecord;
  readonly stored: StoredSample | undefined;
}

/** How often a change is tried when others change the same sample at the same time, and the pause between. */
const maxTries = 10;
const pauseMs = 50;

export function createSampleStore(options: SampleStoreOptions): SampleStore {
  const { client, tableName, now = systemClock.now, newId = createIdGenerator({ now }) } = options;
  const index = openIndex(sourceIndex, options);
  const table = accessTable(client, tableName, options);
  const context = { index, table };
  return {
    get: async (id) => {
      const { source, stored } = await find(context, id);
      return { source, sample: stored?.sample, tag: tagOf(stored) };
    },
    put: (id, contentOf, check) =>
      retried(context, id, ({ source, stored }) => {
        check(tagOf(stored), stored?.sample);
        const base = baseOf(source);
        const updated = new Date(now()).toISOString();
        const sample: Sample = { ...contentOf(source), ...(base ? { base } : {}), updated };
        const write = newId();
        return { write, request: putSample(index, { id, write, before: stored }, sample), result: sample };
      }),
    remove: (id, check) =>
      retried(context, id, ({ stored }) => {
        if (!stored?.sample) throw noSample(id);
        check(tagOf(stored), stored?.sample);
        const write = newId();
        const request = putSampleTombstone(index, { id, write, before: stored }, now());
        return { write, request, result: undefined };
      }),
    forget: async (id) => {
      await table.delete(deleteSample(index, id)).catch((error: unknown) => {
        if (!isTransient(error)) throw error;
      });
    },
  };
}

/** @returns ServiceError not_found. */
export function noSample(id: string): ServiceError {
  return new ServiceError('not_found', `The source ${id} has no sample; PUT one.`);
}

function tagOf(stored: StoredSample | undefined): string | undefined {
  return stored?.sample && `"${stored.writes[0]}"`;
}

async function find({ index, table }: Context, id: string): Promise<FoundSample> {
  const { items } = await table.query(querySample(index, id));
  const [item] = items.filter(({ sk }) => sk === 'document');
  const [sampleItem] = items.filter(({ sk }) => sk === sampleKind);
  const source = item && parseDocument(index, item);
  const stored = sampleItem && parseSample(sampleItem);
  if (item && !source) throw new Error(`The item of the source ${id} is malformed.`);
  if (!source?.document) throw new ServiceError('not_found', `There is no source ${id}.`);
  if (sampleItem && !stored) throw new Error(`The item of the sample of ${id} is malformed.`);
  return { source: source.document, stored };
}

interface SampleChange<Result> {
  readonly write: string;
  readonly request: PutRequest;
  readonly result: Result;
}

/** Reads, and puts on the condition that nothing has changed. A write whose response was lost recognizes itself. */
async function retried<Result>(
  context: Context,
  id: string,
  changeOf: (found: FoundSample) => SampleChange<Result>,
): Promise<Result> {
  const { table } = context;
  let sent: SampleChange<Result> | undefined;
  for (let tries = 0; tries <= maxTries; tries++) {
    const found = await find(context, id);
    if (sent && found.stored?.writes.includes(sent.write)) return sent.result;
    if (tries === maxTries) break;
    sent = changeOf(found);
    if (await table.put(sent.request)) {
      await leaveNothing(context, id);
      return sent.result;
    }
    await table.rest(pauseMs);
  }
  const detail = `Others changed the sample of ${id} ${maxTries} times in the meantime; send it again.`;
  throw new ServiceError('write_conflict', detail);
}

/** The source may have been deleted between the read and the put. @throws ServiceError not_found. */
async function leaveNothing(context: Context, id: string): Promise<void> {
  try {
    await find(context, id);
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'not_found')
      await context.table.delete(deleteSample(context.index, id));
    // The sample has been put, whether this read answers or not.
    if (!isTransient(error)) throw error;
  }
}
