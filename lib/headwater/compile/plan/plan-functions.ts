/** Every function of a service, whatever its kind. */

import { omitUndefined } from '../../shared/json/omit.ts';
import {
  type BackgroundPlan,
  type FunctionKind,
  type FunctionPlan,
  functionKinds,
  type OperationFunction,
} from '../../shared/plan/function-plan.ts';
import type { OperationPlan, RuntimeOperation } from '../../shared/plan/operation-plan.ts';
import type { DeclaredService } from '../../shared/plan/service-plan.ts';
import { operationRoutes, operationsOf } from './operations.ts';
import {
  planDefaultRouteFunction,
  planDescriptorsFunction,
  planPageFunctions,
  planReferenceFunction,
} from './service-functions.ts';

type Planner<K extends FunctionKind> = (
  service: DeclaredService,
  /** The functions of the kinds before. */
  planned: readonly FunctionPlan[],
) => readonly FunctionPlan<K>[];

const planners: { readonly [K in FunctionKind]: Planner<K> } = {
  operation: (service) => operationsOf(service).map(planOperationFunction),
  schedule: (service) =>
    backgroundOf(service, 'schedule').map((schedule) => ({
      kind: 'schedule',
      ...commonOf(schedule),
      triggers: [{ kind: 'schedule', everyMinutes: schedule.everyMinutes }],
      schedule,
    })),
  consumer: (service) =>
    backgroundOf(service, 'consumer').map((consumer) => {
      const { sortKeyPrefixes, deletions } = consumer;
      const trigger = { kind: 'table-stream', sortKeyPrefixes, ...omitUndefined({ deletions }) } as const;
      return { kind: 'consumer', ...commonOf(consumer), triggers: [trigger], consumer };
    }),
  descriptors: (service) => [planDescriptorsFunction(service)],
  reference: planReferenceFunction,
  page: planPageFunctions,
  'default-route': (service, planned) => [planDefaultRouteFunction(service, planned)],
};

/** Each function that requests call has it. */
export type VaryingByOrigin = Pick<RuntimeOperation, 'variesByOrigin'>;

/** @param service Its operations vary by origin already. */
export function planFunctions(service: DeclaredService, varying: VaryingByOrigin): FunctionPlan[] {
  const planned: FunctionPlan[] = [];
  for (const kind of functionKinds) planned.push(...planners[kind](service, planned));
  return planned.map((plan) =>
    'runtime' in plan ? { ...plan, runtime: { ...plan.runtime, ...varying } } : plan,
  );
}

export function planOperationFunction(operation: OperationPlan): OperationFunction {
  const triggers = operation.isForwarded ? [] : operationRoutes(operation);
  return { kind: 'operation', ...commonOf(operation), triggers, operation };
}

function backgroundOf<K extends BackgroundPlan['kind']>({ resources }: DeclaredService, kind: K) {
  const all = resources.flatMap(({ background = [] }) => background);
  return all.filter((plan): plan is BackgroundPlan & { kind: K } => plan.kind === kind);
}

type Declared = Omit<BackgroundPlan, 'kind'>;

/** What every function has that a descriptor declares. */
function commonOf({ runtime, resource, summary, memoryMb, timeoutSeconds, when, uses }: Declared) {
  return {
    id: runtime.id,
    description: summary,
    resource,
    ...omitUndefined({ memoryMb, timeoutSeconds, when, uses }),
  };
}
