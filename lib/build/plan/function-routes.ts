import type { FunctionPlan, Trigger } from '../../shared/plan/function-plan.ts';

/** The routes of the HTTP API that start a function. */
export function routesOf({ triggers }: Pick<FunctionPlan, 'triggers'>): Trigger<'route'>[] {
  return triggers.filter((trigger) => trigger.kind === 'route');
}
