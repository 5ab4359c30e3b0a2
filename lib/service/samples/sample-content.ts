import type { DataRecord } from '@headwater/ingest';
import type { RecordFormat, TypedText } from '@headwater/ingest/records';
import { parseWithDecimals, writeWithDecimals } from 'headwater/json';
import type { Models } from '#generated/models/source.ts';
import { invalidBody } from '../sources/invalid-body.ts';
import { receiveRecords, refuseMalformed } from '../sources/received-records.ts';
import { isExpected } from './expected-documents.ts';
import type { Sample, SampleContent } from './sample-items.ts';

const maxRecords = 100;
/** As `putSampleItem` measures them. */
const maxBytes = 262_144;

/** @throws ServiceError unsupported_media_type, malformed_records, and invalid_request when there are too many or none. */
export function sampleOfText(text: TypedText, source: RecordFormat): SampleContent {
  const records = refuseMalformed(
    receiveRecords(text, { ...source, reparse: parseWithDecimals, limit: maxRecords + 1 }),
  );
  if (records.length === 0) throw invalidBody('', 'min_items', 'must have at least 1 record');
  if (records.length > maxRecords)
    throw invalidBody('', 'max_items', `must have at most ${maxRecords} records`);
  return { records };
}

/**
 * Reads the first `limit` records that a client sends to try a source out.
 *
 * @throws ServiceError unsupported_media_type, malformed_records.
 */
export function recordsOfBody(
  body: TypedText | readonly object[],
  { source, limit }: { readonly source: RecordFormat; readonly limit: number },
): readonly DataRecord[] {
  // The schema has checked that the JSON values are objects.
  if (!('mediaType' in body)) return body.slice(0, limit) as readonly DataRecord[];
  return refuseMalformed(receiveRecords(body, { ...source, reparse: parseWithDecimals, limit }));
}

interface FittingSample {
  readonly content: SampleContent;
  /** The number of records that the sample has no room for. */
  readonly omitted: number;
}

/** Keeps the first records that fit into a sample with their expected documents, and at least one record. */
export function cutSample({ records, expected }: SampleContent): FittingSample {
  const lists = expected ? [records, expected] : [records];
  let bytes = lists.length;
  const tooMany = records.findIndex((_, index) => {
    for (const list of lists) bytes += Buffer.byteLength(writeWithDecimals(list[index])) + 1;
    return bytes > maxBytes;
  });
  const count = tooMany === -1 ? records.length : Math.max(1, tooMany);
  const content = {
    records: records.slice(0, count),
    ...(expected ? { expected: expected.slice(0, count) } : {}),
  };
  return { content, omitted: records.length - count };
}

/** @throws ServiceError invalid_request when the expected documents do not fit the records. */
export function sampleOfInput({ records, expected }: Models['SourceSampleInput']): SampleContent {
  return {
    // The schema has checked that the JSON values are objects.
    records: records as readonly DataRecord[],
    ...(expected ? { expected: expectedDocuments(expected, records.length) } : {}),
  };
}

/** @param count The number of records. @throws ServiceError invalid_request. */
export function expectedDocuments(
  expected: readonly unknown[],
  count: number,
): NonNullable<SampleContent['expected']> {
  if (expected.length !== count) {
    const code = expected.length < count ? 'min_items' : 'max_items';
    throw invalidBody('/expected', code, `must have one item for each of the ${count} records`);
  }
  return expected.map((document, index) => {
    if (isExpected(document)) return document;
    throw invalidBody(`/expected/${index}`, 'type', 'must be an object, null, or a list of these');
  });
}

export function toSourceSample({ records, expected, base, updated }: Sample): Models['SourceSample'] {
  const revision = base ? { revision: base.revision } : {};
  return { records, ...(expected ? { expected } : {}), ...revision, updated };
}
