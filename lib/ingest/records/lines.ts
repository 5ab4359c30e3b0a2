/** Records of plain text: a line each, or several lines that belong together. */

import { runWithin } from '../engine/time-limit.ts';
import { compileJavaRegex } from '../text/regex.ts';
import { type ReadRecord, readPiece } from './malformed.ts';
import type { MultilineFormat } from './multiline-format.ts';
import { malformedRecord } from './read-error.ts';
import type { RecordText } from './read-records.ts';
import { StackTraces } from './stack-trace.ts';
import { linesOf, type TextLine } from './text-lines.ts';

/**
 * Reads each record as `{"message": text}`, with its lines as they are. Blank lines are skipped.
 *
 * @throws ReadError if a line takes too long with the pattern of the source.
 */
export function* lineRecords(
  { content, damage }: RecordText,
  multiline: MultilineFormat = {},
): Generator<ReadRecord> {
  for (const { text, number: line } of joinLines(content, multiline))
    yield readPiece({ text, place: { line }, damage }, (message) => ({ message }));
}

type Line = Pick<TextLine, 'text' | 'number'>;

function* joinLines(content: string, multiline: MultilineFormat): Generator<Line> {
  let record: { readonly texts: string[]; readonly number: number } | undefined;
  for (const { line, continues } of markLines(content, multiline)) {
    if (record && continues) {
      record.texts.push(line.text);
      continue;
    }
    if (record) yield { text: record.texts.join('\n'), number: record.number };
    record = { texts: [line.text], number: line.number };
  }
  if (record) yield { text: record.texts.join('\n'), number: record.number };
}

interface MarkedLine {
  readonly line: Line;
  /** The line belongs to the record before it. */
  readonly continues: boolean;
}

function* markLines(content: string, multiline: MultilineFormat): Generator<MarkedLine> {
  const { begins, continues, stack_traces: hasTraces = true } = multiline;
  if (begins !== undefined || continues !== undefined) yield* matchLines(content, multiline);
  else if (hasTraces) yield* markTraces(content);
  else for (const line of filledLines(content)) yield { line, continues: false };
}

function* filledLines(content: string): Generator<Line> {
  for (const line of linesOf(content)) if (line.text !== '') yield line;
}

function* markTraces(content: string): Generator<MarkedLine> {
  const traces = new StackTraces();
  let line: Line | undefined;
  for (const next of filledLines(content)) {
    if (line) yield { line, continues: traces.continues(line.text, next.text) };
    line = next;
  }
  if (line) yield { line, continues: traces.continues(line.text, undefined) };
}

/** A pattern may take exponential time, so all lines are matched before the first is used. */
function* matchLines(content: string, { begins, continues = '' }: MultilineFormat): Generator<MarkedLine> {
  const { regex } = compileJavaRegex(begins ?? continues);
  const lines = [...filledLines(content)];
  const matches = runWithin<Line, boolean>(lines, {
    limits: {},
    run: ({ text }) => regex.test(text),
    refuse: (_, position) => {
      const what = `takes too long with multiline.${begins === undefined ? 'continues' : 'begins'}`;
      throw malformedRecord({ line: lines[position]?.number ?? 1 }, what);
    },
  });
  for (const [index, line] of lines.entries())
    yield { line, continues: matches[index] === (begins === undefined) };
}
