/** Changes of what the plugin `headwater/serverless` brings that cannot work. Each function returns what is wrong. */

import { isObject, membersOf } from '../../shared/json/is-object.ts';
import { nearSpelling } from '../../shared/json/near-spelling.ts';
import { ownMember } from '../../shared/json/own-member.ts';
import { nodeVersion } from '../../shared/node-version.ts';

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
  const id = Object.keys(declared).find((name) => {
    const resource = declared[name];
    return isObject(resource) && resource['Type'] === undefined && !Object.hasOwn(made, name);
  });
  if (id === undefined) return undefined;
  const near = nearSpelling(id, Object.keys(made));
  const guess = near === undefined ? '' : ` (did you mean ${near}?)`;
  return `resources.Resources.${id} has no Type, and headwater/serverless makes no resource of this name${guess}. What osls makes, such as a function, is changed in resources.extensions.`;
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
