/** The input of a preview: records, preprocessors and a mapping, either stored or sent by a client. */

import { type Pipeline, pointerTo } from '@headwater/ingest';
import { type ImportedPipeline, importPipeline, RefusedImport } from '@headwater/ingest/elasticsearch';
import type { FieldMapping, MappingSettings } from '@headwater/ingest/fields';
import { mediaTypeOfFormat, type ReadRecord, readAgain, type TypedText } from '@headwater/ingest/records';
import { isRecord, kindInWords } from '@headwater/ingest/values';
import { getDocument } from 'headwater/documents';
import type { ServiceError } from 'headwater/errors';
import { parseWithDecimals } from 'headwater/json';
import type { Invocation } from 'headwater/table';
import type { Models } from '#generated/models/source.ts';
import { pipelineReader } from '../../pipelines/pipelines.ts';
import { compileSent, type SentPipeline } from '../../pipelines/sent-pipeline.ts';
import { linkPipeline, pipelineOf } from '../../pipelines/stored-pipeline.ts';
import { invalidBody } from '../../sources/invalid-body.ts';
import { receiveRecords } from '../../sources/received-records.ts';
import type { SourceRecord } from '../../sources/source-record.ts';
import { sources } from '../../sources/sources.ts';
import type { ExpectedDocument } from '../expected-documents.ts';
import { expectedDocuments } from '../sample-content.ts';
import type { SampleContent } from '../sample-items.ts';
import { sampledSource } from '../sample-store.ts';

export interface PreviewInput extends PreviewContent {
  readonly source: SourceRecord;
  readonly pipeline: Pipeline;
  /** Present if the client has sent an ingest pipeline. */
  readonly imported?: ImportedPipeline;
  /** The mapping before the first document. */
  readonly properties?: MappingProperties;
  /** The indexes that get the documents of the source; none by default. */
  readonly indexes?: readonly MappedIndex[];
}

/** An index, and its mapping as it was at a time, in milliseconds since 1970. */
interface MappedIndex {
  readonly stream: string;
  readonly index: string;
  readonly mapping: MappingSettings;
  readonly at: number;
}

interface PreviewContent extends Omit<SampleContent, 'records'> {
  readonly records: readonly ReadRecord[];
  /** The documents that a stream stores of the records. */
  readonly stored?: readonly ExpectedDocument[];
}

type Input = Models['PreviewInput'];

/** The body that a client sends; records or failures of a stream may replace its records. */
export interface PreviewBody extends Omit<Input, 'records'> {
  readonly records?: readonly (NonNullable<Input['records']>[number] | ReadRecord)[];
  /** The documents of the records of a stream: they are expected. */
  readonly stored?: readonly ExpectedDocument[];
}

const maxRecords = 1000;

/** @throws ServiceError not_found, no_sample, invalid_preprocessors. */
export async function storedPreview(time: Invocation, id: string): Promise<PreviewInput> {
  const { source, sample } = await sampledSource(time, id);
  return { ...sample, source, pipeline: await pipelineOf(source, pipelineReader(time)) };
}

/** Records in the format of the source. @throws ServiceError as `storedPreview`, unsupported_media_type, malformed_records (the names of CSV). */
export async function previewOfText(time: Invocation, id: string, text: TypedText): Promise<PreviewInput> {
  const source = await getDocument(sources(time), id);
  return {
    source,
    records: recordsOfText(text, source),
    pipeline: await pipelineOf(source, pipelineReader(time)),
  };
}

/** Members that the body omits come from the source. @throws ServiceError as `previewOfText`, invalid_request. */
export async function previewOfBody(time: Invocation, id: string, body: PreviewBody): Promise<PreviewInput> {
  const { records, text, expected, mapping, ingest_pipeline: ingestPipeline } = body;
  if (records && text !== undefined)
    throw invalidBody('/text', 'not_allowed', 'must be absent beside records');
  const properties = mapping && readMapping(mapping);
  for (const name of ['preprocessors', 'on_failure'] as const)
    if (body[name] && ingestPipeline)
      throw invalidBody('/ingest_pipeline', 'not_allowed', `must be absent beside ${name}`);
  const imported = ingestPipeline && (await readPipeline(ingestPipeline));
  const found = await contentOf(time, id, body);
  const { source } = found;
  const documents = expected ? { expected: expectedDocuments(expected, found.records.length) } : {};
  const { stored } = body;
  return {
    ...found,
    ...documents,
    ...(stored ? { expected: stored, stored } : {}),
    ...(imported ? { imported } : {}),
    pipeline: await (imported ? unsavedPipeline(time, imported) : previewedPipeline(time, source, body)),
    ...(properties ? { properties } : {}),
  };
}

