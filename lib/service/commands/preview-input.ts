/** What `npx headwater preview` reads: a source and a sample of records. */

import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text as readAll } from 'node:stream/consumers';
import {
  checkPipeline,
  compilePipeline,
  type DataRecord,
  type OptionIssue,
  type Pipeline,
} from '@headwater/ingest';
import {
  csvIssues,
  isReadable,
  mediaTypeOfFormat,
  multilineIssues,
  ReadError,
  type ReadRecord,
  type RecordFormat,
  readRecords,
  requireReadable,
} from '@headwater/ingest/records';
import { isRecord } from '@headwater/ingest/values';
import { CommandError } from 'headwater/command-line';
import { parseExactly, parseWithDecimals } from 'headwater/json';
import { loadSteps } from '../pipelines/load-steps.ts';
import type { NamedSteps, PipelineReader } from '../pipelines/pipelines.ts';
import { inBody } from '../pipelines/sent-pipeline.ts';
import { linkPipeline } from '../pipelines/stored-pipeline.ts';
import { type ExpectedDocument, isExpected } from '../samples/expected-documents.ts';

const formats = ['json', 'ndjson', 'csv', 'text'] as const;

interface PreviewSource {
  readonly name: string;
  readonly format: RecordFormat;
  readonly pipeline: Pipeline;
}

/**
 * A file with what `POST /source` accepts, or what `GET /source/{id}` returns; other members than the
 * preprocessors, the format and the name make no difference.
 *
 * @param pipelines A folder with those that its steps run.
 * @throws CommandError with all that is wrong with the preprocessors.
 */
export async function readPreviewSource(file: string, pipelines: string | undefined): Promise<PreviewSource> {
  const source = parseJson(await readText(file), file);
  if (!isRecord(source)) throw new CommandError(`${file} is no source: it must be an object.`);
  const { name, format: sent = 'json', csv, multiline, preprocessors = [], on_failure: onFailure } = source;
  const known = formats.find((each) => each === sent);
  if (!known)
    throw new CommandError(
      `${file} has the format ${JSON.stringify(sent)}; the formats are ${formats.join(', ')}.`,
    );
  const issues = [...csvIssues({ format: known, csv }), ...multilineIssues({ format: known, multiline })];
  if (issues.length > 0) throw withIssues(`${file} does not say how to read its records:`, issues);
  await loadSteps([preprocessors, onFailure]);
  const compiled = compilePipeline(preprocessors, { onFailure });
  if ('issues' in compiled) throw cannotRun(file, compiled.issues);
  const pipeline = pipelines ? await linkPipeline(compiled.pipeline, readerOf(pipelines)) : compiled.pipeline;
  // Each member has been checked.
  const format = { format: known, csv, multiline } as RecordFormat;
  return { name: typeof name === 'string' ? name : file, format, pipeline };
}

/** @throws CommandError for a file that does not contain a pipeline. */
function readerOf(folder: string): PipelineReader {
  return async (name) => {
    const file = join(folder, `${name}.json`);
    if (!existsSync(file)) return undefined;
    const content = parseJson(await readText(file), file);
    if (!isRecord(content)) throw new CommandError(`${file} is no pipeline: it must be an object.`);
    const { preprocessors = [], on_failure: onFailure } = content;
    await loadSteps([preprocessors, onFailure]);
    const issues = checkPipeline(preprocessors, onFailure);
    if (issues.length > 0) throw cannotRun(file, issues);
    // The check has accepted both.
    return { ...content, name, preprocessors } as unknown as NamedSteps;
  };
}

function cannotRun(file: string, issues: readonly OptionIssue[]): CommandError {
  const shown = issues.map(({ pointer, message }) => ({ pointer: inBody(pointer), message }));
  return withIssues(`${file} has preprocessors that cannot run:`, shown);
}

function withIssues(
  headline: string,
  issues: readonly { readonly pointer: string; readonly message: string }[],
): CommandError {
  const lines = issues.map(
    ({ pointer, message }) => `  ${pointer} ${message.endsWith('?') ? message : `${message}.`}`,
  );
  return new CommandError([headline, ...lines].join('\n'));
}

interface PreviewSample {
  readonly records: readonly ReadRecord[];
  readonly expected?: readonly ExpectedDocument[];
  /** There are more records, which are not read. */
  readonly isCut: boolean;
}

/** As many as a request may send. */
const maxPreviewRecords = 1_000;

/**
 * JSON: a list of records, one record, or a sample as `PUT /source/{id}/sample` accepts it. Other texts have
 * the format of the source.
 *
 * @throws CommandError for a text that has none of these forms, with its line.
 */
export async function readPreviewSample(
  file: string | undefined,
  format: RecordFormat,
): Promise<PreviewSample> {
  const name = file ?? 'Standard input';
  const text = file === undefined ? await readAll(process.stdin) : await readText(file);
  const value = /^\s*[[{]/.test(text) ? tryJson(text) : undefined;
  const sample = value === undefined ? { records: readLines(text, name, format) } : sampleOf(value, name);
  if (sample.records.length === 0) throw new CommandError(`${name} has no records.`);
  return {
    ...sample,
    records: sample.records.slice(0, maxPreviewRecords),
    isCut: sample.records.length > maxPreviewRecords,
  };
}

/** @throws CommandError when nothing can be read: the text has another format. */
function readLines(content: string, name: string, source: RecordFormat): ReadRecord[] {
  try {
    const typed = { mediaType: mediaTypeOfFormat[source.format], content };
    const records = readRecords(typed, {
      ...source,
      reparse: parseWithDecimals,
      limit: maxPreviewRecords + 1,
    });
    return records.some(isReadable) ? records : requireReadable(records);
  } catch (error) {
    if (error instanceof ReadError)
      throw new CommandError(`${name}, read as ${source.format}: ${error.message}`);
    throw error;
  }
}

function sampleOf(value: unknown, name: string): Omit<PreviewSample, 'isCut'> {
  const isSample = isRecord(value) && Array.isArray(value['records']);
  const records = recordsOf(isSample ? value['records'] : value, name);
  const expected = isSample ? value['expected'] : undefined;
  return expected === undefined ? { records } : { records, expected: expectedOf(expected, records, name) };
}

function recordsOf(value: unknown, name: string): DataRecord[] {
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  return items.map((item, index) => {
    if (isRecord(item)) return item;
    throw new CommandError(`Record ${index + 1} of ${name} is no object.`);
  });
}

function expectedOf(value: unknown, records: readonly DataRecord[], name: string): ExpectedDocument[] {
  const items: readonly unknown[] = Array.isArray(value) ? value : [];
  const documents = items.filter(isExpected);
  if (documents.length === records.length && items.length === records.length) return documents;
  throw new CommandError(
    `"expected" in ${name} must have one document, null or a list of them for each record.`,
  );
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new CommandError(`${file} cannot be read: ${(error as Error).message.split(',')[0]}.`);
  }
}

function parseJson(text: string, file: string): unknown {
  try {
    return parseExactly(text);
  } catch (error) {
    throw new CommandError(`${file} is not JSON: ${(error as Error).message}.`);
  }
}

/** Undefined for several records, one a line. */
function tryJson(text: string): unknown {
  try {
    return parseWithDecimals(text);
  } catch {
    return undefined;
  }
}
