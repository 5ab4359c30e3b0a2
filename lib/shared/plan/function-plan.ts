/** The functions that a service is deployed as, one plan per function. CONTRIBUTING.md says how to add a kind. */

import type { ConsumerPlan, SchedulePlan } from './background-plan.ts';
import type { OperationPlan, RuntimeOperation } from './operation-plan.ts';
import type { RouteMethods } from './route-table.ts';

/** The kinds in planning order: the default route answers for the routes of all others. */
export const functionKinds = [
  'operation',
  'schedule',
  'consumer',
  'descriptors',
  'reference',
  'default-route',
] as const;
export type FunctionKind = (typeof functionKinds)[number];

/** What starts a function, by the kind of trigger. */
interface Triggers {
  /** A route of the HTTP API. `path` is in the gateway's words. */
  readonly route: { readonly kind: 'route'; readonly method: string; readonly path: string };
  /** The gateway's `$default` route: every request that matches no other route. */
  readonly 'default-route': { readonly kind: 'default-route' };
  readonly schedule: { readonly kind: 'schedule'; readonly everyMinutes: number };
  /** The table's stream of changes: written items whose sort key has the prefix. */
  readonly 'table-stream': { readonly kind: 'table-stream'; readonly sortKeyPrefix: string };
}

export type TriggerKind = keyof Triggers;
export type Trigger<K extends TriggerKind = TriggerKind> = {
  [Kind in K]: { readonly kind: Kind } & Triggers[Kind];
}[K];
export type TriggerTable<Result> = { readonly [K in TriggerKind]: (trigger: Trigger<K>) => Result };

interface CommonPlan {
  /** The key of the function in serverless.yml, and the name of its files. */
  readonly id: string;
  /** The description in the AWS console. Empty: none. */
  readonly description: string;
  readonly triggers: readonly Trigger[];
  /** The resource that it belongs to. Absent if it belongs to the service. */
  readonly resource?: string;
  /** In MB; the default is in serverless.yml. */
  readonly memoryMb?: number;
  /** In seconds; the default is in serverless.yml. */
  readonly timeoutSeconds?: number;
  /** The environment variable without which the function is not deployed. */
  readonly when?: string;
}

export interface OperationFunction extends CommonPlan {
  readonly kind: 'operation';
  readonly resource: string;
  readonly operation: OperationPlan;
}

interface ScheduleFunction extends CommonPlan {
  readonly kind: 'schedule';
  readonly resource: string;
  readonly schedule: SchedulePlan;
}

interface ConsumerFunction extends CommonPlan {
  readonly kind: 'consumer';
  readonly resource: string;
  readonly consumer: ConsumerPlan;
}

export interface DescriptorsFunction extends CommonPlan {
  readonly kind: 'descriptors';
  readonly runtime: RuntimeOperation;
  /** The base path of the listing. */
  readonly basePath: string;
  readonly declarations: readonly { readonly resource: string; readonly basePath: string }[];
}

export interface ReferenceFunction extends CommonPlan {
  readonly kind: 'reference';
  readonly runtime: RuntimeOperation;
  readonly documentPath: string;
}

/** Answers requests that match no route: unknown paths, other methods, OPTIONS. */
export interface DefaultRouteFunction extends CommonPlan {
  readonly kind: 'default-route';
  readonly runtime: RuntimeOperation;
  readonly routeTable: readonly RouteMethods[];
  /** The routes that it passes on to operations. */
  readonly slashRoutes: readonly SlashRoute[];
}

/** A route whose path is declared with a slash at its end. */
export interface SlashRoute {
  readonly method: string;
  /** In the gateway's notation, without the slash. */
  readonly path: string;
  readonly functionId: string;
}

interface FunctionPlans {
  readonly operation: OperationFunction;
  readonly schedule: ScheduleFunction;
  readonly consumer: ConsumerFunction;
  readonly descriptors: DescriptorsFunction;
  readonly reference: ReferenceFunction;
  readonly 'default-route': DefaultRouteFunction;
}

export type FunctionPlan<K extends FunctionKind = FunctionKind> = {
  [Kind in K]: { readonly kind: Kind } & FunctionPlans[Kind];
}[K];

/** One entry per kind of function; `forFunction` selects the entry for a plan. */
export type FunctionTable<Result, Extra extends readonly unknown[] = []> = {
  readonly [K in FunctionKind]: (plan: FunctionPlan<K>, ...extra: Extra) => Result;
};
