/**
 * Functions that no request calls, checked and complete. The member `runtime` is
 * all that the function needs, and is written into it as it is.
 */

import type { TypePlan } from './type-plan.ts';

/** What a schedule knows about itself. */
export interface RuntimeSchedule {
  /** `<resource>-<nickname>`, as of an operation. */
  readonly id: string;
}

/** What a consumer knows about itself. A change is checked as the body of a request is. */
export interface RuntimeConsumer extends RuntimeSchedule {
  readonly parameters: readonly [];
  readonly body: { readonly required: true };
}

interface BackgroundCommon {
  readonly resource: string;
  /** Where in its descriptor: the members and indices that lead to it. */
  readonly declaredAt: readonly (string | number)[];
  readonly nickname: string;
  readonly summary: string;
  /** The environment variable without which it is not deployed, and which no other function has. */
  readonly when?: string;
  /** In MB; AWS takes 128 to 10,240. */
  readonly memoryMb?: number;
  /** In seconds; AWS takes 1 to 900. */
  readonly timeoutSeconds?: number;
}

/** Runs again and again. */
export interface SchedulePlan extends BackgroundCommon {
  readonly kind: 'schedule';
  readonly runtime: RuntimeSchedule;
  readonly everyMinutes: number;
}

/** Gets the keys of items of the table that have been written. */
export interface ConsumerPlan extends BackgroundCommon {
  readonly kind: 'consumer';
  readonly runtime: RuntimeConsumer;
  /** Of the items. */
  readonly sortKeyPrefix: string;
  /** Of the keys, `pk` and `sk`. */
  readonly type: TypePlan;
}

export type BackgroundPlan = SchedulePlan | ConsumerPlan;
