/** Rows of CSV: a header of names, or quoted values between separators. */

import type { DataRecord } from '../base/record.ts';
import { flawOfNames, type RecordFormat } from '../records/csv-format.ts';
import { splitCsvLine } from '../text/csv-line.ts';
import type { Configuration } from './layout/grok-of-layout.ts';
import { agreement } from './layout/layout.ts';
import type { SourceCandidate, SuggestionEngine } from './suggest.ts';
import { typeSteps } from './type-steps.ts';

const separators = [',', '\t', ';', '|'];

/** Undefined unless the first line names the columns of the others. */
export function csvCandidate(
  text: string,
  lines: readonly string[],
  engine: SuggestionEngine,
): SourceCandidate | undefined {
  const [first = '', ...others] = lines;
  if (others.length === 0 || first.length > 20_000) return undefined;
  for (const separator of separators) {
    const names = split(first, separator);
    if (names.length < 2 || !isHeader(names)) continue;
    // A quoted value may have several lines, so a row may look shorter.
    const rows = others.map((line) => split(line, separator));
    const same = rows.filter((row) => row.length === names.length || row.length === names.length - 1).length;
    if (
      same < others.length * 0.7 ||
      !rows.some((row) => row.some((cell) => /\d/.test(cell)) || !isHeader(row))
    )
      continue;
    const csv = separator === ',' ? {} : { csv: { separator } };
    const records = engine.read(text, { format: 'csv', ...csv });
    const readable = (records ?? []).filter((record) => record !== undefined);
    if (!records || readable.length < records.length * agreement) continue;
    return candidateOf({ header: first, names, separator }, csv, records);
  }
  return undefined;
}

function candidateOf(
  columns: Columns,
  csv: Pick<RecordFormat, 'csv'>,
  records: readonly (DataRecord | undefined)[],
): SourceCandidate {
  const readable = records.filter((record) => record !== undefined);
  const { steps, reasons } = typeSteps(readable.slice(0, 200), { skips: [] });
  const found = [`The first line names ${columns.names.length} columns of CSV.`, ...reasons];
  return readable.length === records.length
    ? { source: { format: 'csv', ...csv, preprocessors: steps }, reasons: found, guesses: [] }
    : ofLines(columns, steps, found);
}

interface Columns {
  readonly header: string;
  readonly names: readonly string[];
  readonly separator: string;
}

/** The format CSV would refuse lines that are not rows, so the source reads texts. */
function ofLines(
  { header, names, separator }: Columns,
  steps: readonly Configuration[],
  reasons: readonly string[],
): SourceCandidate {
  const isHeader = ({ message }: DataRecord) => message === header;
  const preprocessors = [
    { type: 'drop', if: `message:="${header.replace(/["\\]/g, '\\$&')}"` },
    { type: 'csv', field: 'message', target_fields: names, separator },
    { type: 'remove', field: ['message'] },
    ...steps,
  ];
  return {
    source: { format: 'text', preprocessors },
    reasons,
    guesses: [],
    field: 'message',
    isDirective: isHeader,
  };
}

function split(line: string, separator: string): readonly string[] {
  const cells = splitCsvLine(line, { separator, quote: '"', trims: false, columns: 1_000 });
  return Array.isArray(cells) ? cells : [];
}

/** Names are different words without a number alone, and no times. */
function isHeader(names: readonly string[]): boolean {
  return (
    flawOfNames(names) === undefined &&
    names.every((name) => /^\s*[A-Za-z_#@$][^\d:]{0,60}\d{0,3}\s*$/.test(name))
  );
}
