/** Functions that only some stages deploy. */

import { membersOf } from '../../../shared/json/is-object.ts';
import { type Grants, grantedVariables } from './grants.ts';

export interface SelectableFunction {
  environment?: unknown;
  /** The environment variable without which the function is not deployed. */
  when?: string;
}

/** In `custom.headwater` of serverless.yml: the variable of `when`, by a flag that says whether it has a value. */
export type Flags = Readonly<Record<string, string>>;

/** The flags that are on: all functions have them, and none of the values. */
export function flagsOf(
  flags: Flags,
  variables: Readonly<Record<string, unknown>>,
): Readonly<Record<string, string>> {
  const on = Object.entries(flags).filter(([, variable]) => Boolean(variables[variable]));
  return Object.fromEntries(on.map(([flag]) => [flag, 'on']));
}

/** Adds the member to the schema of osls. */
export const selectableSchema = { properties: { when: { type: 'string' } } };

/**
 * Deletes functions whose variable has no value. Each of the others gets its variable, and those that are granted with it;
 * no other function has them.
 *
 * @param functions The functions by key; other code of osls keeps references to the object.
 */
export function selectFunctions(
  functions: Record<string, SelectableFunction>,
  variables: Readonly<Record<string, unknown>>,
  grants: Grants = {},
): void {
  for (const [key, settings] of Object.entries(functions)) {
    const { when } = settings;
    if (when === undefined) continue;
    const value = variables[when];
    if (value === undefined || value === null || value === '') delete functions[key];
    else
      settings.environment = {
        ...membersOf(settings.environment),
        [when]: value,
        ...grantedVariables(grants, when),
      };
    delete settings.when;
  }
}
