/** Markdown of the documents that are made from the code. */

export type Section = readonly [title: string, text: string];

/** A page with a title, and sections with titles of their own. */
export function pageOf([title, text]: Section, sections: readonly Section[]): string {
  return [`# ${title}\n\n${text}\n`, ...sections.map(([name, content]) => `## ${name}\n\n${content}\n`)].join(
    '\n',
  );
}

export function codeBlocks(texts: readonly string[]): string {
  return texts.map((text) => `\`\`\`text\n${text}\n\`\`\``).join('\n\n');
}

export function quoted(text: string): string {
  return `\`${text}\``;
}

export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n');
}

interface ListedProblem {
  readonly status: number;
  readonly code: string;
  readonly title: string;
  /** In seconds. */
  readonly retryAfter?: number | undefined;
}

export function problemTable(problems: Iterable<ListedProblem>): string {
  return table(
    ['status', 'code', 'title', '`Retry-After`'],
    [...problems].map(({ code, status, title, retryAfter = '' }) => [
      String(status),
      quoted(code),
      title,
      String(retryAfter),
    ]),
  );
}
