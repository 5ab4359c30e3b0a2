/** Variables that a stage gives to the functions that may load a module, with the rights that belong to them. */

import { type Grants, grantedVariables } from '../../compile/aws/functions/grants.ts';
import type { Role } from '../../compile/aws/roles/plan-roles.ts';
import type { Bundles } from '../../compile/bundle/bundle.ts';
import { lazyExportsOf } from '../../compile/bundle/lazy-modules.ts';
import { membersOf } from '../../shared/json/is-object.ts';

/** In `custom.headwater` of serverless.yml, by the name of an export of the module. */
export type VariablesByExport = Readonly<Record<string, GivenVariable>>;

interface GivenVariable {
  readonly variable: string;
  /** "": no function gets it. */
  readonly value: unknown;
  /** A variable of `when`, which must have a value: the functions get it, too, with what is granted with it. */
  readonly with: string;
}

export interface GivenFunction {
  environment?: unknown;
}

interface GivenContext {
  readonly byExport: VariablesByExport;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly grants: Grants;
  readonly readMetafile: () => Bundles['metafile'];
}

/** The functions that get a variable with a value, by what they get with it. */
export interface GivenRights {
  readonly when: string;
  readonly functions: readonly string[];
}

/**
 * Functions that have the variable of `with` already get the other one as well.
 *
 * @param functions The functions by key; other code of osls keeps references to the object.
 * @returns the rights that the functions need besides, or why that is impossible.
 */
export function giveVariables(
  functions: Readonly<Record<string, GivenFunction>>,
  { byExport, variables, grants, readMetafile }: GivenContext,
): readonly GivenRights[] | string {
  const named = Object.entries(byExport).filter(([, { value }]) => Boolean(value));
  const rights = new Map<string, Set<string>>();
  for (const [name, { variable, value, with: when }] of named) {
    if (!variables[when])
      return `${variable} is ${JSON.stringify(value)}, which needs a value of ${when}: the setting of the stage beside it.`;
    const metafile = readMetafile();
    const users = Object.keys(functions).filter((key) => lazyExportsOf(metafile, key).has(name));
    if (users.length === 0)
      return `custom.headwater.variables names ${name}, which no module exports that a function loads by import().`;
    const given = { [when]: variables[when], ...grantedVariables(grants, when) };
    for (const [key, settings] of Object.entries(functions)) {
      const own = { ...membersOf(settings.environment), ...(users.includes(key) ? given : {}) };
      if (when in own) settings.environment = { ...own, [variable]: value };
    }
    rights.set(when, new Set([...(rights.get(when) ?? []), ...users]));
  }
  return [...rights].map(([when, given]) => ({ when, functions: [...given] }));
}

/** Functions that get rights besides have a role of their own. */
export function withRights(roles: readonly Role[], rights: readonly GivenRights[]): readonly Role[] {
  return rights.reduce<readonly Role[]>(
    (all, { when, functions }) =>
      all.flatMap((role) => {
        const given = role.when === undefined ? role.functions.filter((key) => functions.includes(key)) : [];
        if (given.length === 0) return [role];
        const others = role.functions.filter((key) => !given.includes(key));
        const own = { ...role, id: `${role.id}${when.replaceAll('_', '')}`, when, functions: given };
        return others.length > 0 ? [{ ...role, functions: others }, own] : [own];
      }),
    roles,
  );
}
