/** The extended log format of the W3C, as IIS and CloudFront write it: a line begins with `#Fields:`. */

import type { DataRecord } from '../base/record.ts';
import type { CsvFormat } from '../records/csv-format.ts';
import { linesOf } from '../records/text-lines.ts';
import { namesOfFields } from '../records/w3c.ts';
import type { Configuration } from './layout/grok-of-layout.ts';
import type { SourceCandidate, SuggestionEngine } from './suggest.ts';
import { typeSteps } from './type-steps.ts';

/** CloudFront writes tabs between values, IIS spaces, Exchange commas. */
const separators = ['\t', ' ', ','];

/** Undefined unless a `#Fields:` names the columns of each row. */
export function w3cCandidate(text: string, engine: SuggestionEngine): SourceCandidate | undefined {
  if (headersOf(text, ' ').length === 0) return undefined;
  for (const separator of separators) {
    const csv: CsvFormat = { separator, header: 'w3c' };
    const records = engine.read(text, { format: 'csv', csv }) ?? [undefined];
    const readable = records.filter((record) => record !== undefined);
    if (readable.length === records.length && readable.some((record) => Object.keys(record).length > 1))
      return candidateOf(csv, headersOf(text, separator), readable.slice(0, 200), engine);
  }
  return undefined;
}

function candidateOf(
  csv: CsvFormat,
  headers: readonly (readonly string[])[],
  records: readonly DataRecord[],
  engine: SuggestionEngine,
): SourceCandidate {
  const [columns = [], ...others] = headers;
  const isSame = others.every((names) => names.join() === columns.join());
  const steps = records.every(isTimed) ? timeSteps : [];
  const documents = (engine.run(steps, records) ?? []).filter((one) => one !== undefined);
  const typed = typeSteps(documents, { skips: [] });
  const reason = isSame
    ? `#Fields names ${columns.length} columns; lines that begin with # are no records.`
    : 'Each #Fields names the columns of the rows behind it; a row without one before it fails.';
  return {
    // If the columns change, a body that does not name them may have any of them.
    source: {
      format: 'csv',
      csv: isSame ? { ...csv, columns } : csv,
      preprocessors: [...steps, ...typed.steps],
    },
    reasons: [reason, ...typed.reasons],
    guesses: [],
  };
}

function isTimed(record: DataRecord): boolean {
  const names = Object.keys(record);
  return names.includes('date') && names.indexOf('time') === names.indexOf('date') + 1;
}

const timeSteps: readonly Configuration[] = [
  { type: 'set', field: 'time', value: '{{{date}}} {{{time}}}' },
  { type: 'date', field: 'time', formats: ['yyyy-MM-dd HH:mm:ss'] },
  { type: 'remove', field: ['date', 'time'] },
];

function headersOf(text: string, separator: string): readonly (readonly string[])[] {
  return [...linesOf(text)].flatMap((line) => {
    const names = namesOfFields(line.text, separator);
    return names ? [names] : [];
  });
}
