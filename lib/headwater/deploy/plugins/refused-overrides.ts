/** Changes of what the plugin `headwater/serverless` brings that cannot work. Each function returns what is wrong. */

import { routeKeysOf } from '../../compile/aws/functions/function-routes.ts';
import { maxRequestSeconds } from '../../compile/read/common/extensions.ts';
import { isObject, membersOf } from '../../shared/json/is-object.ts';
import { nearSpelling } from '../../shared/json/near-spelling.ts';
import { ownMember } from '../../shared/json/own-member.ts';
import { nodeVersion } from '../../shared/node-version.ts';
import { pagesVariable } from '../../shared/plan/page-files.ts';
import { referenceVariable } from '../../shared/plan/reference-files.ts';

type Members = Readonly<Record<string, unknown>>;

/** The objects to which functions and stack need the members that the plugin adds. */
const filledObjects = [
  ['params'],
  ['params', 'default'],
  ['provider', 'environment'],
  ['package'],
  ['custom'],
  ['custom', 'headwater'],
];

/** They may also be lists of objects, which the framework merges. */
const filledLists = [['functions'], ['resources']];

/** Null, or a variable that is not resolved yet, in place of an object that the plugin fills. */
export function unfillable(declared: Members): string | undefined {
  for (const path of [...filledObjects, ...filledLists]) {
    const value = path.reduce<unknown>((parent, name) => membersOf(parent)[name], declared);
    const parts = filledLists.includes(path) ? [value].flat() : [value];
    const wrong = parts.find((part) => part !== undefined && !isObject(part));
    if (wrong === undefined) continue;
    return `${path.join('.')} is ${JSON.stringify(value)}, and headwater/serverless adds members to it: write an object here, or a file whose name has no parameter. A member of the object may be a variable or null.`;
  }
  return undefined;
}

/** A resource of another type under the name of one that the plugin makes. */
export function otherType(made: Members, declared: Members): string | undefined {
  for (const [id, resource] of Object.entries(declared)) {
    const own = membersOf(resource)['Type'];
    const standard = membersOf(ownMember(made, id))['Type'];
    if (own === undefined || standard === undefined || own === standard) continue;
    return `resources.Resources.${id} has the type ${String(own)}, and headwater/serverless makes a resource of this name and the type ${String(standard)}. Give yours another name; null in its place removes the other one.`;
  }
  return undefined;
}

/** A change of a resource that the plugin does not make. */
export function withoutType(made: Members, declared: Members): string | undefined {
  const change = changeOfNothing(made, declared, ['Type']);
  if (change === undefined) return undefined;
  const { name, lacks, guess } = change;
  return `resources.Resources.${name} ${lacks}, and headwater/serverless makes no resource of this name${guess}. What osls makes, such as a function, is changed in resources.extensions.`;
}

/** A property with almost the name of one that the plugin gives the resource. Only CloudFormation knows all properties. */
export function misspeltProperty(made: Members, declared: Members): string | undefined {
  for (const [id, resource] of Object.entries(declared)) {
    const known = Object.keys(membersOf(membersOf(ownMember(made, id))['Properties']));
    for (const name of Object.keys(membersOf(membersOf(resource)['Properties']))) {
      const near = known.includes(name) ? undefined : nearSpelling(name, known);
      if (near !== undefined)
        return `resources.Resources.${id}.Properties.${name} is not a property of ${id} (did you mean ${near}?).`;
    }
  }
  return undefined;
}

/** A change of a function that the build does not make. */
export function withoutHandler(built: Members, declared: Members): string | undefined {
  const change = changeOfNothing(built, declared, ['handler', 'image']);
  if (change === undefined) return undefined;
  const { name, lacks, guess } = change;
  return `functions.${name} ${lacks}, and the build makes no such function${guess}.`;
}

/** @param needed a member of what is declared as a whole is one of these. */
function changeOfNothing(made: Members, declared: Members, needed: readonly string[]) {
  const isChange = (value: unknown) =>
    value === null || (isObject(value) && needed.every((member) => membersOf(value)[member] === undefined));
  const name = Object.keys(declared).find((each) => !Object.hasOwn(made, each) && isChange(declared[each]));
  if (name === undefined) return undefined;
  const near = nearSpelling(name, Object.keys(made));
  return {
    name,
    lacks: declared[name] === null ? 'is null' : `has no ${needed[0]}`,
    guess: near === undefined ? '' : ` (did you mean ${near}?)`,
  };
}

/** What the build decides about each of its functions. */
const builtMembers = ['handler', 'package', 'events'];

