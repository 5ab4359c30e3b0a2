/** The result of a preview: documents, failures, and the mapping of an index of the documents. */

import type { Models } from '#generated/models/source.ts';
import type { InvocationTime } from '../../../data/store/invocation-time.ts';
import type { DataRecord } from '../../preprocessors/base/record.ts';
import { discoverPaths } from '../../preprocessors/fields/discover-fields.ts';
import { schemaOfDocuments } from '../../preprocessors/fields/document-schema.ts';
import { type DocumentsMapping, mapDocuments, typeAt } from '../../preprocessors/fields/mapping-preview.ts';
import { findDifferences, type UnexpectedValue } from '../expected-documents.ts';
import { isReadable } from '../records/malformed.ts';
import { type RecordOutcome, runSample, type SampleRun } from '../run-sample.ts';
import type { PreviewInput } from './preview-input.ts';

export interface PreviewOptions {
  /** The number of listed results. All records count. */
  readonly size: number;
  /** Whether results list their steps and times are measured. */
  readonly isVerbose: boolean;
  readonly numericDetection: boolean;
  readonly dateDetection: boolean;
  readonly time: InvocationTime;
}

type Report = Models['MappingPreview'];

export interface MadePreview {
  readonly report: Report;
  /** The body by which Elasticsearch creates an index with this mapping. */
  readonly elasticsearch: Readonly<Record<string, unknown>>;
  /** Makes the JSON Schema of the documents. */
  readonly schema: () => Readonly<Record<string, unknown>>;
}

const keywordLength = 256;
const maxDifferences = 1000;

export function makePreview(input: PreviewInput, options: PreviewOptions): MadePreview {
  const { pipeline, records, properties } = input;
  const { numericDetection, dateDetection, time } = options;
  const run = runSample(pipeline, records, { time, isTraced: options.isVerbose });
  const settings = {
    numeric_detection: numericDetection,
    date_detection: dateDetection,
    ...(properties ? { properties } : {}),
  };
  const mapped = mapDocuments(run.documents, settings);
  const report: Report = {
    sampled: records.length,
    succeeded: run.documents.length,
    failed: run.failed,
    dropped: run.dropped,
    results: run.outcomes.slice(0, options.size).map((one, position) => resultOf(one, position, options)),
    preprocessors: countSteps(input, run, options),
    mapping: mappingRows(input, mapped),
    conflicts: mapped.conflicts.map((conflict) => ({
      ...conflict,
      positions: conflict.positions.map((position) => run.positions[position] ?? position),
    })),
    ignored: ignoredFields(mapped),
    ...(input.expected ? { differences: differencesIn(run, input.expected) } : {}),
    warnings: warningsOf(run, mapped),
  };
  let schema: Readonly<Record<string, unknown>> | undefined;
  const detection = {
    ...(numericDetection ? { numeric_detection: true } : {}),
    ...(dateDetection ? {} : { date_detection: false }),
  };
  return {
    report,
    elasticsearch: { mappings: { ...detection, properties: mapped.elasticsearch } },
    schema: () => {
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
  { result, steps, ...sent }: RecordOutcome,
  position: number,
  { isVerbose }: PreviewOptions,
): Report['results'][number] {
  const { status } = result;
  return {
    position,
    status,
    ...sent,
    ...(result.status === 'success' ? { document: result.document } : {}),
    ...(result.status === 'error' ? { error: result.failure } : {}),
    ...(result.status !== 'success' && result.step !== undefined ? { step: result.step } : {}),
    ...(isVerbose ? { steps } : {}),
  };
}

type StepCount = Report['preprocessors'][number];

function countSteps(
  { pipeline }: PreviewInput,
  { outcomes, counts }: SampleRun,
  { isVerbose }: PreviewOptions,
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

function differencesIn({ outcomes }: SampleRun, expected: readonly (DataRecord | null)[]): UnexpectedValue[] {
  const results = outcomes.map(({ result }) => result);
  return findDifferences(results, expected).slice(0, maxDifferences);
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
