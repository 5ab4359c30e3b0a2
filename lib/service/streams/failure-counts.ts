import { omitUndefined } from 'headwater/json';
import type { Models } from '#generated/models/stream.ts';
import type { LogFailure } from './log/log-types.ts';

type FailureCount = Models['FailureCount'];
type FailureKind = Pick<FailureCount, 'step' | 'code'> & {
  readonly position: number;
  readonly message: string;
};

/** Messages may contain values of records. */
const maxKinds = 100;

/** One for each part that failed. */
export function kindsOfFailure({ position, failed_parts, ...failure }: LogFailure): readonly FailureKind[] {
  return (failed_parts ?? [failure]).map(({ step, error: { code, message } }) => ({
    position,
    code,
    message,
    ...omitUndefined({ step }),
  }));
}

/**
 * The most frequent first; failures with rare messages are counted without them.
 *
 * @example countFailures([{ position: 3, step: 0, code: 'failed', message: 'x' }]) // [{ step: 0, code: 'failed', message: 'x', count: 1, first: 3 }]
 */
export function countFailures(failures: readonly FailureKind[]): readonly FailureCount[] {
  const kinds = Map.groupBy(failures, ({ step, code, message }) => JSON.stringify([step, code, message]));
  const groups = [...kinds.values()].sort((one, other) => byCount(countOf(one), countOf(other)));
  if (groups.length <= maxKinds) return groups.map(countOf);
  const others = Map.groupBy(groups.slice(maxKinds - 1).flat(), ({ step, code }) =>
    JSON.stringify([step, code]),
  );
  const grouped = [...others.values()].map((alike) => {
    const { message: _, ...count } = countOf(alike);
    return count;
  });
  return [...groups.slice(0, maxKinds - 1).map(countOf), ...grouped].sort(byCount);
}

function countOf(alike: readonly FailureKind[]): FailureCount {
  const [first = { position: 0, code: '', message: '' }] = alike;
  const { position, ...kind } = first;
  return { ...kind, count: alike.length, first: position };
}

function byCount(one: FailureCount, other: FailureCount): number {
  return other.count - one.count || one.first - other.first;
}
