import {
  type DocumentsMapping,
  discoverPaths,
  indexTemplate,
  mapDocuments,
  refusalsIn,
  schemaOfDocuments,
  typeAt,
} from '@headwater/ingest/fields';
import { isReadable } from '@headwater/ingest/records';
import { omitUndefined } from 'headwater/json';
import type { InvocationTime } from 'headwater/table';
import type { Models } from '#generated/models/source.ts';
import { contentTag } from '../content-tag.ts';
import { type ExpectedDocument, findDifferences, type UnexpectedValue } from '../expected-documents.ts';
import { refuseLargeResult } from '../response-size.ts';
import {
  failureIn,
  isLaterPart,
  limitsOf,
  type RecordOutcome,
  runSample,
  type SampleRun,
} from '../run-sample.ts';
import type { PreviewInput } from './preview-input.ts';

interface PreviewParameters {
  /** The number of listed results. All records count. */
  readonly size: number;
  /** Whether results list their steps and times are measured. */
  readonly verbose: boolean;
  readonly numeric_detection: boolean;
  readonly date_detection: boolean;
  /** The name of an index: the mapping alone is then an index template. */
  readonly index?: string;
}

/** The parts of the handler's context that a preview needs. */
interface PreviewContext extends InvocationTime {
  readonly mediaType: string | undefined;
}

type JsonObject = Readonly<Record<string, unknown>>;

/** The preview in the formats that clients can request. */
interface PreviewForms {
  readonly 1: () => Report;
  /** The body by which Elasticsearch creates an index with this mapping, or an index template. */
  readonly 'application/vnd.elasticsearch+json': () => JsonObject;
  /** The JSON Schema of the documents. */
  readonly 'application/schema+json': () => JsonObject;
}

interface OfferedPreview {
  readonly forms: PreviewForms;
  /** The entity tag; undefined if the result contains times of this run. */
  readonly tag: string | undefined;
}

type Report = Models['MappingPreview'];

const keywordLength = 256;
const maxDifferences = 1000;
const maxRefusals = 5;

/** @throws ServiceError content_too_large. */
export function offerPreview(
  input: PreviewInput,
  parameters: PreviewParameters,
  context: PreviewContext,
): OfferedPreview {
  const forms = formsOf(input, parameters, context);
  const { mediaType } = context;
  const make = Object.entries(forms).find(([name]) => name === mediaType)?.[1] ?? forms[1];
  const chosen: object = make();
  refuseLargeResult(chosen);
  const isTimed = parameters.verbose && make === forms[1];
  return { forms, tag: isTimed ? undefined : contentTag(mediaType, chosen) };
}

function formsOf(input: PreviewInput, parameters: PreviewParameters, time: InvocationTime): PreviewForms {
  const { pipeline, records, properties } = input;
  const { size, verbose: isVerbose, index, ...detection } = parameters;
  const run = runSample(pipeline, records, { limits: limitsOf(time), isTraced: isVerbose });
  const mapped = mapDocuments(run.documents, { ...detection, ...omitUndefined({ properties }) });
  const indexes = (input.indexes ?? []).map((one) => comparedIndex(one, run));
  const report: Report = {
    sampled: records.length,
    succeeded: run.documents.length,
    failed: run.failed,
    dropped: run.dropped,
    ...(run.rescued > 0 ? { rescued: run.rescued } : {}),
    results: run.outcomes.slice(0, size).map((one) => ({
      ...resultOf(one, isVerbose),
      ...omitUndefined({ stored: storedOf(input, one) }),
    })),
    preprocessors: countSteps(input, run, isVerbose),
    mapping: mappingRows(input, mapped),
    conflicts: mapped.conflicts.map((conflict) => ({
      ...conflict,
      positions: conflict.positions.map((position) => run.positions[position] ?? position),
    })),
    ignored: ignoredFields(mapped),
    ...(input.imported ? { imported: input.imported } : {}),
    ...(indexes.length > 0 ? { indexes } : {}),
    ...(input.expected ? { differences: differencesIn(run, input.expected) } : {}),
    warnings: [...warningsOf(run, mapped), ...indexes.flatMap((one) => indexWarning(one, run))],
  };
  const settings = omitUndefined({
    numeric_detection: detection.numeric_detection || undefined,
    date_detection: detection.date_detection ? undefined : false,
  });
  let schema: JsonObject | undefined;
  return {
    1: () => report,
    'application/vnd.elasticsearch+json': () =>
      index === undefined
        ? { mappings: { ...settings, properties: mapped.elasticsearch } }
        : indexTemplate({ index, documents: run.documents, fields: mapped.fields, properties }),
    'application/schema+json': () => {
      schema ??= { ...schemaOfDocuments(run.documents) };
      return schema;
    },
  };
}

