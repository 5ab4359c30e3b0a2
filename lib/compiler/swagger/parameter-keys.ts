/** The members of a parameter, and what looks like one of them. */

import { nearSpelling } from '../source/near-spelling.ts';
import { isObject, member, quote, type SourceNode } from '../source/source-node.ts';
import { limitKeys } from './limits.ts';

export const parameterKeys = [
  'name',
  'description',
  'paramType',
  'dataType',
  'type',
  'format',
  'items',
  '$ref',
  'required',
  'allowMultiple',
  'defaultValue',
  ...limitKeys,
];

/** Describes a missing member, and the misspelt one if there is one: a real file has `"paramType:": "query"`. */
export function missing(node: SourceNode, key: string): string {
  const name = misspeltName(node, key);
  return name === undefined ? `no ${key}` : `no ${key}, but ${quote(name)}`;
}

/** The value of the member that is most likely a misspelt `key`. */
export function misspelt(node: SourceNode, key: string): unknown {
  const name = misspeltName(node, key);
  return name === undefined ? undefined : member(node, name)?.value;
}

function misspeltName(node: SourceNode, key: string): string | undefined {
  const names = isObject(node.value) ? Object.keys(node.value) : [];
  return nearSpelling(
    key,
    names.filter((name) => !parameterKeys.includes(name)),
  );
}
