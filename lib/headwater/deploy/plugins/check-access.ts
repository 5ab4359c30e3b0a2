/** Checks that a deployment for others states who may call, in a form that functions can read. */

import type { RouteAccess, ServiceAccess } from '../../compile/aws/access-json.ts';
import { refusedClaims } from '../../compile/plan/caller-claims.ts';
import { type AccessSettings, checkIssuers, openAccess, readAccess } from '../../shared/access-settings.ts';
import { membersOf } from '../../shared/json/is-object.ts';
import { nearSpelling } from '../../shared/json/near-spelling.ts';

/** The stage that developers deploy for themselves, and that `npm start` uses. */
const localStage = 'dev';

/** A place in serverless.yml or the template that gives functions an environment. */
export interface AccessHolder {
  /** The path of the environment, such as `functions.bookmark-list.environment`. */
  readonly place: string;
  /** The one function with this environment. Undefined: all functions. */
  readonly functionId?: string;
  readonly environment: unknown;
}

/** The parts of serverless.yml with an environment. */
interface EnvironmentSettings {
  readonly provider: { readonly environment?: unknown };
  readonly functions: Readonly<Record<string, { readonly environment?: unknown }>>;
}

/** The part of the CloudFormation template with functions. */
export interface FunctionTemplate {
  readonly Resources: Readonly<Record<string, { readonly Type: string; readonly Properties?: unknown }>>;
}

interface DeployError {
  readonly message: string;
  /** The code as the framework prints it. */
  readonly code: string;
}

export function holdersIn({ provider, functions }: EnvironmentSettings): AccessHolder[] {
  return [
    { place: 'provider.environment', environment: provider.environment },
    ...Object.entries(functions).map(([functionId, { environment }]) => ({
      place: `functions.${functionId}.environment`,
      functionId,
      environment,
    })),
  ];
}

/** Reads the environments of the packaged template: `resources` of serverless.yml may replace or extend the framework's. */
export function packagedHolders({ Resources }: FunctionTemplate): AccessHolder[] {
  const functions = Object.entries(Resources).filter(([, { Type }]) => Type.endsWith('::Function'));
  return functions.map(([functionId, { Properties }]) => {
    const environment: unknown = membersOf(Properties)['Environment'];
    const place = `resources.Resources.${functionId}.Properties.Environment`;
    if (isIntrinsic(environment)) return { place, functionId, environment };
    return { place: `${place}.Variables`, functionId, environment: membersOf(environment)['Variables'] };
  });
}

/** @param built who may call each route, as the descriptors say. */
export function checkAccess(
  holders: readonly AccessHolder[],
  built: ServiceAccess,
  stage: string,
): DeployError | undefined {
  const values = holders.flatMap(valuesIn);
  const unreadable = values.flatMap((value) => unreadableReason(value, built) ?? [])[0];
  if (unreadable !== undefined) return { message: unreadable, code: 'HEADWATER_ACCESS' };
  const open = stage === localStage ? undefined : openReason(values, built);
  if (!open) return undefined;
  const { found, reason } = open;
  const message = `Everybody could call ${found} in the stage "${stage}": ${reason}. If that is meant, set public to true in headwater.config.ts.`;
  return { message, code: 'HEADWATER_OPEN_ACCESS' };
}

/**
 * A value that functions cannot read. An invalid text ends guarded functions at their start; a CloudFormation function
 * could open them.
 */
function unreadableReason({ place, access }: AccessValue, built: ServiceAccess): string | undefined {
  if (typeof access !== 'string')
    return `${place} is ${JSON.stringify(access)}, which CloudFormation evaluates after this check. Write the value of ACCESS itself, or take it from the settings of the stage: \${param:access}.`;
  try {
    const settings = readAccess(access);
    checkIssuers(settings);
    return uselessClaims(settings, built).map((reason) => `${place} is not valid: ${reason}.`)[0];
  } catch (error) {
    return (error as Error).message;
  }
}

/** A claim of an issuer that no function reads pins nothing; one that all functions refuse locks its users out. */
function uselessClaims({ issuers }: AccessSettings, { claims: declared }: ServiceAccess): string[] {
  const names = declared?.names ?? [];
  return issuers.flatMap(({ issuer, claims = {} }) => {
    const unknown = Object.keys(claims).filter((name) => !names.includes(name));
    const of = `of the issuer ${JSON.stringify(issuer)}`;
    return [
      ...unknown.map((name) => {
        const near = nearSpelling(name, names);
        const guess = near === undefined ? '' : ` (did you mean ${near}?)`;
        return `"x-claims" of the listing does not declare the claim ${JSON.stringify(name)} ${of}${guess}`;
      }),
      ...(declared ? refusedClaims(claims, declared.schema).map((reason) => `${of}, ${reason}`) : []),
    ];
  });
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
  const reason = `${opened.place} is "${openAccess}"`;
  return { found: opened.functionId ?? describeRoutes(routes), reason };
}

/** A value of ACCESS in serverless.yml, for all functions or for one. */
interface AccessValue extends Pick<AccessHolder, 'place' | 'functionId'> {
  /** A text, or an object of CloudFormation, whose value is unknown before deployment. */
  readonly access: string | object;
}

function valuesIn({ environment, place, ...holder }: AccessHolder): AccessValue[] {
  if (isIntrinsic(environment)) return [{ ...holder, place, access: environment }];
  const access: unknown = membersOf(environment)['ACCESS'];
  // CloudFormation refuses null.
  if (access === undefined || access === null) return [];
  const value = typeof access === 'object' ? access : String(access);
  return [{ ...holder, place: `${place}.ACCESS`, access: value }];
}

/** Whether the value is a CloudFormation function, such as `!Sub`. */
function isIntrinsic(value: unknown): value is object {
  return Object.keys(membersOf(value)).some((key) => key === 'Ref' || key.startsWith('Fn::'));
}

function describeRoutes([first, ...others]: readonly RouteAccess[]): string {
  const more = others.length > 0 ? ` and ${others.length} more` : '';
  return first ? `${first.method} ${first.path}${more}` : 'a route written by hand';
}
