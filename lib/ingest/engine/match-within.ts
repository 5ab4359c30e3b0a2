import type { Failure } from '../base/failure.ts';
import type { DataRecord } from '../base/record.ts';
import type { Condition } from '../conditions/condition.ts';
import { runWithin, type TimeLimits } from './time-limit.ts';

/** Whether each record meets the condition, or why that is not known: `record_timeout`, `deadline_exceeded`. */
export function matchWithin(
  condition: Condition,
  records: readonly DataRecord[],
  limits: Partial<TimeLimits>,
): (boolean | Failure)[] {
  const now = Date.now();
  return runWithin<DataRecord, boolean | Failure>(records, {
    limits,
    run: (record) => condition(record, now),
    refuse: (refused) => refused,
  });
}
