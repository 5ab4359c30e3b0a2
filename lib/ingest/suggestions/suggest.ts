/** Suggests how a source reads records: its format and preprocessors, found from the records by rules alone. */

import type { DataRecord } from '../base/record.ts';
import type { RecordFormat } from '../records/csv-format.ts';
import { candidatesOf } from './candidates.ts';
import { describeFields, type FoundField, leavesOf } from './document-fields.ts';
import type { Configuration } from './layout/grok-of-layout.ts';
import { literalWords, losesText } from './lost-text.ts';

/** What reads and transforms records in earnest, so that a suggestion is measured and not assumed. */
export interface SuggestionEngine {
  /** Records that cannot be read are undefined. Undefined if the format is not possible for the text. */
  readonly read: (text: string, format: RecordFormat) => readonly (DataRecord | undefined)[] | undefined;
  /** The document of each record, undefined for one that fails. Undefined if a configuration is not valid. */
  readonly run: (
    preprocessors: readonly Configuration[],
    records: readonly DataRecord[],
  ) => readonly (DataRecord | undefined)[] | undefined;
}

export interface SuggestedSource extends RecordFormat {
  readonly preprocessors: readonly Configuration[];
}

export interface SourceCandidate {
  readonly source: SuggestedSource;
  readonly reasons: readonly string[];
  /** The fields whose names only the values suggest. */
  readonly guesses: readonly string[];
  /** The member of the records with the text that the steps read; absent if the format has read it. */
  readonly field?: string;
  /** Lines about the others, which no step reads. */
  readonly isDirective?: (record: DataRecord) => boolean;
}

export interface Suggestion extends Pick<SourceCandidate, 'source' | 'reasons' | 'guesses'> {
  /** The number of records in this format, and the share of them that become documents. */
  readonly records: number;
  readonly parsed: number;
  readonly fields: readonly FoundField[];
}

export interface Suggestions {
  readonly best: Suggestion;
  /** At most two, the better one first. */
  readonly alternatives: readonly Suggestion[];
}

export type SuggestionInput =
  | { readonly text: string }
  /** Records that have been read already, in this format. */
  | { readonly records: readonly DataRecord[]; readonly format: RecordFormat };

const maxAlternatives = 2;
/** A candidate with fewer documents is only taken if no other has more. */
const enough = 0.95;

/**
 * Each suggestion makes a document of every record that it was made from, and each document has all the text of its record.
 *
 * @returns Undefined if there is no record.
 * @example suggest({ text: 'a=1 b=2\na=3 b=4' }, engine)?.best.source.preprocessors[0]?.type // 'logfmt'
 */
export function suggest(input: SuggestionInput, engine: SuggestionEngine): Suggestions | undefined {
  const measured: Measured[] = [];
  let hasCandidates = false;
  for (const candidate of candidatesOf(input, engine)) {
    hasCandidates = true;
    const one = measure(candidate, input, engine);
    if (one) measured.push(one);
  }
  if (!hasCandidates) return undefined;
  const kept = measured.length === 0 ? measure(unread(input), input, engine) : undefined;
  // The order of the candidates counts among those that fit.
  const [best, ...others] = kept ? [kept] : measured.toSorted((a, b) => rankOf(b) - rankOf(a));
  if (!best) return undefined;
  return {
    best: best.suggestion,
    alternatives: others.slice(0, maxAlternatives).map(({ suggestion }) => suggestion),
  };
}

/** Keeps the records as they are. */
function unread(input: SuggestionInput): SourceCandidate {
  const format: RecordFormat = 'text' in input ? { format: 'text' } : input.format;
  return { source: { ...format, preprocessors: [] }, reasons: ['No steps fit all records.'], guesses: [] };
}

interface Measured {
  readonly suggestion: Suggestion;
  /** The share of records that the steps of the candidate read without a failure. */
  readonly read: number;
  /** The share of records from which more than one field is read. */
  readonly shaped: number;
}

