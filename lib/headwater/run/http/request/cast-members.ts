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
  const results = sentMembers(parameter, declared, query).map(({ member, name, texts }) => {
    const result = castTexts({ ...single, name }, texts, casters);
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
  const sent = sentMembers(parameter, declared, query);
  for (const { member, texts } of sent) members[member] = texts.length === 1 ? texts[0] : texts;
  return sent.length === 0 ? undefined : members;
}

interface SentMember {
  readonly member: string;
  /** In the query, the first of two. */
  readonly name: string;
  readonly texts: readonly string[];
}

function sentMembers(
  parameter: InputParameter,
  declared: readonly InputParameter[],
  { values }: QueryString,
): readonly SentMember[] {
  const sent = new Map<string, SentMember>();
  for (const [name, texts] of values) {
    const member = memberOf(parameter, name, declared);
    if (member === undefined) continue;
    const before = sent.get(member);
    sent.set(member, { member, name, ...before, texts: [...(before?.texts ?? []), ...texts] });
  }
  return [...sent.values()];
}

/** In place of `unknownNames`, in a function with such parameters: these have no name of their own in a query. */
export function unknownBesideMembers(query: QueryString, declared: readonly InputParameter[]): string[] {
  const named = declared.filter(({ members }) => members === undefined);
  const isMember = (name: string) => declared.some((each) => memberOf(each, name, declared) !== undefined);
  return unknownNames(query, named).filter((name) => !isMember(name));
}

/**
 * The name within the object. Undefined for what is not one of its members. Many services that declare an exploded object mean
 * `name[member]`, which is also the only way to tell several apart.
 */
function memberOf(
  { name: own, members }: InputParameter,
  name: string,
  declared: readonly InputParameter[],
): string | undefined {
  if (isDeep(own, name)) {
    const member = name.slice(own.length + 1, -1);
    return members && /^[^[\]]+$/.test(member) ? member : undefined;
  }
  const isOther = (each: InputParameter) => (each.members ? isDeep(each.name, name) : each.name === name);
  return members === 'rest' && !declared.some(isOther) ? name : undefined;
}

function isDeep(own: string, name: string): boolean {
  return name.startsWith(`${own}[`) && name.endsWith(']');
}
