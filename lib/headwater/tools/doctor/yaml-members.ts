/** Members of maps in block style, as the lines of a YAML file that they take. */

import { isMap, isPair, isScalar, isSeq, type Node, type Pair } from 'yaml';

export interface Member {
  readonly name: string;
  readonly value: unknown;
  /** The lines of the member, with the comment right above it. */
  readonly start: number;
  readonly end: number;
}

/** @returns none for a map in flow style, whose members share lines. */
export function blockMembers(text: string, map: unknown): readonly Member[] {
  if (!isMap(map) || map.flow) return [];
  return map.items.map((pair) => memberOf(text, pair));
}

export function memberNamed(text: string, map: unknown, name: string): Member | undefined {
  return blockMembers(text, map).find((member) => member.name === name);
}

/**
 * The member of a value, or the outermost member that has nothing else.
 *
 * @param ancestors of the value, from the root on.
 * @returns undefined for an item of a list, and for a member in flow style.
 */
export function loneMember(text: string, ancestors: readonly unknown[]): Member | undefined {
  const holder = ancestors.findLastIndex(
    (node, index) => isMap(node) && (node.items.length > 1 || index === 0),
  );
  const [map, pair, ...within] = ancestors.slice(holder);
  if (!isMap(map) || map.flow || !isPair(pair) || within.some(isSeq)) return undefined;
  return memberOf(text, pair);
}

/** @param columns added to the indentation of each line. */
export function indented(lines: string, columns: number): string {
  return lines.replaceAll(/^(?=.)/gm, ' '.repeat(columns));
}

export function columnOf(text: string, member: Member): number {
  return /^ */m.exec(text.slice(member.start))?.[0].length ?? 0;
}

function memberOf(text: string, { key, value }: Pair): Member {
  // A document that was parsed has the ranges of all of its nodes.
  const { range } = key as Node;
  const [, valueEnd = 0] = (value as Node | null)?.range ?? range ?? [];
  const line = text.lastIndexOf('\n', (range?.[0] ?? 0) - 1) + 1;
  return {
    name: isScalar(key) ? String(key.value) : '',
    value,
    start: withComments(text, line),
    end: text[valueEnd - 1] === '\n' ? valueEnd : endOfLine(text, valueEnd),
  };
}

function endOfLine(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  return end < 0 ? text.length : end + 1;
}

function withComments(text: string, line: number): number {
  const before = text.lastIndexOf('\n', line - 2) + 1;
  return line > 0 && /^ *#/.test(text.slice(before, line)) ? withComments(text, before) : line;
}
