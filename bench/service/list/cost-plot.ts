/** Draws read units by the size of the table as SVG. */

export interface Line {
  readonly name: string;
  /** One value per size, in the order of the sizes. */
  readonly units: readonly number[];
}

export interface Panel {
  readonly title: string;
  readonly lines: readonly Line[];
}

const width = 420;
const height = 300;
const lineHeight = 14;
const margin = { left: 44, right: 175, top: 34, bottom: 34 };
const colors = [
  ...['#1b6ca8', '#c8553d', '#2e8b57', '#8e5ea2', '#b8860b', '#4a4a4a'],
  ...['#d1495b', '#00798c', '#6a994e', '#bc6c25', '#5a189a', '#7f7f7f'],
];

/** The axis of the sizes is logarithmic; the axis of the units is linear and starts at 0. */
export function costPlot(sizes: readonly number[], panels: readonly Panel[]): string {
  const total = panels.length * (width + margin.right);
  const drawn = panels.map((panel, index) => {
    const at = index * (width + margin.right);
    return `<g transform="translate(${at} 0)">${drawPanel(sizes, panel)}</g>`;
  });
  const style = 'text{font:11px sans-serif;fill:#333}.title{font-weight:bold;font-size:13px}';
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${total} ${height}" role="img">`,
    `<title>Read units of a list by the number of documents</title>`,
    `<style>${style}</style>`,
    `<rect width="${total}" height="${height}" fill="#fff"/>`,
    ...drawn,
    '</svg>\n',
  ].join('\n');
}

function drawPanel(sizes: readonly number[], { title, lines }: Panel): string {
  const most = niceCeiling(Math.max(...lines.flatMap(({ units }) => units)));
  const x = (size: number) => {
    const [first = 1, last = 1] = [sizes[0], sizes.at(-1)];
    const share = Math.log(size / first) / Math.log(last / first);
    return round(margin.left + share * (width - margin.left));
  };
  const y = (units: number) =>
    round(height - margin.bottom - (units / most) * (height - margin.top - margin.bottom));
  const ticks = [0, most / 4, most / 2, (3 * most) / 4, most];
  const labels = apart(lines.map(({ name, units }) => ({ name, at: y(units.at(-1) ?? 0) })));
  return [
    `<text class="title" x="${margin.left}" y="18">${title}</text>`,
    ...ticks.map(
      (units) =>
        `<line x1="${margin.left}" x2="${width}" y1="${y(units)}" y2="${y(units)}" stroke="#ddd"/>` +
        `<text x="${margin.left - 6}" y="${y(units) + 4}" text-anchor="end">${units}</text>`,
    ),
    ...sizes.map(
      (size) =>
        `<text x="${x(size)}" y="${height - margin.bottom + 18}" text-anchor="middle">${size.toLocaleString('en')}</text>`,
    ),
    ...lines.map(({ units }, index) => {
      const points = units.map((unit, at) => `${x(sizes[at] ?? 1)},${y(unit)}`).join(' ');
      return `<polyline points="${points}" fill="none" stroke="${colors[index % colors.length]}" stroke-width="2"/>`;
    }),
    ...labels.map(({ name, at }, index) => {
      const color = colors[index % colors.length];
      return `<text x="${width + 8}" y="${at + 4}" style="fill:${color}">${name}</text>`;
    }),
  ].join('\n');
}

/** Moves labels apart that would overlap, and keeps them within the picture. */
function apart(labels: readonly { readonly name: string; readonly at: number }[]) {
  const placed = labels.map((label, index) => ({ ...label, index })).toSorted((a, b) => a.at - b.at);
  let above = Number.NEGATIVE_INFINITY;
  for (const label of placed) {
    label.at = Math.max(label.at, above + lineHeight);
    above = label.at;
  }
  let below = height - margin.bottom + lineHeight;
  for (const label of placed.toReversed()) {
    label.at = Math.min(label.at, below - lineHeight);
    below = label.at;
  }
  return placed.toSorted((a, b) => a.index - b.index);
}

function niceCeiling(value: number): number {
  const step = [4, 8, 12, 16, 20, 40, 80, 100, 120, 160, 200, 400];
  return step.find((one) => one >= value) ?? Math.ceil(value / 100) * 100;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
