/** The last hour of a stream in small columns. The mouse or the arrow keys choose one, and the caption has its numbers. */

import { useState } from 'preact/hooks';
import { useStore } from '../client/store.ts';
import type { StreamOverview } from '../client/stored.ts';
import { offsetText, timeText, timeZone, type Zone } from '../client/time-zone.ts';
import { amountText, countText } from './charts.tsx';

const columnWidth = 10;
const height = 28;

type HourChartProps = Pick<StreamOverview, 'times'> & {
  readonly stored: readonly number[];
  readonly failed: readonly number[];
};

export function HourChart({ times, stored, failed }: HourChartProps) {
  const [chosen, setChosen] = useState<number>();
  const zone = useStore(timeZone);
  const wholes = times.map((_, index) => (stored[index] ?? 0) + (failed[index] ?? 0));
  const [most, width] = [Math.max(1, ...wholes), times.length * columnWidth];
  const caption =
    chosen === undefined ? hourText(stored, failed) : columnText(chosen, { times, stored, failed }, zone);
  const onKeyDown = (event: KeyboardEvent) => {
    const at = chosen ?? times.length;
    const next = {
      ArrowLeft: at - 1,
      ArrowRight: chosen === undefined ? 0 : at + 1,
      Home: 0,
      End: times.length - 1,
    }[event.key];
    if (event.key === 'Escape') setChosen(undefined);
    if (next === undefined) return;
    event.preventDefault();
    setChosen(Math.max(0, Math.min(times.length - 1, next)));
  };
  return (
    <figure class="hour-chart">
      <svg
        role="img"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys read its columns.
        tabIndex={0}
        viewBox={`0 0 ${width} ${height}`}
        width={width}
        height={height}
        aria-label={`Records pushed in five minutes each: ${hourText(stored, failed)}. The arrow keys read them`}
        onKeyDown={onKeyDown}
        onBlur={() => setChosen(undefined)}
        onPointerLeave={() => setChosen(undefined)}
        onPointerMove={(event) => {
          const { left, width: wide } = event.currentTarget.getBoundingClientRect();
          const index = Math.floor(((event.clientX - left) / wide) * times.length);
          setChosen(Math.max(0, Math.min(times.length - 1, index)));
        }}
      >
        {wholes.map((whole, index) => (
          <Column
            key={index}
            x={index * columnWidth}
            size={(whole / most) * height}
            share={whole === 0 ? 0 : (failed[index] ?? 0) / whole}
            isChosen={index === chosen}
          />
        ))}
      </svg>
      <figcaption class="quiet" aria-live="polite">
        {caption}
      </figcaption>
    </figure>
  );
}

interface ColumnProps {
  readonly x: number;
  readonly size: number;
  /** Of failures. */
  readonly share: number;
  readonly isChosen: boolean;
}

function Column({ x, size, share, isChosen }: ColumnProps) {
  const whole = Math.max(size, size > 0 ? 2 : 1);
  const bad = share === 0 ? 0 : Math.max(1, whole * share);
  return (
    <g class={isChosen ? 'chosen' : ''}>
      <rect class="ground" x={x} width={columnWidth} height={height} />
      <rect
        class={size > 0 ? 'stored' : 'none'}
        x={x + 1}
        width={columnWidth - 2}
        y={height - whole}
        height={whole}
      />
      <rect class="failed" x={x + 1} width={columnWidth - 2} y={height - whole} height={bad} />
    </g>
  );
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

function hourText(stored: readonly number[], failed: readonly number[]): string {
  const [good, bad] = [sumOf(stored), sumOf(failed)];
  return `${amountText(good + bad, 'record')} in the last hour${bad === 0 ? '' : `, ${countText(bad)} failed`}`;
}

/** @example columnText(0, …, 'utc') // '10:05 UTC: 12 stored, 1 failed' */
function columnText(index: number, { times, stored, failed }: HourChartProps, zone: Zone): string {
  const counts = `${countText(stored[index] ?? 0)} stored, ${countText(failed[index] ?? 0)} failed`;
  const time = times[index] ?? '';
  return `${timeText(time, zone, 'minutes').slice(11)} ${offsetText(time, zone)}: ${counts}`;
}
