/** Mappings as nodes that documents can extend. */

import { type DetectedLeaf, type LeafType, leafTypes } from './detect-type.ts';

/** A part of a mapping, as Elasticsearch writes it. */
export interface FieldMapping {
  readonly type?: string;
  readonly format?: string;
  readonly properties?: Readonly<Record<string, FieldMapping>>;
  readonly fields?: Readonly<Record<string, FieldMapping>>;
  readonly ignore_above?: number;
}

export type MappingNode =
  | {
      readonly kind: 'object';
      readonly type: string | undefined;
      readonly children: Map<string, MappingNode>;
    }
  | (DetectedLeaf & { readonly kind: 'leaf' })
  /** A type of the given mapping that is not simulated: it accepts every value. */
  | { readonly kind: 'other'; readonly mapping: FieldMapping };

const keywordField = { keyword: { type: 'keyword', ignore_above: 256 } };

export function typeOfNode(node: MappingNode): string {
  return node.kind === 'leaf' ? node.type : node.kind === 'other' ? (node.mapping.type ?? 'other') : 'object';
}

export function copyNodes(nodes: ReadonlyMap<string, MappingNode>): Map<string, MappingNode> {
  return new Map(
    [...nodes].map(([name, node]) => [
      name,
      node.kind === 'object' ? { ...node, children: copyNodes(node.children) } : node,
    ]),
  );
}

/** Objects and sub-fields count, too. */
export function countFields(nodes: ReadonlyMap<string, MappingNode>): number {
  let count = 0;
  for (const node of nodes.values())
    count +=
      node.kind === 'object'
        ? 1 + countFields(node.children)
        : node.kind === 'leaf' && node.type === 'text'
          ? 2
          : 1;
  return count;
}

export function readProperties(properties: Readonly<Record<string, FieldMapping>>): Map<string, MappingNode> {
  return new Map(Object.entries(properties).map(([name, mapping]) => [name, readMapping(mapping)]));
}

function readMapping(mapping: FieldMapping): MappingNode {
  const { type, format, properties } = mapping;
  if (properties || type === undefined || type === 'object' || type === 'nested')
    return {
      kind: 'object',
      type: type === 'nested' ? type : undefined,
      children: readProperties(properties ?? {}),
    };
  if (!isLeafType(type)) return { kind: 'other', mapping };
  return { kind: 'leaf', type, ...(format === undefined ? {} : { format }) };
}

function isLeafType(type: string): type is LeafType {
  return (leafTypes as readonly string[]).includes(type);
}

export function writeNodes(nodes: ReadonlyMap<string, MappingNode>): Record<string, FieldMapping> {
  return Object.fromEntries([...nodes].map(([name, node]) => [name, writeNode(node)]));
}

function writeNode(node: MappingNode): FieldMapping {
  if (node.kind === 'other') return node.mapping;
  if (node.kind === 'leaf') {
    const { type, format } = node;
    return {
      type,
      ...(format === undefined ? {} : { format }),
      ...(type === 'text' ? { fields: keywordField } : {}),
    };
  }
  const properties = node.children.size === 0 ? {} : { properties: writeNodes(node.children) };
  const type = node.type ?? (node.children.size === 0 ? 'object' : undefined);
  return { ...(type === undefined ? {} : { type }), ...properties };
}
