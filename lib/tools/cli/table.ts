/** Tables for a terminal. */

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
