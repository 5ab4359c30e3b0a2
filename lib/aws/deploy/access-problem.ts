/** What is deployed for others must say who may call, in a form that functions can read. */

import { checkIssuers, openAccess, readAccess } from '../../access-settings.ts';
import type { RouteAccess, ServiceAccess } from '../access-json.ts';

/** Deployed by people for themselves; `npm start` has it, too. */
const localStage = 'dev';

/** Parts of serverless.yml with an environment. */
interface AccessHolders {
  readonly provider: { readonly environment?: unknown };
  readonly functions: Readonly<Record<string, { readonly environment?: unknown }>>;
}

export interface DeployProblem {
  readonly message: string;
  /** As the framework prints it. */
  readonly code: string;
}

/** @param built who may call each route, as the descriptors say. */
export function findAccessProblem(
  holders: AccessHolders,
  built: ServiceAccess,
  stage: string,
): DeployProblem | undefined {
  const values = accessValues(holders);
  const unreadable = values.flatMap(({ access }) => unreadableReason(access) ?? [])[0];
  if (unreadable !== undefined) return { message: unreadable, code: 'HEADWATER_ACCESS' };
  const open = stage === localStage ? undefined : openReason(values, built);
  if (!open) return undefined;
  const { found, reason } = open;
  const message = `Everybody could call ${found} in the stage "${stage}": ${reason}. If that is meant, set headwater.public to true in package.json.`;
  return { message, code: 'HEADWATER_OPEN_ACCESS' };
}

/** Each function with a guard would end when it starts. */
function unreadableReason(access: string): string | undefined {
  try {
    checkIssuers(readAccess(access));
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

function openReason(values: readonly AccessValue[], { isPublic, routes }: ServiceAccess) {
  const opened = values.find(({ access }) => access === openAccess);
  const unguarded = routes.filter(({ isUnguarded }) => isUnguarded);
  if (isPublic || !(opened ?? unguarded[0])) return undefined;
  if (!opened) {
    const reason =
      'no descriptor says who may call, neither with "authorizations" nor with "security" in the listing';
    return { found: describeRoutes(unguarded), reason };
  }
  const reason = `${opened.place}.environment.ACCESS is "${openAccess}"`;
  return { found: opened.functionId ?? describeRoutes(routes), reason };
}

/** Who may call, as serverless.yml says it for all functions or for one. */
interface AccessValue {
  readonly place: string;
  /** Undefined: all of them. */
  readonly functionId?: string;
  readonly access: string;
}

function accessValues({ provider, functions }: AccessHolders): AccessValue[] {
  const holders = [
    { place: 'provider', environment: provider.environment },
    ...Object.entries(functions).map(([functionId, { environment }]) => ({
      place: `functions.${functionId}`,
      functionId,
      environment,
    })),
  ];
  return holders.flatMap(({ environment, ...holder }) => {
    const access: unknown = Object(environment)['ACCESS'];
    // What CloudFormation makes of another value is not known before.
    return typeof access === 'string' ? { ...holder, access } : [];
  });
}

function describeRoutes([first, ...others]: readonly RouteAccess[]): string {
  const more = others.length > 0 ? ` and ${others.length} more` : '';
  return first ? `${first.method} ${first.path}${more}` : 'a route written by hand';
}