function previewedPipeline(
  time: Invocation,
  source: SourceRecord,
  { preprocessors, on_failure: onFailure }: PreviewBody,
): Promise<Pipeline> {
  if (!preprocessors && !onFailure) return pipelineOf(source, pipelineReader(time));
  return unsavedPipeline(time, {
    preprocessors: preprocessors ?? source.preprocessors,
    on_failure: onFailure ?? source.on_failure,
  });
}

async function unsavedPipeline(time: Invocation, content: SentPipeline): Promise<Pipeline> {
  return linkPipeline(await compileSent(content), pipelineReader(time));
}

async function readPipeline(sent: unknown): Promise<ImportedPipeline> {
  const imported = await importPipeline(sent);
  if (!(imported instanceof RefusedImport)) return imported;
  throw invalidBody('/ingest_pipeline/processors', imported.code, imported.message);
}

async function contentOf(
  time: Invocation,
  id: string,
  { records, text }: PreviewBody,
): Promise<PreviewContent & { readonly source: SourceRecord }> {
  if (!records && text === undefined) {
    const { source, sample } = await sampledSource(time, id);
    return { ...sample, source };
  }
  const source = await getDocument(sources(time), id);
  // The schema has checked the JSON; failures of a stream are records.
  if (records)
    return { source, records: (records as readonly ReadRecord[]).map((one) => readAgain(one, source)) };
  const typed = { mediaType: mediaTypeOfFormat[source.format], content: text ?? '' };
  return { source, records: recordsOfText(typed, source) };
}

function recordsOfText(text: TypedText, source: SourceRecord): readonly ReadRecord[] {
  const records = receiveRecords(text, { ...source, reparse: parseWithDecimals, limit: maxRecords + 1 });
  if (records.length <= maxRecords) return records;
  throw invalidBody('', 'max_items', `must have at most ${maxRecords} records`);
}

/** The `properties` of an index mapping, in the form that Elasticsearch returns. */
type MappingProperties = Readonly<Record<string, FieldMapping>>;

const maxFields = 1000;

/**
 * The `properties` of a mapping.
 *
 * @param mapping A mapping, or an object whose member `mappings` is one.
 * @throws ServiceError invalid_request with the place in the body.
 */
function readMapping(mapping: Readonly<Record<string, unknown>>): MappingProperties {
  const isWrapped = isRecord(mapping['mappings']);
  const inner = isWrapped ? mapping['mappings'] : mapping;
  const pointer = isWrapped ? '/mapping/mappings' : '/mapping';
  const properties = isRecord(inner) ? inner['properties'] : undefined;
  if (properties === undefined) throw invalidBody(`${pointer}/properties`, 'required', 'is required');
  const count = checkFields(properties, `${pointer}/properties`);
  if (count > maxFields)
    throw invalidBody(`${pointer}/properties`, 'max_items', `must have at most ${maxFields} fields`);
  return properties as MappingProperties;
}

/** @returns the number of fields, sub-fields included. */
function checkFields(fields: unknown, pointer: string): number {
  if (!isRecord(fields)) throw wrongType(pointer, 'an object', fields);
  return Object.entries(fields).reduce(
    (sum, [name, field]) => sum + checkField(field, pointerTo(pointer, name)),
    0,
  );
}

function checkField(field: unknown, pointer: string): number {
  if (!isRecord(field)) throw wrongType(pointer, 'an object', field);
  for (const word of ['type', 'format'])
    if (field[word] !== undefined && typeof field[word] !== 'string')
      throw wrongType(`${pointer}/${word}`, 'a string', field[word]);
  const inner = ['properties', 'fields'].filter((word) => field[word] !== undefined);
  return inner.reduce((sum, word) => sum + checkFields(field[word], `${pointer}/${word}`), 1);
}

function wrongType(pointer: string, expected: string, value: unknown): ServiceError {
  return invalidBody(pointer, 'type', `must be ${expected}, not ${kindInWords(value)}`);
}
