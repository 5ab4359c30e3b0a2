/** The parts of a document: the JSON type of each, and the members that it has in some version. */

import { omitUndefined } from '../../../shared/json/omit-undefined.ts';
import type { SourceNode } from '../../source/source-node.ts';
import { namesIn } from '../common/names.ts';

export interface Shape {
  /** `schema`: an object, or true or false for any value or none. */
  readonly is: 'object' | 'array' | 'string' | 'schema';
  /** The members of an object, by name. */
  readonly members?: Readonly<Record<string, Shape>>;
  /** The shape of the items of an array, or of all other members of an object, without extensions. */
  readonly each?: Shape;
  /** Further keywords of an object. Absent: it may have any. */
  readonly keywords?: readonly string[];
  /** For people alone: another type has no effect, and a misspelt member loses nothing. */
  readonly isLoose?: true;
  /** The same, but the type matters. */
  readonly isForPeople?: true;
  /** The names of the members of a map, if they have a form of their own, and one of them. */
  readonly entry?: {
    readonly names: RegExp;
    readonly example: string;
    /** People forget it between the map and the members of its members. */
    readonly isBetween?: true;
  };
  /** Members by which people recognize an object in a map without such names. */
  readonly telling?: readonly string[];
  /** Members of earlier versions that say nothing in this one. */
  readonly former?: readonly string[];
  /** Members of which the reader of the object warns. */
  readonly warned?: readonly string[];
  /** Members of other versions without which something would be lost, with what this version has instead. */
  readonly elsewhere?: Readonly<Record<string, string>>;
  /** What is accepted in place of a value of another type, if there is more to say than its type. */
  readonly instead?: (node: SourceNode) => string | undefined;
  readonly check?: (node: SourceNode) => boolean;
}

export const object: Shape = { is: 'object' };
export const text: Shape = { is: 'string' };
export const array: Shape = { is: 'array' };
export const texts = listOf(text);

export function listOf(each: Shape): Shape {
  return { is: 'array', each };
}

export function mapOf(each: Shape, entry?: Shape['entry']): Shape {
  return { is: 'object', each, ...omitUndefined({ entry }) };
}

/** An object with only these members, separated by spaces, and the named ones. */
export function fixed(keywords: string, named: Readonly<Record<string, Shape>> = {}): Shape {
  return { is: 'object', keywords: namesIn(keywords), members: named };
}

/** The same for documentation, which need not be an object. */
export function loose(keywords: string, named: Readonly<Record<string, Shape>> = {}): Shape {
  return { ...fixed(keywords, named), isLoose: true };
}

/** The shape of an item or a member. */
export function shapeWithin(
  { is, members: named = {}, each }: Shape,
  step: string | number,
): Shape | undefined {
  if (is === 'array') return each;
  const name = String(step);
  if (Object.hasOwn(named, name)) return named[name];
  return name.startsWith('x-') ? undefined : each;
}

export function membersOf({ keywords = [], members: named = {} }: Shape): string[] {
  return [...keywords, ...Object.keys(named)];
}
