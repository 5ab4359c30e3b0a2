/** Samples in DynamoDB: records that try a source out. Each function takes the documents of the sources. */

import {
  checkExists,
  type DocumentAccess,
  type Documents,
  noteBeside,
  parseDocument,
} from 'headwater/documents';
import { ServiceError } from 'headwater/errors';
import { type Invocation, type ItemChange, queryItems, rest, transact } from 'headwater/table';
import { noSample } from '#generated/problems.ts';
import type { SourceRecord } from '../sources/source-record.ts';
import { sources } from '../sources/sources.ts';
import {
  baseOf,
  deleteSample,
  parseSample,
  putSampleItem,
  querySample,
  type Sample,
  type SampleContent,
  type StoredSample,
  sampleKind,
} from './sample-items.ts';

interface SampledSource {
  readonly source: SourceRecord;
  readonly sample: Sample | undefined;
  /** The entity tag of the sample. */
  readonly tag: string | undefined;
}

/** Throws if the sample must not be changed. Both arguments are undefined if the source has no sample. */
type CheckSample = (tag: string | undefined, current: Sample | undefined) => void;

interface FoundSample extends SampledSource {
  readonly sample: StoredSample | undefined;
}

/** The limit of tries while others change the same sample, and the pause between them. */
const maxTries = 10;
const pauseMs = 50;

interface SampleChange {
  /** Called again after a conflict with another change. */
  readonly contentOf: (source: SourceRecord) => SampleContent;
  readonly check: CheckSample;
}

/**
 * Stores a sample, or replaces the existing one.
 *
 * @throws ServiceError not_found, write_conflict, content_too_large, and what the callbacks throw.
 */
export function putSample(
  store: Documents<SourceRecord>,
  id: string,
  { contentOf, check }: SampleChange,
): Promise<Sample> {
  return retried(store, id, ({ source, sample: current, tag }) => {
    check(tag, current);
    const base = baseOf(source);
    const updated = new Date(store.now()).toISOString();
    const sample: Sample = { ...contentOf(source), ...(base ? { base } : {}), updated };
    const written = { id, write: store.newId(), before: current };
    const note = current ? [] : [noteBeside(store.index, id, sampleKind, true)];
    return { changes: [putSampleItem(store.index, written, sample), ...note], result: sample };
  });
}

/** @throws ServiceError not_found when there is no such source or no sample, write_conflict, and what `check` throws. */
export function removeSample(store: Documents<SourceRecord>, id: string, check: CheckSample): Promise<void> {
  return retried(store, id, ({ sample, tag }) => {
    if (!sample) throw sampleNotFound(id);
    check(tag, sample);
    const note = noteBeside(store.index, id, sampleKind, false);
    return { changes: [deleteSample(store.index, id, sample), note], result: undefined };
  });
}

/** Reads a source and its sample. @throws ServiceError not_found, and no_sample when the source has none. */
export async function sampledSource(
  invocation: Invocation,
  id: string,
): Promise<SampledSource & { readonly sample: Sample }> {
  const { source, sample, tag } = await findSample(sources(invocation), id);
  if (sample) return { source, sample, tag };
  throw new ServiceError(noSample, `The source ${id} has no sample; PUT one, or POST records here.`);
}

/** @returns ServiceError not_found. */
export function sampleNotFound(id: string): ServiceError {
  return new ServiceError('not_found', `The source ${id} has no sample; PUT one.`);
}

/** @throws ServiceError not_found when there is no such source. */
export async function findSample(
  { index, table }: DocumentAccess<SourceRecord>,
  id: string,
): Promise<FoundSample> {
  const { items } = await queryItems(table, querySample(index, id));
  const [item] = items.filter(({ sk }) => sk === 'document');
  const [sampleItem] = items.filter(({ sk }) => sk === sampleKind);
  const source = item && parseDocument(index, item);
  const sample = sampleItem && parseSample(sampleItem);
  if (!item) throw new ServiceError('not_found', `There is no source ${id}.`);
  if (!source) throw new Error(`The item of the source ${id} is malformed.`);
  if (sampleItem && !sample) throw new Error(`The item of the sample of ${id} is malformed.`);
  return { source: source.document, sample, tag: sample && `"${sample.write}"` };
}

interface SampleWrite<Result> {
  readonly changes: readonly ItemChange[];
  readonly result: Result;
}

/** Reads, and changes the sample on the condition that nothing has changed and the source is still there. */
async function retried<Result>(
  store: Documents<SourceRecord>,
  id: string,
  changeOf: (found: FoundSample) => SampleWrite<Result>,
): Promise<Result> {
  const { index, table } = store;
  for (let tries = 0; tries < maxTries; tries++) {
    const { changes, result } = changeOf(await findSample(store, id));
    const failed = await transact(table, [...changes, checkExists(index, id)]);
    if (failed.length === 0) return result;
    await rest(table, pauseMs);
  }
  const detail = `Others changed the sample of ${id} ${maxTries} times in the meantime; send it again.`;
  throw new ServiceError('write_conflict', detail);
}
