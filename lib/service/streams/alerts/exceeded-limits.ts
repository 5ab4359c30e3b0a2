/** The limits that a stream exceeds, by what its log and its sink say. Pure. */

import type { StoredSink } from '../leases/sink-items.ts';
import { type LogState, recentTimes } from '../log/read/log-state.ts';
import { type AlertName, alertNames, type WatchedStream } from './alert-items.ts';

export interface ExceededLimit {
  readonly alert: AlertName;
  readonly value: number;
  readonly limit: number;
}

interface Known {
  readonly state: LogState;
  readonly sink: StoredSink | undefined;
  /** Milliseconds since 1970. */
  readonly now: number;
}

export function exceededLimits(stream: WatchedStream, known: Known): readonly ExceededLimit[] {
  return alertNames.flatMap((alert) => {
    const limit = stream.limits[alert];
    const value = limit === undefined ? undefined : measures[alert](stream, known);
    return limit !== undefined && value !== undefined && value > limit ? [{ alert, value, limit }] : [];
  });
}

type Measure = (stream: WatchedStream, known: Known) => number | undefined;

/** Each is undefined where there is nothing to measure. */
const measures: Readonly<Record<AlertName, Measure>> = {
  failure_share: (_stream, { state: { recent }, now }) => {
    const counts = recentTimes(now).map((time) => recent.get(time));
    const sum = (kind: 'stored' | 'failed') =>
      counts.reduce((total, count) => total + (count?.[kind] ?? 0), 0);
    const failed = sum('failed');
    return failed === 0 ? undefined : failed / (failed + sum('stored'));
  },
  silence_minutes: ({ from }, { state: { at = 0 }, now }) => (now - Math.max(at, from)) / 60_000,
  lag: (_stream, { state, sink }) => sink && Math.max(0, state.next - sink.position),
};
