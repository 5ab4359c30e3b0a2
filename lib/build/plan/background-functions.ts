/** The functions that no request calls. */

import { omitUndefined } from '../../shared/json/omit-undefined.ts';
import type { BackgroundPlan, FunctionPlan } from '../../shared/plan/function-plan.ts';
import type { DeclaredService } from '../../shared/plan/service-plan.ts';

export function planSchedules(service: DeclaredService): readonly FunctionPlan<'schedule'>[] {
  return backgroundOf(service).flatMap((schedule) =>
    schedule.kind === 'schedule'
      ? {
          kind: 'schedule',
          ...commonOf(schedule),
          triggers: [{ kind: 'schedule', everyMinutes: schedule.everyMinutes }],
          schedule,
        }
      : [],
  );
}

export function planConsumers(service: DeclaredService): readonly FunctionPlan<'consumer'>[] {
  return backgroundOf(service).flatMap((consumer) =>
    consumer.kind === 'consumer'
      ? {
          kind: 'consumer',
          ...commonOf(consumer),
          triggers: [{ kind: 'table-stream', sortKeyPrefix: consumer.sortKeyPrefix }],
          consumer,
        }
      : [],
  );
}

function backgroundOf({ resources }: DeclaredService): readonly BackgroundPlan[] {
  return resources.flatMap(({ background = [] }) => background);
}

function commonOf({ runtime, resource, summary, memoryMb, timeoutSeconds, when }: BackgroundPlan) {
  return {
    id: runtime.id,
    description: summary,
    resource,
    ...omitUndefined({ memoryMb, timeoutSeconds, when }),
  };
}
