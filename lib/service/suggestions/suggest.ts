/** Suggests how a source reads records: its format and preprocessors, found from the records by rules alone. */

import type { DataRecord } from '../preprocessors/base/record.ts';
import type { RecordFormat } from '../sources/csv-format.ts';
import { candidatesOf } from './candidates.ts';
import { describeFields, type FoundField, leavesOf } from './document-fields.ts';
import type { Configuration } from './layout/grok-of-layout.ts';

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
}

export interface Suggestion extends SourceCandidate {
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
 * @returns Undefined if there is no record.
 * @example suggest({ text: 'a=1 b=2\na=3 b=4' }, engine)?.best.source.preprocessors[0]?.type // 'logfmt'
 */
export function suggest(input: SuggestionInput, engine: SuggestionEngine): Suggestions | undefined {
  const measured: Measured[] = [];
  for (const candidate of candidatesOf(input, engine)) {
    const one = measure(candidate, input, engine);
    if (one) measured.push(one);
  }
  // The order of the candidates counts among those that fit.
  const ranked = measured.toSorted((a, b) => rankOf(b) - rankOf(a));
  const [best, ...others] = ranked;
  if (!best) return undefined;
  return {
    best: best.suggestion,
    alternatives: others.slice(0, maxAlternatives).map(({ suggestion }) => suggestion),
  };
}

interface Measured {
  readonly suggestion: Suggestion;
  /** The share of records from which more than one field is read. */
  readonly shaped: number;
}

function rankOf({ suggestion: { parsed }, shaped }: Measured): number {
  return parsed >= enough && shaped >= 0.9 ? 1 : Math.min(parsed, shaped);
}

function measure(
  candidate: SourceCandidate,
  input: SuggestionInput,
  engine: SuggestionEngine,
): Measured | undefined {
  const { preprocessors, ...format } = candidate.source;
  const records = 'text' in input ? engine.read(input.text, format) : input.records;
  if (!records || records.length === 0) return undefined;
  const readable = records.filter((record) => record !== undefined);
  const results = engine.run(preprocessors, readable);
  if (!results) return undefined;
  const documents = results.filter((document) => document !== undefined);
  const shaped = documents.filter((document) => leavesOf(document).size > 1).length;
  return {
    suggestion: {
      ...candidate,
      records: records.length,
      parsed: documents.length / records.length,
      fields: describeFields(documents),
    },
    shaped: shaped / records.length,
  };
}
