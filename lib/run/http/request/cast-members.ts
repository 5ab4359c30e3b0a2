/** Objects in a query whose members have no names of their own in the descriptor (OpenAPI 3.1 section 4.7.12.2.1). */

import type { InputParameter } from '../../../shared/plan/operation-plan.ts';
import { type Casters, type CastTexts, castTexts, type Input } from './cast.ts';
import { type QueryString, unknownNames } from './query-string.ts';

/**
 * The members that were sent, each cast like a parameter.
 *
 * @example castMembers({ name: 'filter', members: 'deep', … }, ['filter'], parseQueryString('filter[size]=big'), {}) // { size: 'big' }
 */
export function castMembers(
  parameter: InputParameter,
  declared: readonly InputParameter[],
  query: QueryString,
  casters: Casters,
): CastTexts {
  const members: Input = Object.create(null);
  const { members: _, ...single } = parameter;
  const results = namesOf(parameter, declared, query).map(([name, member]) => {
    const result = castTexts({ ...single, name }, query.values.get(name) ?? [], casters);
    if (result.value !== undefined) members[member] = result.value;
    return result;
  });
  if (results.length === 0) return castTexts(parameter, [], casters);
  const issues = results.flatMap((result) => result.issues);
  return issues.length > 0 ? { issues } : { value: members, issues };
}

/** Without validation: the texts as they were sent, an array for a repeated member. Undefined if there are none. */
export function rawMembers(
  parameter: InputParameter,
  declared: readonly InputParameter[],
  query: QueryString,
): Input | undefined {
  const members: Input = Object.create(null);
  const names = namesOf(parameter, declared, query);
  for (const [name, member] of names) {
    const [text, ...others] = query.values.get(name) ?? [];
    members[member] = others.length === 0 ? text : [text, ...others];
  }
  return names.length === 0 ? undefined : members;
}

/** The names of its members in a query, and within the object. */
function namesOf(
  parameter: InputParameter,
  declared: readonly InputParameter[],
  { values }: QueryString,
): [name: string, member: string][] {
  return [...values.keys()].flatMap((name): [string, string][] => {
    const member = memberOf(parameter, name, declared);
    return member === undefined ? [] : [[name, member]];
  });
}

/** In place of `unknownNames`, in a function with such parameters: these have no name of their own in a query. */
export function unknownBesideMembers(query: QueryString, declared: readonly InputParameter[]): string[] {
  const named = declared.filter(({ members }) => members === undefined);
  const isMember = (name: string) => declared.some((each) => memberOf(each, name, declared) !== undefined);
  return unknownNames(query, named).filter((name) => !isMember(name));
}

/** The name within the object. Undefined for what is not one of its members. */
function memberOf(
  { name: own, members }: InputParameter,
  name: string,
  declared: readonly InputParameter[],
): string | undefined {
  if (members === 'deep') {
    const member = isDeep(own, name) ? name.slice(own.length + 1, -1) : '';
    return /^[^[\]]+$/.test(member) ? member : undefined;
  }
  const isOther = (each: InputParameter) =>
    each.members === 'deep' ? isDeep(each.name, name) : !each.members && each.name === name;
  return members === 'rest' && !declared.some(isOther) ? name : undefined;
}

function isDeep(own: string, name: string): boolean {
  return name.startsWith(`${own}[`) && name.endsWith(']');
}
