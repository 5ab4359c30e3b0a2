/** The routes of the deployed functions: who may call them, and what they answer. */

import { routeKeysOf } from '../../../compile/aws/functions/function-routes.ts';
import { openAccess } from '../../../shared/access-settings.ts';
import type { AccessAlternative } from '../../../shared/plan/operation-plan.ts';
import { pagesVariable } from '../../../shared/plan/page-files.ts';
import { referencePath, referenceVariable } from '../../../shared/plan/reference-files.ts';
import type { Build, OpenApiDocument } from './build.ts';
import type { Environments } from './deployed-functions.ts';

export interface SmokeRoute {
  /** The key of its function in functions.json. */
  readonly id: string;
  readonly method: string;
  /** In the gateway's words. */
  readonly path: string;
  /** Whether a request without a credential is refused. */
  readonly isGuarded: boolean;
  /** The alternatives that keys alone meet; none: a request takes a token, or needs no credential in this stage. */
  readonly byKey: readonly AccessAlternative[];
  /** The documented statuses of a request that is let in. */
  readonly answers: readonly number[];
}

/**
 * @param environments of the functions that the stage has; by default, it has all of them.
 * @returns their routes; a HEAD has the function of its GET.
 */
export function smokeRoutes(
  { functions, access, document }: Build,
  environments: Environments = new Map(Object.keys(functions).map((id) => [id, {}])),
): SmokeRoute[] {
  const accessOf = new Map(access.routes.map((route) => [`${route.method} ${route.path}`, route.access]));
  return Object.entries(functions).flatMap(([id, settings]) =>
    routeKeysOf(settings).flatMap((key): SmokeRoute[] => {
      const [, method = '', path = ''] = /^(?!HEAD )([A-Z]+) (\/.*)$/.exec(key) ?? [];
      const environment = environments.get(id);
      if (method === '' || !environment) return [];
      const declared = environment['ACCESS'] === openAccess ? [] : (accessOf.get(key) ?? []);
      return [
        {
          id,
          method,
          path,
          isGuarded: declared.length > 0 && declared.every(({ length }) => length > 0),
          byKey: declared.filter(isByKey),
          answers:
            !accessOf.has(key) && isOff(id, path, environment) ? [404] : answersOf(document, method, path),
        },
      ];
    }),
  );
}

/** Where two keys are needed at once, one key does for both. */
function isByKey(alternative: AccessAlternative): boolean {
  return alternative.length > 0 && alternative.every(({ scheme }) => scheme !== 'bearer');
}

/** Whether it is the path of a page that the stage has turned off. */
function isOff(id: string, path: string, environment: Readonly<Record<string, string>>): boolean {
  if (path === referencePath) return environment[referenceVariable] !== 'on';
  return path === `/${id}` && !(environment[pagesVariable] ?? '').split(' ').includes(id);
}

/** Any other 4xx may be right: a parameter may be required, and an owner without data may have no such document. */
const refusals = [401, 403, 429];

/** What no document describes, such as a page, is there. */
function answersOf({ paths }: OpenApiDocument, method: string, path: string): number[] {
  const [, item] = Object.entries(paths).find(([own]) => withoutNames(own) === withoutNames(path)) ?? [];
  const { responses = { 200: {} } } = item?.[method.toLowerCase()] ?? {};
  const statuses = Object.keys(responses).map(Number);
  return statuses.filter((status) => status < 500 && !refusals.includes(status));
}

/** The gateway has one name for the variables of all paths with the same beginning. */
export function withoutNames(path: string): string {
  return path.replaceAll(/\{[^}]*\}/g, '{}');
}
