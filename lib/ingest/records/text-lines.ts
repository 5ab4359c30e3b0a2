/** The lines of a text, which is read only as far as needed. */

export interface TextLine {
  readonly text: string;
  /** The number of the line, from 1. */
  readonly number: number;
  /** The offset of the next line in characters. */
  readonly next: number;
}

/** One character, or its three bytes as one character each. */
const byteOrderMark = /^(?:\ufeff|\u00ef\u00bb\u00bf)/;

/** Lines end with `\n` or `\r\n`; the last one may have no end. A byte order mark is not part of the first. */
export function* linesOf(text: string): Generator<TextLine> {
  for (let line = lineAfter(text); line; line = lineAfter(text, line)) yield line;
}

/** The first line unless there is one before; undefined at the end of the text. */
export function lineAfter(text: string, before?: TextLine): TextLine | undefined {
  const start = before?.next ?? byteOrderMark.exec(text)?.[0].length ?? 0;
  if (start >= text.length) return undefined;
  const found = text.indexOf('\n', start);
  const end = found === -1 ? text.length : found;
  const isCut = found !== -1 && end > start && text[end - 1] === '\r';
  return {
    text: text.slice(start, isCut ? end - 1 : end),
    number: (before?.number ?? 0) + 1,
    next: end + 1,
  };
}
