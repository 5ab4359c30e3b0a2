/** Variables that a stage gives to the functions that load a module later, with the rights that belong to them. */

import type { Bundles } from '../../build/bundle/bundle.ts';
import { lateFilesOf } from '../../build/bundle/function-parts.ts';
import { type Grants, grantedVariables } from '../roles/grants.ts';
import type { Role } from '../roles/plan-roles.ts';

/** In `custom` of serverless.yml, by the module `*.later.ts`. */
export type LaterVariables = Readonly<Record<string, LaterVariable>>;

interface LaterVariable {
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
  readonly later: LaterVariables;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly grants: Grants;
  readonly readMetafile: () => Bundles['metafile'];
}

/** The functions that load a module of `later` whose variable has a value, by what they get with it. */
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
  { later, variables, grants, readMetafile }: GivenContext,
): readonly GivenRights[] | string {
  const named = Object.entries(later).filter(([, { value }]) => Boolean(value));
  const rights = new Map<string, Set<string>>();
  for (const [module, { variable, value, with: when }] of named) {
    if (!variables[when])
      return `${variable} is ${JSON.stringify(value)}, which needs a value of ${when}: the setting of the stage beside it.`;
    const metafile = readMetafile();
    const users = Object.keys(functions).filter((key) => lateFilesOf(metafile, key).includes(`./${module}`));
    if (users.length === 0) return `custom.later names ${module}, which no function loads later.`;
    const given = { [when]: variables[when], ...grantedVariables(grants, when) };
    for (const [key, settings] of Object.entries(functions)) {
      const own = { ...Object(settings.environment), ...(users.includes(key) ? given : {}) };
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
