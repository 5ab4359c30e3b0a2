/** The readers and the engine of the service, for suggestions. */

import { compilePipeline } from '../engine/compile.ts';
import { loadTypes } from '../engine/load-types.ts';
import { runPipeline } from '../engine/run.ts';
import type { TimeLimits } from '../engine/time-limit.ts';
import { csvIssues } from '../records/csv-format.ts';
import { isReadable } from '../records/malformed.ts';
import { multilineIssues } from '../records/multiline-format.ts';
import { ReadError } from '../records/read-error.ts';
import { mediaTypeOfFormat, readRecords } from '../records/read-records.ts';
import { knownFormats } from './known-formats.ts';
import type { SuggestionEngine } from './suggest.ts';

/** As many records as a suggestion is measured on. */
const maxRecords = 1_000;

interface EngineOptions extends Partial<TimeLimits> {
  /** The time of the run, in milliseconds since 1970. */
  readonly now?: number;
  readonly limit?: number;
}

/** Loads the types that suggestions may have. The time limits are those of each run. */
export async function suggestionEngine({
  limit = maxRecords,
  ...options
}: EngineOptions = {}): Promise<SuggestionEngine> {
  await loadTypes(knownFormats.map(({ steps }) => steps('message')));
  return {
    read(text, format) {
      if (csvIssues(format).length > 0 || multilineIssues(format).length > 0) return undefined;
      const isArray = format.format === 'json' && text.trimStart().startsWith('[');
      const mediaType = isArray ? 'application/json' : mediaTypeOfFormat[format.format];
      try {
        const records = readRecords({ mediaType, content: text }, { ...format, limit });
        return records.map((record) => (isReadable(record) ? record : undefined));
      } catch (error) {
        if (error instanceof ReadError) return undefined;
        throw error;
      }
    },
    run(preprocessors, records) {
      const compiled = compilePipeline(preprocessors);
      if ('issues' in compiled) return undefined;
      return runPipeline(compiled.pipeline, records, options).map((result) =>
        result.status === 'success' ? result.document : undefined,
      );
    },
  };
}
