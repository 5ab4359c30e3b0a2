/**
 * Atomic groups `(?>…)`, which JavaScript lacks: once a look-ahead has matched, it is not tried again, so a look-ahead that
 * captures, and a reference to what it has captured, read the same as an atomic group.
 */

import { InvalidPattern } from '../base/definition.ts';

/** Parentheses, and what may contain one that is a character. */
const tokens = /\\[\s\S]|\[(?:\\[\s\S]|[^\]\\])*\]?|\((?:\?(?:[:>=!]|<[=!]))?|\)/g;

/** The depth of groups in groups: V8 calls itself for each, and ends the process when it needs too much memory. */
const maxDepth = 250;

interface OpenGroup {
  readonly end: string;
  /** JavaScript matches a look-behind backwards, so these groups would match something else within. */
  readonly isBehind: boolean;
}

/**
 * @param source Of an expression with the flag `u`, without names of groups and references.
 * @returns The source of an equal JavaScript expression, and the numbers that the groups that capture have in it.
 * @throws InvalidPattern if a look-behind has a group that captures or is atomic, or if groups are nested too deep.
 * @example replaceAtomicGroups('(?>a+)(b)') // { source: '(?:(?=(a+))\\1)(b)', groups: [2] }
 */
export function replaceAtomicGroups(source: string): {
  readonly source: string;
  readonly groups: readonly number[];
} {
  const groups: number[] = [];
  const open: OpenGroup[] = [];
  let count = 0;
  const begin = (opening: string): string => {
    const isBehind = open.at(-1)?.isBehind ?? false;
    if (isBehind) refuseBehind(opening);
    if (open.length === maxDepth)
      throw new InvalidPattern(`is nested more than ${maxDepth} deep with all its definitions`);
    if (opening === '(') groups.push(++count);
    if (opening !== '(?>') {
      open.push({ end: ')', isBehind: directions.get(opening) ?? isBehind });
      return opening;
    }
    open.push({ end: `))\\${++count})`, isBehind });
    return '(?:(?=(';
  };
  const replaced = source.replace(tokens, (token) => {
    if (token === ')') return open.pop()?.end ?? token;
    return token.startsWith('(') ? begin(token) : token;
  });
  return { source: replaced, groups };
}

const directions: ReadonlyMap<string, boolean> = new Map([
  ['(?<=', true],
  ['(?<!', true],
  ['(?=', false],
  ['(?!', false],
]);

function refuseBehind(opening: string): void {
  if (opening !== '(' && opening !== '(?>') return;
  const kind = opening === '(' ? 'a group that captures' : 'an atomic group or a possessive quantifier';
  throw new InvalidPattern(`has ${kind} in a look-behind, which is not supported; write (?:…)`);
}