function rankOf({ read, shaped }: Measured): number {
  return read >= enough && shaped >= 0.9 ? 1 : Math.min(read, shaped);
}

/** Undefined for a candidate that is worse than its records as they are. */
function measure(
  candidate: SourceCandidate,
  input: SuggestionInput,
  engine: SuggestionEngine,
): Measured | undefined {
  const { preprocessors, ...format } = candidate.source;
  const sent = 'text' in input ? engine.read(input.text, format) : input.records;
  const records = (sent ?? []).filter((record) => record !== undefined && !candidate.isDirective?.(record));
  // A line that cannot be read in this format would be a document as a text.
  if (!sent || sent.includes(undefined) || records.length === 0) return undefined;
  return measureRecords(candidate, records as readonly DataRecord[], engine);
}

function measureRecords(
  candidate: SourceCandidate,
  records: readonly DataRecord[],
  engine: SuggestionEngine,
): Measured | undefined {
  const results = engine.run(candidate.source.preprocessors, records);
  const documents = results?.filter((document) => document !== undefined) ?? [];
  const shaped = documents.filter((document) => leavesOf(document).size > 1).length;
  const readsNothing =
    shaped === 0 && candidate.field !== undefined && candidate.source.preprocessors.length > 0;
  if (!results || readsNothing) return undefined;
  const whole = withoutLoss(withoutFailures({ ...candidate, results }, records, engine), records, engine);
  if (!whole) return undefined;
  const { source, reasons, guesses } = whole;
  const complete = whole.results.filter((document) => document !== undefined);
  const parsed = complete.length / records.length;
  return {
    suggestion: {
      source,
      reasons,
      guesses,
      records: records.length,
      parsed,
      fields: describeFields(complete),
    },
    read: documents.length / records.length,
    shaped: shaped / records.length,
  };
}

interface RunCandidate extends SourceCandidate {
  /** The document of each record; undefined for one that fails. */
  readonly results: readonly (DataRecord | undefined)[];
}

/** A record that a step cannot read stays as it is then. Undefined if some fail nevertheless. */
function withoutFailures(
  candidate: RunCandidate,
  records: readonly DataRecord[],
  engine: SuggestionEngine,
): RunCandidate | undefined {
  const failed = candidate.results.filter((document) => document === undefined).length;
  if (failed === 0) return candidate;
  const preprocessors = candidate.source.preprocessors.map((step) =>
    ['drop', 'remove'].includes(step.type) || step['ignore_failure'] === true
      ? step
      : { ...step, on_failure: [{ type: 'terminate' }] },
  );
  const results = engine.run(preprocessors, records);
  if (!results || results.includes(undefined)) return undefined;
  const reason = `${failed} of ${records.length} records are different; the steps leave what they cannot read.`;
  return {
    ...candidate,
    source: { ...candidate.source, preprocessors },
    reasons: [...candidate.reasons, reason],
    results,
  };
}

/** Where a word would be in no field, `event.original` keeps the whole text. Undefined if there is no such text. */
function withoutLoss(
  candidate: RunCandidate | undefined,
  records: readonly DataRecord[],
  engine: SuggestionEngine,
): RunCandidate | undefined {
  if (!candidate) return undefined;
  const { source, field, results } = candidate;
  const literals = literalWords(source.preprocessors);
  const isComplete = records.every(
    (record, index) => !losesText(record, results[index] as DataRecord, literals),
  );
  if (isComplete) return candidate;
  if (field === undefined) return undefined;
  const keep = { type: 'set', field: 'event.original', copy_from: field };
  const preprocessors = [keep, ...source.preprocessors];
  const kept = engine.run(preprocessors, records);
  if (!kept || kept.includes(undefined)) return undefined;
  const reason = 'Some text belongs to no field, so event.original keeps it all.';
  return {
    ...candidate,
    source: { ...source, preprocessors },
    reasons: [...candidate.reasons, reason],
    results: kept,
  };
}
