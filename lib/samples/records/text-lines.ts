/** The lines of a text that is read only as far as it is needed. */

export interface TextLine {
  readonly text: string;
  /** From 1. */
  readonly number: number;
}

/** Lines end with `\n` or `\r\n`; the last one may have no end. A byte order mark is not part of the first. */
export function* linesOf(text: string): Generator<TextLine> {
  let number = 0;
  for (let at = text.startsWith('\ufeff') ? 1 : 0; at < text.length; ) {
    const found = text.indexOf('\n', at);
    const end = found === -1 ? text.length : found;
    const isCut = found !== -1 && end > at && text[end - 1] === '\r';
    number++;
    yield { text: text.slice(at, isCut ? end - 1 : end), number };
    at = end + 1;
  }
}
