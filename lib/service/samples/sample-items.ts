/**
 * The stored form of a source's sample, and the requests that read and write it.
 * Pure: each function returns the request of one command.
 *
 * A sample is one item beside the item of its source. Its records are JSON text, for
 * the same reasons as preprocessors (docs/service/storage.md). `write`, the id of the last
 * write, is the entity tag, and conditions compare it.
 */

import type { DataRecord } from '@headwater/ingest';
import { documentKey, type OpenIndex } from 'headwater/documents';
import { ServiceError } from 'headwater/errors';
import { membersOf, parseWithDecimals, readJson, writeJson, writeWithDecimals } from 'headwater/json';
import {
  type Item,
  type ItemChange,
  inPartition,
  isNew,
  layoutVersion,
  type QueryRequest,
} from 'headwater/table';
import type { SourceRecord } from '../sources/source-record.ts';
import type { ExpectedDocument } from './expected-documents.ts';

export interface SampleContent {
  readonly records: readonly DataRecord[];
  /** What each record becomes. */
  readonly expected?: readonly ExpectedDocument[];
}

/** The source's preprocessors when its sample was stored, for comparison with later ones. */
export type SampleBase = Pick<SourceRecord, 'revision' | 'preprocessors' | 'on_failure'>;

export interface Sample extends SampleContent {
  /** Absent if the preprocessors are too large to be stored twice. */
  readonly base?: SampleBase;
  /** ISO 8601. */
  readonly updated: string;
}

export interface StoredSample extends Sample {
  /** The id of the last write. */
  readonly write: string;
}

/** The limit of the JSON of records and expected documents together. */
const maxSampleBytes = 262_144;
export const sampleKind = 'sample';

const schema = 1;

type KeyScope = Pick<OpenIndex<never>, 'name' | 'owner'>;

function sampleKey(index: KeyScope, id: string): Item {
  return { ...documentKey(index, id), sk: sampleKind };
}

export function querySample(index: KeyScope, id: string): QueryRequest {
  return { ...inPartition(documentKey(index, id)['pk']), ConsistentRead: true };
}

interface SampleWrite {
  readonly id: string;
  readonly write: string;
  /** What the write replaces. */
  readonly before: StoredSample | undefined;
}

/** @throws ServiceError content_too_large. */
export function putSampleItem(
  index: KeyScope,
  { id, write, before }: SampleWrite,
  sample: Sample,
): ItemChange {
  const { updated, records, expected, base } = sample;
  const texts = {
    records: writeWithDecimals(records),
    ...(expected === undefined ? {} : { expected: writeJson(expected) }),
  };
  checkSize(Object.values(texts));
  const Item = {
    ...sampleKey(index, id),
    updated,
    ...texts,
    ...(base ? { base: JSON.stringify(base) } : {}),
    write,
    stored: { layout: layoutVersion, schema },
  };
  return { Put: { Item, ...(before ? isUnchanged(before) : isNew) } };
}

/** @param before If absent, whatever is there is deleted. */
export function deleteSample(index: KeyScope, id: string, before?: StoredSample): ItemChange {
  return { Delete: { Key: sampleKey(index, id), ...(before ? isUnchanged(before) : {}) } };
}

/** Undefined if the item is malformed: other software wrote it, or later code with another layout. */
export function parseSample(item: Item): StoredSample | undefined {
  const { records, expected, base, updated, write } = item;
  if (membersOf(item['stored']).layout !== layoutVersion || typeof write !== 'string') return undefined;
  try {
    const content = {
      records: parseWithDecimals(String(records)) as Sample['records'],
      ...(expected === undefined
        ? {}
        : { expected: readJson(String(expected)) as NonNullable<Sample['expected']> }),
      ...(base === undefined ? {} : { base: JSON.parse(String(base)) }),
    };
    const isRight =
      Array.isArray(content.records) &&
      (expected === undefined || Array.isArray(content.expected)) &&
      (base === undefined || Array.isArray(content.base?.preprocessors));
    return isRight && typeof updated === 'string' ? { ...content, updated, write } : undefined;
  } catch {
    return undefined;
  }
}

const maxBaseBytes = 131_072;

/** Undefined if it does not fit into the item beside the largest sample. */
export function baseOf({
  revision,
  preprocessors,
  on_failure: onFailure,
}: SourceRecord): SampleBase | undefined {
  const base = { revision, preprocessors, ...(onFailure ? { on_failure: onFailure } : {}) };
  return Buffer.byteLength(JSON.stringify(base)) <= maxBaseBytes ? base : undefined;
}

function isUnchanged({ write }: StoredSample) {
  return {
    ConditionExpression: '#write = :write',
    ExpressionAttributeNames: { '#write': 'write' },
    ExpressionAttributeValues: { ':write': write },
  };
}

function checkSize(texts: readonly string[]): void {
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  if (bytes <= maxSampleBytes) return;
  const detail = `The sample takes ${bytes} bytes of JSON; at most ${maxSampleBytes} can be stored.`;
  throw new ServiceError('content_too_large', detail, { members: { max_bytes: maxSampleBytes } });
}
