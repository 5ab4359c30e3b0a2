/** Where a text stops being JSON: JSON.parse says that it does, and its message would repeat the text. */

import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser';

export interface JsonSyntaxError {
  /** In lower-case words, e.g. `close bracket expected`. */
  readonly what: string;
  /** Both count from 1. */
  readonly line: number;
  readonly column: number;
}

/** The first error of a text; undefined when it is JSON (RFC 8259). */
export function findJsonSyntaxError(text: string): JsonSyntaxError | undefined {
  const errors: ParseError[] = [];
  parse(text, errors, { disallowComments: true });
  const [first] = errors;
  if (!first) return undefined;
  const what = printParseErrorCode(first.error)
    .replace(/(?<=.)(?=[A-Z])/g, ' ')
    .toLowerCase();
  return { what, ...positionAt(text, first.offset) };
}

/** For many offsets of one text: lines are counted once. */
export function positionsIn(text: string): (offset: number) => { line: number; column: number } {
  const lineStarts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lineStarts.push(at + 1);
  return (offset) => {
    let [line, end] = [0, lineStarts.length];
    // The last line that starts at or before the offset is kept between the two.
    while (end - line > 1) {
      const middle = (line + end) >> 1;
      if ((lineStarts[middle] ?? 0) <= offset) line = middle;
      else end = middle;
    }
    return { line: line + 1, column: offset - (lineStarts[line] ?? 0) + 1 };
  };
}

/** @param offset in UTF-16 code units. */
export function positionAt(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset);
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
}
