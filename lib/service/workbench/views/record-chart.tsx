/** Records over time, in a color for each value of a field; a range that is dragged, or a bucket that is chosen, zooms in. */

import type { TargetedPointerEvent } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { colorsOf } from '../client/series-colors.ts';
import { useStore } from '../client/store.ts';
import type { Histogram } from '../client/stream-records.ts';
import { offsetText, timeText, timeZone, type Zone, zoneName } from '../client/time-zone.ts';
import { amountText, countText } from './charts.tsx';

interface RecordChartProps {
  readonly histogram: Histogram;
  /** Both in milliseconds since 1970. */
  readonly onZoom: (from: number, to: number) => void;
}

const height = 72;

export function RecordChart({ histogram, onZoom }: RecordChartProps) {
  const { buckets, interval, series, count, exact } = histogram;
  const zone = useStore(timeZone);
  const colors = colorsOf(series.map(({ value }) => value));
  const { range, handlers } = useBrush(buckets.length, (first, last) => {
    const [from, to] = [buckets[first], buckets[last]];
    if (from && to) onZoom(Date.parse(from.begin), Date.parse(to.begin) + interval * 1_000);
  });
  const most = Math.max(1, ...buckets.map((bucket) => bucket.count));
  if (buckets.length === 0) return <p class="quiet chart-empty">No records in this time.</p>;
  return (
    <figure class="record-chart">
      <svg
        role="img"
        viewBox={`0 0 ${buckets.length} ${height}`}
        preserveAspectRatio="none"
        aria-label={`${exact ? '' : 'About '}${amountText(count, 'record')} over time. Drag over the chart to zoom in`}
        {...handlers}
      >
        {buckets.map((bucket, index) => (
          <Column
            key={bucket.begin}
            histogram={histogram}
            colors={colors}
            index={index}
            most={most}
            zone={zone}
          />
        ))}
        {range ? (
          <rect class="brush" x={range[0]} width={range[1] - range[0] + 1} y={0} height={height} />
        ) : null}
      </svg>
      <figcaption class="quiet">
        <span>{shortTime(buckets[0]?.begin ?? '', zone)}</span>
        <span class="row">
          {series.map(({ value, count: own }, index) => (
            <span key={String(value)}>
              <i class={`swatch ${colors[index]}`} aria-hidden="true" /> {String(value)} {countText(own)}
            </span>
          ))}
          <span>
            {exact ? '' : 'about '}
            {amountText(count, 'record')}, {spanText(interval)} a column
          </span>
        </span>
        <span>
          {shortTime(buckets.at(-1)?.begin ?? '', zone)} {zoneName(zone)}
        </span>
      </figcaption>
    </figure>
  );
}

interface ColumnProps {
  readonly histogram: Histogram;
  /** By series. */
  readonly colors: readonly string[];
  readonly index: number;
  readonly most: number;
  readonly zone: Zone;
}

/** What no series has is at the top. */
function Column({ histogram: { buckets, series }, colors, index, most, zone }: ColumnProps) {
  const bucket = buckets[index];
  if (!bucket || bucket.count === 0) return null;
  const parts = series.map(({ counts }, place) => ({
    kind: colors[place] ?? 'rest',
    count: counts[index] ?? 0,
  }));
  const rest = bucket.count - parts.reduce((sum, { count }) => sum + count, 0);
  let top = height;
  return (
    <g>
      <title>
        {shortTime(bucket.begin, zone)} {offsetText(bucket.begin, zone)}: {amountText(bucket.count, 'record')}
      </title>
      {[...parts, { kind: 'rest', count: Math.max(0, rest) }].map(({ kind, count }) => {
        const size = (count / most) * height;
        top -= size;
        return size > 0 ? (
          <rect key={kind} class={kind} x={index + 0.08} width={0.84} y={top} height={size} />
        ) : null;
      })}
    </g>
  );
}

/** Which buckets a pointer is dragged over. */
function useBrush(count: number, onRange: (first: number, last: number) => void) {
  const start = useRef<number | undefined>(undefined);
  const [range, setRange] = useState<readonly [first: number, last: number]>();
  const at = (event: TargetedPointerEvent<SVGSVGElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    return Math.max(0, Math.min(count - 1, Math.floor(((event.clientX - left) / width) * count)));
  };
  const rangeTo = (index: number) => {
    const from = start.current ?? index;
    return [Math.min(from, index), Math.max(from, index)] as const;
  };
  const handlers = {
    onPointerDown: (event: TargetedPointerEvent<SVGSVGElement>) => {
      event.currentTarget.setPointerCapture(event.pointerId);
      start.current = at(event);
      setRange(rangeTo(start.current));
    },
    onPointerMove: (event: TargetedPointerEvent<SVGSVGElement>) => {
      if (start.current !== undefined) setRange(rangeTo(at(event)));
    },
    onPointerUp: (event: TargetedPointerEvent<SVGSVGElement>) => {
      if (start.current === undefined) return;
      const [first, last] = rangeTo(at(event));
      start.current = undefined;
      setRange(undefined);
      onRange(first, last);
    },
  };
  return { range, handlers };
}

/** @example shortTime('2026-01-02T03:04:05.678Z', 'utc') // '01-02 03:04:05' */
function shortTime(time: string, zone: Zone): string {
  return timeText(time, zone, 'seconds').slice(5);
}

/** @param seconds @example spanText(120) // '2 min' */
function spanText(seconds: number): string {
  const units = [
    [86_400, 'd'],
    [3_600, 'h'],
    [60, 'min'],
  ] as const;
  const [size, name] = units.find(([unit]) => seconds >= unit && seconds % unit === 0) ?? [1, 's'];
  return `${seconds / size} ${name}`;
}
