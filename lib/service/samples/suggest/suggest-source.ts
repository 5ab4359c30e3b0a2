/** What `POST /source/suggestion` answers: the suggestion for records, a text, a sample or the records of a stream. */

import type { DataRecord } from '@headwater/ingest';
import { isReadable, type ReadRecord, type RecordFormat, sentOf } from '@headwater/ingest/records';
import {
  type Suggestion,
  type SuggestionInput,
  suggest,
  suggestionEngine,
} from '@headwater/ingest/suggestions';
import type { Invocation, InvocationTime } from 'headwater/table';
import type { Models } from '#generated/models/source.ts';
import { invalidBody } from '../../sources/invalid-body.ts';
import type { PreviewBody } from '../preview/preview-input.ts';
import { refuseLargeResult } from '../response-size.ts';
import { limitsOf } from '../run-sample.ts';
import { sampledSource } from '../sample-store.ts';

type Input = Models['SuggestionInput'];

/** The format of their source says how the records of a stream were written. */
export function inputOfRecords(sent: PreviewBody['records'], source: RecordFormat): SuggestionInput {
  // The records of a stream have been read.
  const records = (sent ?? []) as readonly ReadRecord[];
  const format = formatOf(source);
  const readable = records.filter(isReadable);
  if (readable.length > 0) return { records: readable, format };
  // Lines that could not be read at all show their format best.
  return { text: records.map((record) => String(sentOf(record).raw)).join('\n') };
}

/** Suggests a source for a body without a stream. @throws ServiceError invalid_request, not_found, no_sample. */
export async function inputOfBody(time: Invocation, body: Input): Promise<SuggestionInput> {
  const { records, text, source: id } = body;
  const given = Object.entries({ records, text, source: id }).filter(([, value]) => value !== undefined);
  const [[first] = [undefined], [second] = [undefined]] = given;
  if (first === undefined) throw invalidBody('', 'required', 'must have records, text or source');
  if (second !== undefined) throw invalidBody(`/${second}`, 'not_allowed', `must be absent beside ${first}`);
  if (text !== undefined) return { text };
  // The schema has checked that the JSON values are objects.
  if (records) return { records: records as readonly DataRecord[], format: { format: 'json' } };
  const { source, sample } = await sampledSource(time, id ?? '');
  return { records: sample.records, format: formatOf(source) };
}

function formatOf({
  format,
  csv,
  multiline,
}: RecordFormat): Pick<Models['Suggestion'], 'format' | 'csv' | 'multiline'> {
  return { format, ...(csv ? { csv } : {}), ...(multiline ? { multiline } : {}) };
}

/** @throws ServiceError content_too_large, and invalid_request if there is no record. */
export async function suggestionsFor(
  input: SuggestionInput,
  time: InvocationTime,
): Promise<Models['Suggestions']> {
  const found = suggest(input, await suggestionEngine(limitsOf(time)));
  if (!found) throw invalidBody('', 'min_items', 'must have at least 1 record');
  const { best, alternatives } = found;
  const result = { suggestion: toModel(best), alternatives: alternatives.map(toModel) };
  refuseLargeResult(result);
  return result;
}

const maxFields = 1_000;

function toModel({ source, fields, reasons, guesses, ...counts }: Suggestion): Models['Suggestion'] {
  const { preprocessors, ...format } = source;
  return {
    ...formatOf(format),
    preprocessors,
    ...counts,
    fields: fields.slice(0, maxFields),
    reasons,
    guesses,
  };
}