function mappingRows(
  { records, properties = {} }: PreviewInput,
  { rows }: DocumentsMapping,
): Report['mapping'] {
  const raw = discoverPaths(records.filter(isReadable));
  return rows
    .filter(({ type }) => type !== 'null')
    .map((row) => ({
      ...row,
      ...(row.type === 'text'
        ? { fields: { keyword: { type: 'keyword', ignore_above: keywordLength } } }
        : {}),
      origin:
        typeAt(properties, row.path) !== undefined ? 'given' : raw.has(row.path) ? 'record' : 'preprocessor',
    }));
}

/** Fields of documents that the index ignores, wholly or in part. */
function ignoredFields({ fields }: DocumentsMapping): Report['ignored'] {
  return fields.flatMap(({ path, type, max_length: length = 0 }) => {
    if (type === 'null') return [{ path, reason: 'It has no value in any document, so nothing is mapped.' }];
    if (type !== 'text' || length <= keywordLength) return [];
    return [{ path, reason: `Texts of more than ${keywordLength} characters are not in ${path}.keyword.` }];
  });
}

function resultOf(
  { position, part, raw, raw_encoding, result, steps }: RecordOutcome,
  isVerbose: boolean,
): Report['results'][number] {
  const { failure, step } = failureIn(result);
  return {
    position,
    ...omitUndefined({ part }),
    status: result.status,
    ...(isLaterPart(part) ? {} : { raw, ...omitUndefined({ raw_encoding }) }),
    ...(result.status === 'success' ? { document: result.document } : {}),
    ...omitUndefined({ error: failure, step }),
    ...(isVerbose ? { steps } : {}),
  };
}

type ComparedIndex = NonNullable<Report['indexes']>[number];

/** What the index would refuse of the documents, one after the other. */
function comparedIndex(
  { stream, index, mapping, at }: NonNullable<PreviewInput['indexes']>[number],
  { documents, positions }: SampleRun,
): ComparedIndex {
  const refusals = refusalsIn(documents, mapping);
  return {
    stream,
    index,
    at: new Date(at).toISOString(),
    refused: refusals.length,
    refusals: refusals.slice(0, maxRefusals).map(({ position, path, message }) => ({
      position: positions[position] ?? position,
      path,
      message,
    })),
  };
}

function indexWarning({ index, refused, refusals }: ComparedIndex, { documents }: SampleRun): string[] {
  const [first] = refusals;
  const counts = `${refused} of ${documents.length} documents`;
  return first ? [`The index ${index} would refuse ${counts}, first: ${first.message}`] : [];
}

type StepCount = Report['preprocessors'][number];

function countSteps(
  { pipeline }: PreviewInput,
  { outcomes, counts }: SampleRun,
  isVerbose: boolean,
): StepCount[] {
  const times = pipeline.steps.map(() => 0);
  for (const { steps } of outcomes)
    for (const { index, took_us: us } of steps) times[index] = (times[index] ?? 0) + us;
  return pipeline.steps.map(({ type, tag }, index) => ({
    index,
    type,
    ...(tag === undefined ? {} : { tag }),
    succeeded: counts.succeeded[index] ?? 0,
    failed: counts.failed[index] ?? 0,
    skipped: counts.skipped[index] ?? 0,
    dropped: counts.dropped[index] ?? 0,
    ...(isVerbose ? { took_us: times[index] ?? 0 } : {}),
  }));
}

/** All documents of the record are beside its first part. */
function storedOf({ stored }: PreviewInput, { position, part }: RecordOutcome) {
  return isLaterPart(part) ? undefined : (stored?.[position] ?? undefined);
}

function differencesIn({ outcomes }: SampleRun, expected: readonly ExpectedDocument[]): UnexpectedValue[] {
  return findDifferences(outcomes, expected).slice(0, maxDifferences);
}

function warningsOf({ outcomes, documents }: SampleRun, { refusals }: DocumentsMapping): string[] {
  const late = outcomes.filter(
    ({ result }) => result.status === 'error' && result.failure.code === 'deadline_exceeded',
  ).length;
  const [first] = refusals;
  return [
    ...(documents.length === 0 ? ['No record became a document, so nothing is mapped.'] : []),
    ...(late > 0 ? [`The time was over before ${late} of ${outcomes.length} records.`] : []),
    ...(first
      ? [`Elasticsearch refuses ${refusals.length} of ${documents.length} documents, first: ${first.message}`]
      : []),
  ];
}
