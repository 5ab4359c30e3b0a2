/** Mappings as nodes that documents can extend. */

import { type DetectedLeaf, type LeafType, leafTypes, slashFormat } from './detect-type.ts';

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
  /** `given`: as the given mapping has it. */
  | (DetectedLeaf & { readonly kind: 'leaf'; readonly given?: FieldMapping })
  /** A type of the given mapping that is not simulated: it accepts every value. */
  | { readonly kind: 'other'; readonly mapping: FieldMapping };

/** The format of dates in a mapping that names none. */
const isoFormat = 'strict_date_optional_time||epoch_millis';
const keywordField = { keyword: { type: 'keyword', ignore_above: 256 } };

export function typeOfNode(node: MappingNode): string {
  return node.kind === 'leaf' ? node.type : node.kind === 'other' ? (node.mapping.type ?? 'other') : 'object';
}

/** Objects and sub-fields count, too. */
export function countFields(nodes: ReadonlyMap<string, MappingNode>): number {
  let count = 0;
  for (const node of nodes.values())
    count += countOwn(node) + (node.kind === 'object' ? countFields(node.children) : 0);
  return count;
}

/** The field and its sub-fields, without the members of an object. */
export function countOwn(node: MappingNode): number {
  return node.kind === 'object' ? 1 : 1 + countSubFields(node);
}

function countSubFields(node: Exclude<MappingNode, { kind: 'object' }>): number {
  const given = node.kind === 'leaf' ? node.given : node.mapping;
  if (given) return Object.keys(given.fields ?? {}).length;
  return node.kind === 'leaf' && node.type === 'text' ? 1 : 0;
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
  // Other formats of dates are not simulated.
  const isKnown = format === undefined || format === slashFormat || format === isoFormat;
  if (!isLeafType(type) || !isKnown) return { kind: 'other', mapping };
  return { kind: 'leaf', type, ...(format === slashFormat ? { format } : {}), given: mapping };
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
    if (node.given) return node.given;
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
