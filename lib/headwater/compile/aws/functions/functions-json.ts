/** The functions for osls: the `functions` of serverless.yml, and their descriptions. */

import { omitUndefined } from '../../../shared/json/omit.ts';
import type { FunctionPlan, Trigger, TriggerKind, TriggerTable } from '../../../shared/plan/function-plan.ts';
import { archivePath, bundlePath, generatedFolder } from '../../emit/wiring/generated-files.ts';
import { failureSettings, scheduleEvent, tableStreamEvent } from './background-settings.ts';

export const functionsJsonPath = 'functions.json';
export const descriptionsPath = 'descriptions.json';

/** The settings by function id. */
export type FunctionSettings = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** AWS's limit, in UTF-16 code units. */
const maxDescriptionLength = 256;

/** Memory in MB and time in seconds of a function. */
export interface FunctionSize {
  readonly memoryMb: number;
  readonly timeoutSeconds: number;
}

/** osls's default for functions without a size. */
export const oslsSize: FunctionSize = { memoryMb: 1024, timeoutSeconds: 6 };

/** @param usual The size of functions that declare none, from serverless.yml. */
export function functionSettings(
  functions: readonly FunctionPlan[],
  usual: FunctionSize = oslsSize,
): FunctionSettings {
  return Object.fromEntries(
    functions.map((plan) => [plan.id, settingsOf({ ...plan, ...sizeOf(plan, functions, usual) })]),
  );
}

/** The default route needs the size of the largest operation to which it passes requests on. */
function sizeOf(
  plan: FunctionPlan,
  functions: readonly FunctionPlan[],
  usual: FunctionSize,
): Partial<FunctionSize> {
  if (plan.kind !== 'default-route' || plan.forwardedRoutes.length === 0) return {};
  const ids = new Set(plan.forwardedRoutes.map(({ functionId }) => functionId));
  const sizes = functions.filter(({ id }) => ids.has(id)).map((each) => ({ ...usual, ...sizeIn(each) }));
  return {
    memoryMb: Math.max(...sizes.map(({ memoryMb }) => memoryMb)),
    timeoutSeconds: Math.max(...sizes.map(({ timeoutSeconds }) => timeoutSeconds)),
  };
}

function sizeIn({ memoryMb, timeoutSeconds }: FunctionPlan): Partial<FunctionSize> {
  return omitUndefined({ memoryMb, timeoutSeconds });
}

function settingsOf(plan: FunctionPlan) {
  const { id, description, triggers, memoryMb, timeoutSeconds, when } = plan;
  return {
    handler: `${generatedFolder}/${bundlePath(id).replace(/\.mjs$/, '.handler')}`,
    // A ready-made archive: osls would search all of node_modules to make its own.
    package: { artifact: `${generatedFolder}/${archivePath(id)}` },
    ...omitUndefined({
      description: description === '' ? undefined : shortened(description),
      memorySize: memoryMb,
      timeout: timeoutSeconds,
      when,
    }),
    ...failureSettings(plan),
    events: triggers.map(eventOf),
  };
}

function eventOf<K extends TriggerKind>(trigger: Trigger<K>): object {
  return events[trigger.kind](trigger);
}

const events: TriggerTable<object> = {
  route: ({ method, path }) => ({ httpApi: { method, path } }),
  'default-route': () => ({ httpApi: '*' }),
  schedule: scheduleEvent,
  'table-stream': tableStreamEvent,
};

/** Shortens a description without splitting a surrogate pair at the end. */
function shortened(description: string): string {
  return description.slice(0, maxDescriptionLength).replace(/[\uD800-\uDBFF]$/, '');
}
