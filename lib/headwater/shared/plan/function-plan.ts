/** The functions that a service is deployed as, one plan per function. CONTRIBUTING.md says how to add a kind. */

import type { AwsUse } from './aws-resources.ts';
import type { OperationPlan, RuntimeOperation } from './operation-plan.ts';
import type { PagePlan } from './page-files.ts';
import type { Schema } from './schema.ts';

/** The kinds in planning order: the default route answers for the routes of all others. */
export const functionKinds = [
  'operation',
  'schedule',
  'consumer',
  'descriptors',
  'reference',
  'page',
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
  /** The table's stream of changes. */
  readonly 'table-stream': { readonly kind: 'table-stream' } & ChangedItems;
}

/** Which changes of the table a consumer gets. */
interface ChangedItems {
  /** The sort key begins with one of them. */
  readonly sortKeyPrefixes: readonly string[];
  /** Whether it gets deletions, too. */
  readonly deletions?: true;
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
  /** What it uses of AWS besides the table of the service. */
  readonly uses?: readonly AwsUse[];
}

export interface OperationFunction extends CommonPlan {
  readonly kind: 'operation';
  readonly resource: string;
  readonly operation: OperationPlan;
}

/** The run-time data of a schedule. The build writes the member `runtime` of a plan into its function unchanged. */
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
  readonly uses?: readonly AwsUse[];
  /** In MB, from 128 to 10,240 (AWS). */
  readonly memoryMb?: number;
  /** In seconds, from 1 to 900 (AWS). */
  readonly timeoutSeconds?: number;
}

interface SchedulePlan extends BackgroundCommon {
  readonly kind: 'schedule';
  readonly runtime: RuntimeSchedule;
  readonly everyMinutes: number;
}

/** A function that gets the keys of written items of the table. */
export interface ConsumerPlan extends BackgroundCommon, ChangedItems {
  readonly kind: 'consumer';
  readonly runtime: RuntimeConsumer;
  /** The schema of the keys `pk` and `sk`. */
  readonly schema: Schema;
}

export type BackgroundPlan = SchedulePlan | ConsumerPlan;

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

export interface PageFunction extends CommonPlan {
  readonly kind: 'page';
  readonly runtime: RuntimeOperation;
  readonly page: PagePlan;
}

/** The methods of one path. The default route uses them to answer requests with other methods. */
export interface RouteMethods {
  /** The path in the gateway's notation, e.g. `/v1/bookmark/{id}`. */
  readonly path: string;
  readonly methods: readonly string[];
  /** The methods of operations that declare the path with a slash at its end. */
  readonly slashMethods?: readonly string[];
  /** The targets to which GET and HEAD are redirected; the path has no route for these methods. */
  readonly redirectsTo?: ServiceDescriptions;
  /** True if no operation of the path is public. Then even its methods are confidential. */
  readonly isProtected?: true;
  /** Media types that PATCH accepts (RFC 5789 section 3.1), if the path has one. */
  readonly patchTypes?: readonly string[];
  /** The served descriptor of the resource. Absent for the descriptors themselves. */
  readonly describedBy?: string;
}

/** The descriptions of the service, for clients and for readers. */
export interface ServiceDescriptions {
  /** The listing of the descriptors. */
  readonly descriptors: string;
  readonly document: string;
  /** The reference page, which a stage may turn off. */
  readonly page?: string;
}

/** Answers requests that match no route: unknown paths, other methods, OPTIONS. */
export interface DefaultRouteFunction extends CommonPlan {
  readonly kind: 'default-route';
  readonly runtime: RuntimeOperation;
  readonly routeTable: readonly RouteMethods[];
  /** The routes that it passes on to operations. */
  readonly forwardedRoutes: readonly ForwardedRoute[];
}

/** A route that the gateway cannot have: its path ends in a slash, or has a segment with text and variables. */
export interface ForwardedRoute {
  readonly method: string;
  /** In the gateway's notation, with the slash. */
  readonly path: string;
  readonly functionId: string;
}

interface FunctionPlans {
  readonly operation: OperationFunction;
  readonly schedule: ScheduleFunction;
  readonly consumer: ConsumerFunction;
  readonly descriptors: DescriptorsFunction;
  readonly reference: ReferenceFunction;
  readonly page: PageFunction;
  readonly 'default-route': DefaultRouteFunction;
}

export type FunctionPlan<K extends FunctionKind = FunctionKind> = {
  [Kind in K]: { readonly kind: Kind } & FunctionPlans[Kind];
}[K];

/** One entry per kind of function; `forFunction` selects the entry for a plan. */
export type FunctionTable<Result, Extra extends readonly unknown[] = []> = {
  readonly [K in FunctionKind]: (plan: FunctionPlan<K>, ...extra: Extra) => Result;
};
