/** Text for a terminal. */

/** @example table([['a', 'count'], ['x', '1']]) // ['a  count', 'x  1'] */
export function table(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  );
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** At most `length` characters, in one line: what a terminal would obey is shown as escapes. */
export function cut(text: string, length: number): string {
  const line = text.replace(/\p{C}/gu, escapeCharacter);
  return line.length > length ? `${line.slice(0, length - 1)}…` : line;
}

/** @example escapeCharacter('\u202e') // '\\u202e' */
function escapeCharacter(character: string): string {
  return `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;
}

/** Lines of at most `length` characters, unless a word is longer. @param indent of all lines but the first. */
export function wrap(text: string, length: number, indent = ''): string[] {
  const lines: string[] = [];
  // What is in brackets stays together.
  for (const word of text.split(/ (?![^[]*\])/)) {
    const last = lines.at(-1);
    if (last === undefined) lines.push(word);
    else if (last.length + 1 + word.length > length) lines.push(`${indent}${word}`);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}

/** In characters. */
const barWidth = 30;

/**
 * @param total May be too small, or 0 when it is not known.
 * @example progressBar(50, 100) // '[###############               ] 50 of about 100 items'
 */
export function progressBar(done: number, total: number): string {
  const items = done.toLocaleString('en');
  if (total <= 0) return `${items} items`;
  const filled = Math.min(barWidth, Math.floor((done / total) * barWidth));
  const bar = '#'.repeat(filled).padEnd(barWidth);
  return `[${bar}] ${items} of about ${Math.max(done, total).toLocaleString('en')} items`;
}

/** Replaces the line that it has written before. Writes nothing where nobody would see it. */
export function showProgress(stream: NodeJS.WriteStream, line: string): void {
  if (stream.isTTY) stream.write(`\r\u001b[2K${line}`);
}
