/** JSON types of the parts of a document: what is otherwise is reported in its place, and not read any further. */

import type { Report } from '../source/problem.ts';
import { expectType, items, member, members, type SourceNode } from '../source/source-node.ts';

export interface Shape {
  /** `schema`: an object, or true or false for any value or none. */
  readonly is: 'object' | 'array' | 'string' | 'schema';
  /** Of an object, by name. */
  readonly members?: Readonly<Record<string, Shape>>;
  /** Of the items of an array, or of all other members of an object, without extensions. */
  readonly each?: Shape;
  readonly check?: (node: SourceNode, report: Report) => boolean;
}

export const object: Shape = { is: 'object' };
export const text: Shape = { is: 'string' };
export const array: Shape = { is: 'array' };
export const texts = listOf(text);

export function listOf(each: Shape): Shape {
  return { is: 'array', each };
}

export function mapOf(each: Shape): Shape {
  return { is: 'object', each };
}

/** Schemas contain schemas. */
const schemaMembers: Record<string, Shape> = { required: texts, enum: array, $ref: text };
export const schema: Shape = { is: 'schema', members: schemaMembers };
Object.assign(schemaMembers, {
  properties: mapOf(schema),
  ...Object.fromEntries(['allOf', 'anyOf', 'oneOf'].map((word) => [word, listOf(schema)])),
  ...Object.fromEntries(['items', 'additionalProperties'].map((word) => [word, schema])),
});

/** Reports every part that has another type. */
export function hasShape(node: SourceNode, shape: Shape, report: Report): boolean {
  if (shape.is === 'schema' && typeof node.value === 'boolean') return true;
  if (expectType(node, shape.is === 'schema' ? 'object' : shape.is, report) === undefined) return false;
  const known = Object.entries(shape.members ?? {}).map(([name, each]) => {
    const found = member(node, name);
    return !found || hasShape(found, each, report);
  });
  const { each } = shape;
  const others = each ? partsOf(node, shape).map((part) => hasShape(part, each, report)) : [];
  const isChecked = shape.check?.(node, report) ?? true;
  return isChecked && [...known, ...others].every(Boolean);
}

function partsOf(node: SourceNode, { is, members: named = {} }: Shape): SourceNode[] {
  if (is === 'array') return items(node);
  return members(node).flatMap(([name, part]) =>
    name.startsWith('x-') || Object.hasOwn(named, name) ? [] : part,
  );
}
