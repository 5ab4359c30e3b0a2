/** What a preview is made of: records, preprocessors and a mapping, as they are stored or as a client sends them. */

import type { Models } from '#generated/models/source.ts';
import { ServiceError } from '../../errors.ts';
import type { DataRecord } from '../../preprocessors/base/record.ts';
import type { Pipeline } from '../../preprocessors/engine/pipeline.ts';
import { compileSent } from '../../preprocessors/engine/sent-pipeline.ts';
import type { SourceRecord } from '../../sources/source-record.ts';
import { getSource } from '../../sources/source-repository.ts';
import { sources } from '../../sources/sources.ts';
import type { Invocation } from '../../store/invocation-time.ts';
import { type RecordText, readRecords } from '../records/read-records.ts';
import { expectedDocuments } from '../sample-content.ts';
import type { SampleContent } from '../sample-items.ts';
import { sampledSource } from '../samples.ts';
import { pipelineOf } from '../stored-pipeline.ts';
import { type MappingProperties, readMapping } from './given-mapping.ts';

export interface PreviewInput extends SampleContent {
  readonly source: SourceRecord;
  readonly pipeline: Pipeline;
  /** The mapping before the first document. */
  readonly properties?: MappingProperties;
}

type Body = Models['PreviewInput'];

const maxRecords = 1000;

/** @throws ServiceError not_found, no_sample, invalid_preprocessors. */
export async function storedPreview(time: Invocation, id: string): Promise<PreviewInput> {
  const { source, sample } = await sampledSource(time, id);
  return { ...sample, source, pipeline: pipelineOf(source) };
}

/** Records in the format of the source. @throws ServiceError as `storedPreview`, unsupported_media_type, malformed_records. */
export async function previewOfText(time: Invocation, id: string, text: RecordText): Promise<PreviewInput> {
  const source = await getSource(sources(time), id);
  return { source, records: recordsOfText(text, source), pipeline: pipelineOf(source) };
}

/** What the body leaves out is that of the source. @throws ServiceError as `previewOfText`, invalid_request. */
export async function previewOfBody(time: Invocation, id: string, body: Body): Promise<PreviewInput> {
  const { records, text, expected, preprocessors, mapping } = body;
  if (records && text !== undefined)
    throw invalidBody('/text', 'not_allowed', 'must be absent beside records');
  const properties = mapping && readMapping(mapping);
  const sent = preprocessors && compileSent(preprocessors);
  const found = await contentOf(time, id, body);
  const { source } = found;
  const documents = expected ? { expected: expectedDocuments(expected, found.records.length) } : {};
  return {
    ...found,
    ...documents,
    pipeline: sent ?? pipelineOf(source),
    ...(properties ? { properties } : {}),
  };
}

async function contentOf(
  time: Invocation,
  id: string,
  { records, text }: Body,
): Promise<SampleContent & { readonly source: SourceRecord }> {
  if (!records && text === undefined) {
    const { source, sample } = await sampledSource(time, id);
    return { ...sample, source };
  }
  const source = await getSource(sources(time), id);
  // JSON that the schema has checked: objects.
  if (records) return { source, records: records as readonly DataRecord[] };
  return {
    source,
    records: recordsOfText({ mediaType: textTypes[source.format], text: text ?? '' }, source),
  };
}

/** How the member `text` is read. */
const textTypes = {
  json: 'application/x-ndjson',
  ndjson: 'application/x-ndjson',
  csv: 'text/csv',
  text: 'text/plain',
} as const satisfies Record<SourceRecord['format'], string>;

function recordsOfText(text: RecordText, { format }: SourceRecord): readonly DataRecord[] {
  const records = readRecords(text, { format, limit: maxRecords + 1 });
  if (records.length <= maxRecords) return records;
  throw invalidBody('', 'max_items', `must have at most ${maxRecords} records`);
}

function invalidBody(pointer: string, code: string, message: string): ServiceError {
  const errors = [{ in: 'body', pointer, code, message }];
  return new ServiceError('invalid_request', '1 value is not as declared.', { members: { errors } });
}
