/**
 * Fills a configuration with defaults. Objects are filled member by member, and the declared member wins. A list, a
 * CloudFormation function such as `!Ref`, and any other value is one value. Null removes the default.
 */

import { isObject } from '../../../shared/json/is-object.ts';
import { ownMember } from '../../../shared/json/own-member.ts';

type Members = Readonly<Record<string, unknown>>;

/** A default that a configuration lacks. */
export interface Gap {
  readonly path: readonly string[];
  readonly value: unknown;
}

/** @example filled({ a: { b: 1, c: 2 } }, { a: { b: 3 }, d: 4 }) // { a: { b: 3, c: 2 }, d: 4 } */
export function filled<Declared extends Members>(defaults: Members, declared: Declared): Declared {
  const own = Object.entries(declared).map(([name, value]) => {
    const standard = ownMember(defaults, name);
    return [name, isFillable(standard) && isFillable(value) ? filled(standard, value) : value];
  });
  return { ...defaults, ...Object.fromEntries(own) };
}

/** @example gapsIn({ a: { b: 1, c: 2 } }, { a: { b: 3 } }) // [{ path: ['a', 'c'], value: 2 }] */
export function gapsIn(defaults: Members, declared: Members, path: readonly string[] = []): Gap[] {
  return Object.entries(defaults).flatMap(([name, value]) => {
    const at = [...path, name];
    const own = ownMember(declared, name);
    if (own === undefined) return [{ path: at, value }];
    return isFillable(value) && isFillable(own) ? gapsIn(value, own, at) : [];
  });
}

/**
 * Moves the members of a filled configuration to their places among the defaults: a template changes only where a declaration
 * changes it. Members that have no default stay last.
 */
export function orderByDefaults(defaults: Members, filledIn: Record<string, unknown>): void {
  for (const name of new Set([...Object.keys(defaults), ...Object.keys(filledIn)])) {
    if (!Object.hasOwn(filledIn, name)) continue;
    const { [name]: value } = filledIn;
    delete filledIn[name];
    filledIn[name] = value;
    const standard = ownMember(defaults, name);
    if (isFillable(standard) && isFillable(value)) orderByDefaults(standard, value);
  }
}

/** Whether the value is an object with members of its own, and not a function of CloudFormation. */
function isFillable(value: unknown): value is Members {
  return isObject(value) && !Object.keys(value).some((name) => name === 'Ref' || name.startsWith('Fn::'));
}
