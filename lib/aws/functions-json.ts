/** The `functions` of serverless.yml, as osls reads them. */

import { archivePath, bundlePath, generatedFolder } from '../compiler/emit/generated-files.ts';
import { forTrigger } from '../compiler/plan/by-kind.ts';
import type { FunctionPlan, TriggerTable } from '../plan/function-plan.ts';

/** AWS takes this many characters. */
const maxDescriptionLength = 256;

export function functionsJson(functions: readonly FunctionPlan[]): string {
  const entries = functions.map((plan) => [plan.id, functionSettings(plan)]);
  return `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`;
}

function functionSettings({ id, description, triggers, memoryMb, timeoutSeconds }: FunctionPlan): object {
  return {
    handler: `${generatedFolder}/${bundlePath(id).replace(/\.mjs$/, '.handler')}`,
    // The archive is ready-made: osls would search all of node_modules to make its own.
    package: { artifact: `${generatedFolder}/${archivePath(id)}` },
    ...(description === '' ? {} : { description: description.slice(0, maxDescriptionLength) }),
    ...(memoryMb === undefined ? {} : { memorySize: memoryMb }),
    ...(timeoutSeconds === undefined ? {} : { timeout: timeoutSeconds }),
    events: triggers.map((trigger) => forTrigger(events, trigger)),
  };
}

const events: TriggerTable<object> = {
  route: ({ method, path }) => ({ httpApi: { method, path } }),
  'default-route': () => ({ httpApi: '*' }),
};
