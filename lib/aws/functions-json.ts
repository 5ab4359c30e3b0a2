/** The `functions` of serverless.yml, as osls reads them. */

import { archivePath, bundlePath, generatedFolder } from '../compiler/emit/generated-files.ts';
import { forTrigger } from '../compiler/plan/by-kind.ts';
import type { FunctionPlan, TriggerTable } from '../plan/function-plan.ts';

export const functionsJsonPath = 'functions.json';

/** By the id of the function. */
export type FunctionSettings = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** In characters; a limit of AWS. */
const maxDescriptionLength = 256;

export function functionSettings(functions: readonly FunctionPlan[]): FunctionSettings {
  return Object.fromEntries(functions.map((plan) => [plan.id, settingsOf(plan)]));
}

function settingsOf({ id, description, triggers, memoryMb, timeoutSeconds }: FunctionPlan) {
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
