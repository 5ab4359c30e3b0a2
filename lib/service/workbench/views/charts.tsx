/** Small charts. Each has its numbers in words, too. */

interface ColumnChartProps {
  /** What the chart shows, for those who do not see it. */
  readonly title: string;
  readonly values: readonly number[];
  /** The words for the beginning and the end of the time. */
  readonly from: string;
  readonly to: string;
}

const columnWidth = 12;
const height = 48;

/** One column for each part of a time. */
export function ColumnChart({ title, values, from, to }: ColumnChartProps) {
  const most = Math.max(1, ...values);
  const sum = values.reduce((total, value) => total + value, 0);
  const width = values.length * columnWidth;
  return (
    <figure class="chart">
      <svg
        role="img"
        viewBox={`0 0 ${width} ${height}`}
        width={width}
        height={height}
        aria-label={`${title}: ${countText(sum)} from ${from} to ${to}, at most ${countText(Math.max(0, ...values))} in a part`}
      >
        {values.map((value, index) => {
          const size = value === 0 ? 1 : Math.max(2, (value / most) * height);
          return (
            <rect
              key={index}
              class={value === 0 ? 'none' : ''}
              x={index * columnWidth + 1}
              y={height - size}
              width={columnWidth - 2}
              height={size}
            >
              <title>{countText(value)}</title>
            </rect>
          );
        })}
      </svg>
      <figcaption class="quiet">
        {countText(sum)} from {from} to {to}
      </figcaption>
    </figure>
  );
}

interface ShareBarProps {
  readonly title: string;
  readonly part: number;
  readonly whole: number;
}

/** How much of a whole a part is. */
export function ShareBar({ title, part, whole }: ShareBarProps) {
  const share = whole === 0 ? 0 : part / whole;
  return (
    <svg
      class="share"
      role="img"
      viewBox="0 0 100 8"
      width="100"
      height="8"
      aria-label={`${title}: ${shareText(share)}`}
    >
      <rect class="whole" width="100" height="8" />
      <rect class="part" width={share === 0 ? 0 : Math.max(1, share * 100)} height="8" />
    </svg>
  );
}

/** What is not all is not 100 %. @example shareText(0.0312) // '3.1 %' */
export function shareText(share: number): string {
  const percent = share * 100;
  if (percent > 99 && percent < 100) return `${(Math.floor(percent * 10) / 10).toFixed(1)} %`;
  return `${percent > 0 && percent < 0.1 ? '< 0.1' : percent.toFixed(percent < 10 && percent > 0 ? 1 : 0)} %`;
}

export function countText(count: number): string {
  return count.toLocaleString('en');
}

/** @example amountText(1, 'stream') // '1 stream' */
export function amountText(count: number, noun: string): string {
  return `${countText(count)} ${noun}${count === 1 ? '' : 's'}`;
}
