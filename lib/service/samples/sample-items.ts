/**
 * The stored form of a source's sample, and the requests that read and write it.
 * Pure: each function returns the request of one command.
 *
 * A sample is one item beside the item of its source. Its records are JSON text, for
 * the same reasons as preprocessors (docs/storage.md). `write`, the id of the last
 * write, is the entity tag, and conditions compare it. `stored.writes` has the earlier
 * ids, too, newest first: by them a write recognizes itself after its response was
 * lost. A removed sample leaves a tombstone for a day, so that a late request cannot
 * bring it back.
 */

import { documentKey } from '../../data/search/documents/document-items.ts';
import type { OpenIndex } from '../../data/search/index/open-index.ts';
import { inPartition, isNew, layoutVersion } from '../../data/store/layout.ts';
import type { Item } from '../../data/store/table-access.ts';
import type { QueryRequest } from '../../data/store/table-reads.ts';
import type { DeleteRequest, PutRequest } from '../../data/store/table-writes.ts';
import { ServiceError } from '../../shared/errors.ts';
import { readJson, writeJson } from '../../shared/json/lossless-json.ts';
import type { DataRecord } from '../preprocessors/base/record.ts';
import type { SourceRecord } from '../sources/source-record.ts';

export interface SampleContent {
  readonly records: readonly DataRecord[];
  /** The document that each record becomes; null for a record that fails or is dropped. */
  readonly expected?: readonly (DataRecord | null)[];
}

/** The source's preprocessors when its sample was stored, for comparison with later ones. */
export interface SampleBase {
  readonly revision: number;
  readonly preprocessors: SourceRecord['preprocessors'];
}

export interface Sample extends SampleContent {
  /** Absent if the preprocessors are too large to be stored twice. */
  readonly base?: SampleBase;
  /** ISO 8601. */
  readonly updated: string;
}

export interface StoredSample {
  /** Undefined in a tombstone. */
  readonly sample: Sample | undefined;
  /** The ids of the last writes, newest first. */
  readonly writes: readonly string[];
}

/** The limit of the JSON of records and expected documents together. */
const maxSampleBytes = 262_144;
export const sampleKind = 'sample';

const schema = 1;
const rememberedWrites = 8;
const tombstoneSeconds = 24 * 3600;

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
  /** The item that the write replaces. */
  readonly before: StoredSample | undefined;
}

/** @throws ServiceError content_too_large before anything is written. */
export function putSampleItem(
  index: KeyScope,
  { id, write, before }: SampleWrite,
  sample: Sample,
): PutRequest {
  const { updated, records, expected, base } = sample;
  const texts = {
    records: writeJson(records),
    ...(expected === undefined ? {} : { expected: writeJson(expected) }),
  };
  checkSize(Object.values(texts));
  return {
    Item: {
      ...sampleKey(index, id),
      updated,
      ...texts,
      ...(base ? { base: JSON.stringify(base) } : {}),
      ...storedBy(write, before),
    },
    ...isUnchanged(before),
  };
}

/** @param now Milliseconds since 1970. */
export function putSampleTombstone(
  index: KeyScope,
  { id, write, before }: SampleWrite,
  now: number,
): PutRequest {
  const expiresAt = Math.ceil(now / 1000) + tombstoneSeconds;
  return {
    Item: { ...sampleKey(index, id), ...storedBy(write, before), expiresAt },
    ...isUnchanged(before),
  };
}

export function deleteSample(index: KeyScope, id: string): DeleteRequest {
  return { Key: sampleKey(index, id) };
}

/** Undefined if the item is malformed: other software wrote it, or later code with another layout. */
export function parseSample(item: Item): StoredSample | undefined {
  const { records, expected, base, updated, expiresAt } = item;
  const { layout, writes: packed } = Object(item['stored']);
  const writes = String(packed).match(/[0-9a-f]{24}/g) ?? [];
  if (layout !== layoutVersion || writes.length === 0 || writes[0] !== item['write']) return undefined;
  if (expiresAt !== undefined) return { sample: undefined, writes };
  try {
    const content = {
      records: readJson(String(records)) as Sample['records'],
      ...(expected === undefined
        ? {}
        : { expected: readJson(String(expected)) as NonNullable<Sample['expected']> }),
      ...(base === undefined ? {} : { base: JSON.parse(String(base)) }),
    };
    const isRight =
      Array.isArray(content.records) &&
      (expected === undefined || Array.isArray(content.expected)) &&
      (base === undefined || Array.isArray(content.base?.preprocessors));
    return isRight && typeof updated === 'string' ? { sample: { ...content, updated }, writes } : undefined;
  } catch {
    return undefined;
  }
}

const maxBaseBytes = 131_072;

/** Undefined if it does not fit into the item beside the largest sample. */
export function baseOf({ revision, preprocessors }: SourceRecord): SampleBase | undefined {
  const base = { revision, preprocessors };
  return Buffer.byteLength(JSON.stringify(base)) <= maxBaseBytes ? base : undefined;
}

function storedBy(write: string, before: StoredSample | undefined): Item {
  const writes = [write, ...(before?.writes ?? [])].slice(0, rememberedWrites);
  return { write, stored: { layout: layoutVersion, schema, writes: writes.join('') } };
}

function isUnchanged(before: StoredSample | undefined) {
  if (!before) return isNew;
  return {
    ConditionExpression: '#write = :write',
    ExpressionAttributeNames: { '#write': 'write' },
    ExpressionAttributeValues: { ':write': before.writes[0] },
  };
}

function checkSize(texts: readonly string[]): void {
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  if (bytes <= maxSampleBytes) return;
  const detail = `The sample takes ${bytes} bytes of JSON; at most ${maxSampleBytes} can be stored.`;
  throw new ServiceError('content_too_large', detail, { members: { max_bytes: maxSampleBytes } });
}
