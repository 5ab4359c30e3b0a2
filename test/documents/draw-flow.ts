/** Draws a flow as SVG: one row per step, from the top to the bottom. Readable in light and in dark color schemes. */

export interface FlowRow {
  readonly title: string;
  /** What the step does. */
  readonly text: string;
  /** What else may come of it, on the right. */
  readonly others?: readonly string[];
  /** Where the flow begins and ends. */
  readonly isEnd?: true;
}

export interface Flow {
  /** The alternative text of the picture. */
  readonly title: string;
  /** Above the right column. */
  readonly othersTitle?: string;
  readonly rows: readonly FlowRow[];
}

const width = 880;
const boxWidth = 540;
const rowGap = 16;
const lineHeight = 15;
const top = 34;
/** Characters of the right column that fit into a line. */
const columns = 38;

const style = [
  'text{font-family:system-ui,sans-serif;font-size:12.5px;fill:#1f2328}',
  '.b{fill:#f6f8fa;stroke:#d1d9e0}.e{fill:#ddf4ff;stroke:#54aeff}',
  '.t{font-size:13.5px;font-weight:600}.o{fill:#9a3412}.h,.a{fill:#59636e}.l{stroke:#59636e;fill:none}',
  '@media(prefers-color-scheme:dark){text{fill:#f0f6fc}.b{fill:#151b23;stroke:#3d444d}.e{fill:#0c2d6b;stroke:#388bfd}',
  '.o{fill:#ffb77c}.h,.a{fill:#9198a1}.l{stroke:#9198a1}}',
].join('');

export function drawFlow({ title, othersTitle, rows }: Flow): string {
  const placed: { readonly row: FlowRow; readonly lines: readonly string[]; readonly y: number }[] = [];
  let y = top;
  for (const row of rows) {
    const lines = wrap(row.others ?? []);
    placed.push({ row, lines, y });
    y += heightOf(lines) + rowGap;
  }
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${y}" role="img">`,
    `<title>${escaped(title)}</title>`,
    `<style>${style}</style>`,
    ...(othersTitle === undefined
      ? []
      : [`<text class="h" x="${boxWidth + 30}" y="20">${escaped(othersTitle)}</text>`]),
    ...placed.flatMap(({ row, lines, y: rowTop }, index) => [
      ...(index === 0 ? [] : [arrowTo(rowTop)]),
      ...drawRow(row, lines, rowTop),
    ]),
    '</svg>\n',
  ].join('\n');
}

function heightOf(lines: readonly string[]): number {
  return Math.max(46, lines.length * lineHeight + 10);
}

function drawRow({ title, text, isEnd }: FlowRow, lines: readonly string[], y: number): string[] {
  const height = heightOf(lines);
  const middle = y + height / 2;
  return [
    `<rect class="${isEnd ? 'e' : 'b'}" x="10" y="${y}" width="${boxWidth}" height="${height}" rx="6"/>`,
    `<text class="t" x="24" y="${middle - 4}">${escaped(title)}</text>`,
    `<text x="24" y="${middle + 14}">${escaped(text)}</text>`,
    ...lines.map((line, index) => {
      const lineY = middle + 4 + (index - (lines.length - 1) / 2) * lineHeight;
      return `<text class="o" x="${boxWidth + 30}" y="${lineY}">${escaped(line)}</text>`;
    }),
  ];
}

function arrowTo(y: number): string {
  const x = 10 + boxWidth / 2;
  return `<path class="l" d="M${x} ${y - rowGap}V${y - 5}"/><path class="a" d="M${x - 4} ${y - 6}h8l-4 6z"/>`;
}

/** Puts as many words into a line as fit. */
function wrap(words: readonly string[]): string[] {
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    const joined = `${last}, ${word}`;
    if (last !== undefined && joined.length <= columns) lines[lines.length - 1] = joined;
    else lines.push(word);
  }
  return lines;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
