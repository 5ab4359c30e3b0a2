/** The extended log format of the W3C, as IIS and CloudFront write it: a line begins with `#Fields:`. */

import type { Configuration } from './layout/grok-of-layout.ts';
import type { SourceCandidate, SuggestionEngine } from './suggest.ts';
import { typeSteps } from './type-steps.ts';

export function w3cCandidate(
  lines: readonly string[],
  engine: SuggestionEngine,
): SourceCandidate | undefined {
  const [header, ...others] = new Set(lines.filter((line) => line.startsWith('#Fields:')));
  // Rows behind another header have other columns, and a step knows only its own record.
  if (header === undefined || others.length > 0) return undefined;
  const columns = header.slice('#Fields:'.length).trim().split(/\s+/);
  const names = columns.map((column) =>
    column
      .toLowerCase()
      .replace(/[^\w]+/g, '_')
      .replace(/^_+|_+$/g, ''),
  );
  if (names.length < 2 || new Set(names).size < names.length) return undefined;
  const rows = lines.filter((line) => !line.startsWith('#'));
  const isTabbed = rows.some((line) => line.includes('\t'));
  const hasTime = names.includes('date') && names.includes('time');
  const steps: Configuration[] = [
    ...refusalOfOthers(header),
    { type: 'drop', if: 'message:=#*' },
    { type: 'csv', field: 'message', target_fields: names, separator: isTabbed ? '\t' : ' ' },
    { type: 'remove', field: ['message'] },
    { type: 'remove_empty', values: ['', '-'] },
    ...(hasTime
      ? [
          { type: 'set', field: 'time', value: '{{{date}}} {{{time}}}' },
          { type: 'date', field: 'time', formats: ['yyyy-MM-dd HH:mm:ss'] },
          { type: 'remove', field: ['date', 'time'] },
        ]
      : []),
  ];
  const documents = (
    engine.run(
      steps,
      rows.map((message) => ({ message })),
    ) ?? []
  ).filter((one) => one !== undefined);
  const typed = typeSteps(documents, { skips: [] });
  return {
    source: { format: 'text', preprocessors: [...steps, ...typed.steps] },
    reasons: [
      `#Fields names ${names.length} columns; lines that begin with # are no records.`,
      ...typed.reasons,
    ],
    field: 'message',
    isDirective: ({ message }) => String(message).startsWith('#'),
    guesses: [],
  };
}

/** The most characters of a header in a condition, which may have 512. */
const maxHeader = 450;

/** A server that writes other columns from now on is noticed: its header fails. */
function refusalOfOthers(header: string): readonly Configuration[] {
  if (header.length > maxHeader || /["\\]/.test(header)) return [];
  const message = 'The columns have changed; the rows behind this line need another source.';
  return [{ type: 'fail', message, if: `message:=#Fields* NOT message:="${header}"` }];
}