/** A member of a function that follows from its descriptor. */
export function builtMember(functions: Members, generated: Members): string | undefined {
  for (const [key, settings] of Object.entries(functions)) {
    const built = ownMember(generated, key);
    const name = builtMembers.find((member) => {
      const own = membersOf(settings)[member];
      return built && own !== undefined && JSON.stringify(own) !== JSON.stringify(membersOf(built)[member]);
    });
    if (name !== undefined)
      return `functions.${key}.${name} is what the build makes of the descriptor. Change the descriptor, or declare a function of another name; other settings of ${key}, such as memorySize, may be changed here.`;
  }
  return undefined;
}

/** A runtime on which the code of the build may not run. Functions of other names have any. */
export function olderRuntime(provider: Members, functions: Members, generated: Members): string | undefined {
  for (const key of Object.keys(generated)) {
    const own = membersOf(ownMember(functions, key))['runtime'];
    const runtime = own ?? provider['runtime'];
    const [, version] = /^nodejs(\d+)\.x$/.exec(String(runtime)) ?? [];
    if (Number(version) >= nodeVersion) continue;
    const place = own === undefined ? 'provider.runtime' : `functions.${key}.runtime`;
    return `${place} is ${JSON.stringify(runtime)}, and the build makes ${key} for Node.js ${nodeVersion}: leave the member out, or write nodejs${nodeVersion}.x or a later one.`;
  }
  return undefined;
}

/** A function of a route that may still run when the gateway has given up. */
export function longTimeout(
  functions: Members,
  { generated, provider }: { readonly generated: Members; readonly provider: Members },
): string | undefined {
  const seconds = (settings: unknown) => Number(membersOf(settings)['timeout'] ?? 0);
  const [key] =
    Object.entries(functions).find(
      ([name, settings]) =>
        routeKeysOf(membersOf(ownMember(generated, name))).length > 0 &&
        (seconds(settings) || seconds(provider)) > maxRequestSeconds,
    ) ?? [];
  if (key === undefined) return undefined;
  const own = seconds(functions[key]);
  const found = own
    ? `functions.${key}.timeout is ${own}`
    : `provider.timeout is ${seconds(provider)}, and ${key} has no x-timeout`;
  return `${found}: the HTTP API answers 503 after ${maxRequestSeconds} seconds. Accepted: 1 to ${maxRequestSeconds}, as for x-timeout of an operation. Schedules and consumers may take longer, with an x-timeout of their own.`;
}

/** The variables of the framework whose value several functions rely on. `ACCESS` and `LIST_UNITS` may differ. */
const sharedVariables = ['TABLE_NAME', 'INDEX_SHARDS', 'OWNER_UNITS', referenceVariable, pagesVariable];

/**
 * A variable of one function that the plugin gives to all functions that need it.
 *
 * @param settings `custom.headwater` of serverless.yml.
 */
export function sharedVariable(
  functions: Members,
  { generated, settings }: { readonly generated: Members; readonly settings: Members },
): string | undefined {
  const places = new Map(variablePlaces(settings));
  for (const [key, own] of Object.entries(functions)) {
    const name = Object.keys(membersOf(membersOf(own)['environment'])).find((each) => places.has(each));
    if (name === undefined || !Object.hasOwn(generated, key)) continue;
    return `functions.${key}.environment.${name} would be different from that of other functions. Its one value is ${places.get(name)}.`;
  }
  return undefined;
}

/** Where serverless.yml declares the values of variables. */
function variablePlaces({ when, grants, variables, flags }: Members): (readonly [string, string])[] {
  const inCustom = (path: string) => `custom.headwater.${path}`;
  return [
    ...sharedVariables.map((name) => [name, `provider.environment.${name}`] as const),
    ...Object.keys(membersOf(when)).map((name) => [name, inCustom(`when.${name}`)] as const),
    ...Object.entries(membersOf(grants)).flatMap(([of, granted]) =>
      Object.keys(membersOf(granted)).map((name) => [name, inCustom(`grants.${of}.${name}`)] as const),
    ),
    ...Object.entries(membersOf(variables)).map(
      ([of, given]) => [String(membersOf(given)['variable']), inCustom(`variables.${of}.value`)] as const,
    ),
    ...Object.keys(membersOf(flags)).map((name) => [name, inCustom(`flags.${name}`)] as const),
  ];
}

/** AWS's limit, in characters. */
const maxNameLength = 64;

/** A function whose name is too long in this stage. */
export function longName(
  functions: Readonly<Record<string, { readonly name?: string }>>,
): string | undefined {
  const names = Object.values(functions).map(({ name = '' }) => name);
  const tooLong = names.find((name) => name.length > maxNameLength);
  return tooLong === undefined
    ? undefined
    : `The function name "${tooLong}" has ${tooLong.length} characters, of which AWS takes ${maxNameLength}: a shorter name of the stage fits.`;
}
