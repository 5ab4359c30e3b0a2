/** Rules for values that a config gives. A rule reports everything that is wrong, each with its place. */

import { inspect } from 'node:util';
import { choiceOf } from '../shared/choice-of.ts';
import { isObject } from '../shared/json/is-object.ts';
import { nearSpelling } from '../shared/json/near-spelling.ts';

/** From the config to a value, e.g. `['stages', 'prod', 'burst']`. */
export type SettingPath = readonly (string | number)[];

export interface SettingProblem {
  readonly path: SettingPath;
  readonly found: string;
  readonly accepted: string;
}

export interface SettingRule {
  /** What the value may be: completes "accepted". */
  readonly accepts: string;
  /** The rules of the members, if the object has no others. */
  readonly members?: Readonly<Record<string, SettingRule>>;
  /** The rule of each item of a list, or of each member if the project names them. */
  readonly each?: SettingRule;
  readonly check: (value: unknown, path: SettingPath) => readonly SettingProblem[];
}

/** A value that one test decides on. */
export function valueRule(accepts: string, isAccepted: (value: unknown) => boolean): SettingRule {
  return {
    accepts,
    check: (value, path) =>
      isAccepted(value) ? [] : [{ path, found: shownValue(value), accepted: accepts }],
  };
}

export const flagRule = valueRule('true or false', (value) => typeof value === 'boolean');

export const functionRule = valueRule('a function', (value) => typeof value === 'function');

/** @param pattern by default any text of at least one character. */
export function textRule(accepts: string, pattern = /^./s): SettingRule {
  return valueRule(accepts, (value) => typeof value === 'string' && pattern.test(value));
}

export function choiceRule(...choices: readonly string[]): SettingRule {
  return valueRule(choices.map(shownValue).join(' or '), (value) =>
    choices.some((choice) => choice === value),
  );
}

export function wholeNumberRule(lowest: number, highest: number, what = 'a whole number'): SettingRule {
  const accepts = `${what}, ${lowest} to ${highest}`;
  return valueRule(accepts, (value) => {
    return typeof value === 'number' && Number.isInteger(value) && value >= lowest && value <= highest;
  });
}

export function listRule(item: SettingRule, accepts: string, { mayBeEmpty = false } = {}): SettingRule {
  return {
    accepts,
    each: item,
    check: (value, path) => {
      if (!Array.isArray(value) || (value.length === 0 && !mayBeEmpty))
        return [{ path, found: shownValue(value), accepted: accepts }];
      // `flatMap` of the list itself would pass over its holes.
      return Array.from(value).flatMap((each: unknown, index) => item.check(each, [...path, index]));
    },
  };
}

/** The rules of all members of `T`. */
export type MemberRules<T> = { readonly [name in keyof T]-?: SettingRule };

/**
 * An object with these members and no others. A member that is undefined is absent.
 *
 * @param required the members that must be there.
 */
export function objectRule<T>(
  rules: MemberRules<T>,
  accepts: string,
  required: readonly (keyof T & string)[] = [],
): SettingRule {
  const members: Readonly<Record<string, SettingRule>> = rules;
  const names = Object.keys(members);
  return {
    accepts,
    members,
    check: (value, path) => {
      if (!isPlainObject(value)) return [{ path, found: shownValue(value), accepted: accepts }];
      const problems = membersIn(value).flatMap(([name, member]) => {
        const rule = Object.hasOwn(members, name) ? members[name] : undefined;
        return rule ? rule.check(member, [...path, name]) : [unknownMember([...path, name], names)];
      });
      const missing = required.filter((name) => value[name] === undefined);
      return [
        ...problems,
        ...missing.map((name) => ({
          path,
          found: `no ${name}`,
          accepted: `${name}: ${members[name]?.accepts}`,
        })),
      ];
    },
  };
}

/** An object whose members have names of the project's own. */
export function recordRule(name: SettingRule, member: SettingRule, accepts: string): SettingRule {
  return {
    accepts,
    each: member,
    check: (value, path) => {
      if (!isPlainObject(value)) return [{ path, found: shownValue(value), accepted: accepts }];
      return membersIn(value).flatMap(([key, each]) => [
        ...name.check(key, [...path, key]),
        ...member.check(each, [...path, key]),
      ]);
    },
  };
}

/** A further check, of how the members of a value fit together: the value may be any. */
export function withCheck(rule: SettingRule, check: SettingRule['check']): SettingRule {
  return { ...rule, check: (value, path) => [...rule.check(value, path), ...check(value, path)] };
}

/** @param path of the member. */
export function unknownMember(path: SettingPath, known: readonly string[]): SettingProblem {
  const name = String(path.at(-1));
  const near = nearSpelling(name, known);
  const accepted = near ?? (known.length === 0 ? 'no members' : choiceOf(known));
  return { path, found: `the unknown setting ${shownValue(name)}`, accepted };
}

/** The members that are there: one that is undefined is not. */
export function membersIn<T>(value: Readonly<Record<string, T>>): [name: string, member: T][] {
  return Object.entries(value).filter(([, member]) => member !== undefined);
}

/** Objects of classes, such as a Map or a Date, have none of their content as members. */
function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (!isObject(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  // A config may come from another realm, which has its own Object.
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** A value for a message, on one line and shortened. */
export function shownValue(value: unknown): string {
  const written = typeof value === 'string' ? JSON.stringify(value) : inspect(value, inline);
  return written.length > 80 ? `${written.slice(0, 77)}...` : written;
}

const inline = {
  depth: 1,
  breakLength: Number.POSITIVE_INFINITY,
  compact: true,
  maxArrayLength: 10,
} as const;
