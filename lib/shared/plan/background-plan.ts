/**
 * Functions that no request calls, checked and complete. The build writes the member
 * `runtime`, which contains all that the function needs, into the function unchanged.
 */

import type { TypePlan } from './type-plan.ts';

export interface RuntimeSchedule {
  /** `<resource>-<nickname>`, like the id of an operation. */
  readonly id: string;
}

/** The run-time data of a consumer. A change passes the same checks as the body of a request. */
export interface RuntimeConsumer extends RuntimeSchedule {
  readonly parameters: readonly [];
  readonly body: { readonly required: true };
}

interface BackgroundCommon {
  readonly resource: string;
  /** The place in its descriptor: the members and indices that lead to it. */
  readonly declaredAt: readonly (string | number)[];
  readonly nickname: string;
  readonly summary: string;
  /** The environment variable without which it is not deployed. No other function has this variable. */
  readonly when?: string;
  /** In MB, from 128 to 10,240 (AWS). */
  readonly memoryMb?: number;
  /** In seconds, from 1 to 900 (AWS). */
  readonly timeoutSeconds?: number;
}

export interface SchedulePlan extends BackgroundCommon {
  readonly kind: 'schedule';
  readonly runtime: RuntimeSchedule;
  readonly everyMinutes: number;
}

/** A function that gets the keys of written items of the table. */
export interface ConsumerPlan extends BackgroundCommon {
  readonly kind: 'consumer';
  readonly runtime: RuntimeConsumer;
  /** The prefix of the items' sort keys. */
  readonly sortKeyPrefix: string;
  /** The type of the keys `pk` and `sk`. */
  readonly type: TypePlan;
}

export type BackgroundPlan = SchedulePlan | ConsumerPlan;
