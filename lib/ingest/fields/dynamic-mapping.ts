/** What Elasticsearch would do with documents in their order: its dynamic mapping, and what it refuses. */

import { isDecimal } from '../../headwater/shared/json/decimals.ts';
import { writeJson } from '../../headwater/shared/json/lossless-json.ts';
import { omitUndefined } from '../../headwater/shared/json/omit.ts';
import type { DataRecord, RecordValue } from '../base/record.ts';
import {
  accepts,
  type DetectedLeaf,
  type DetectionSettings,
  detectLeaf,
  isScalar,
  type LeafType,
  leafTypes,
  mixedFormats,
  type Scalar,
  slashFormat,
} from './detect-type.ts';
import { givenTypeAccepts, isChecked } from './given-types.ts';

export interface MappingSettings extends DetectionSettings {
  /** The mapping before the first document. */
  readonly properties?: Readonly<Record<string, FieldMapping>> | undefined;
}

/** Why a document is refused. */
export interface MappingRefusal {
  readonly refused: 'document_parsing_exception' | 'illegal_argument_exception';
  readonly path: string;
  /** A sentence. */
  readonly message: string;
}

const maxFields = 1000;
const maxDepth = 20;
const metadata = [
  '_id',
  '_index',
  '_source',
  '_routing',
  '_field_names',
  '_ignored',
  '_version',
  '_seq_no',
  '_type',
  '_tier',
  '_doc_count',
  '_nested_path',
  '_data_stream_timestamp',
  '_tsid',
];

class RefusedDocument extends Error {
  readonly refusal: MappingRefusal;

  constructor(
    path: string,
    message: string,
    refused: MappingRefusal['refused'] = 'document_parsing_exception',
  ) {
    super(message);
    this.refusal = { refused, path, message };
  }
}

export class DynamicMapping {
  readonly #settings: MappingSettings;
  readonly #root: Nodes;
  #size: number;

  constructor(settings: MappingSettings = {}) {
    this.#settings = settings;
    this.#root = readProperties(settings.properties ?? {});
    this.#size = countFields(this.#root);
  }

  /** Adds the document. A refused one changes nothing. */
  add(document: Readonly<DataRecord>): MappingRefusal | undefined {
    const reader = new DocumentReader(this.#settings);
    try {
      reader.readObject(document, this.#root, []);
      const size = this.#size + reader.countAdded();
      if (size > maxFields && size > this.#size)
        throw new RefusedDocument(
          '',
          `The mapping would have ${size} fields; at most ${maxFields} are accepted.`,
        );
      this.#size = size;
    } catch (cause) {
      reader.undo();
      if (cause instanceof RefusedDocument) return cause.refusal;
      throw cause;
    }
    return undefined;
  }

  /** The `properties` of the mapping. */
  get properties(): Readonly<Record<string, FieldMapping>> {
    return writeNodes(this.#root);
  }
}

type Nodes = Map<string, MappingNode>;

/** Where a value belongs. */
interface Place {
  readonly nodes: Nodes;
  readonly name: string;
  /** The path of the object that holds the value. */
  readonly path: readonly string[];
  /** Whether the value is a number that has the form of a decimal. */
  readonly isDecimal?: boolean;
}

/** For messages alone: the names of the objects around a value may be long. */
function pathOf({ path, name }: Place): string {
  return [...path, name].join('.');
}

class DocumentReader {
  readonly #settings: DetectionSettings;
  /** The fields that this document adds, each with what it is a member of. */
  readonly #added = new Map<MappingNode, Pick<Place, 'nodes' | 'name'>>();

  constructor(settings: DetectionSettings) {
    this.#settings = settings;
  }

  /** Sub-fields included. */
  countAdded(): number {
    let count = 0;
    for (const node of this.#added.keys()) count += countOwn(node);
    return count;
  }

  undo(): void {
    for (const { nodes, name } of this.#added.values()) nodes.delete(name);
  }

  readObject(record: Readonly<DataRecord>, nodes: Nodes, path: readonly string[]): void {
    for (const name of Object.keys(record)) {
      const value = record[name];
      if (value === undefined) continue;
      if (path.length === 0 && metadata.includes(name))
        throw new RefusedDocument(
          name,
          `${name} belongs to Elasticsearch and cannot be a field of a document.`,
        );
      this.#readMember(value, { nodes, name, path, isDecimal: isDecimal(record, name, value) });
    }
  }

  /** A name with dots is a path. */
  #readMember(value: RecordValue, place: Place): void {
    const { name } = place;
    if (!name.includes('.') && name.trim() !== '') {
      this.#readValue(value, place);
      return;
    }
    const parts = name.split('.');
    if (parts.some((part) => part.trim() === ''))
      throw new RefusedDocument(pathOf(place), `The name ${JSON.stringify(name)} has an empty part.`);
    let { nodes, path } = place;
    for (const part of parts.slice(0, -1)) {
      if (isEmptyValue(value) && !nodes.has(part)) return;
      nodes = this.#objectAt({ nodes, name: part, path });
      path = [...path, part];
    }
    this.#readValue(value, { ...place, nodes, name: parts.at(-1) ?? '', path });
  }

  #readValue(value: RecordValue, place: Place): void {
    if (value === null) return;
    const { nodes, name } = place;
    const node = nodes.get(name);
    // It is stored as it is.
    if (node?.kind === 'other' && node.mapping.enabled === false) return;
    if (node?.kind === 'other' && isChecked(node.mapping.type)) {
      if (givenTypeAccepts(node.mapping, value)) return;
      throw refused(place, `is mapped as ${node.mapping.type} and cannot hold ${shown(value)}`);
    }
    if (Array.isArray(value)) {
      for (const [index, item] of (value as readonly RecordValue[]).entries())
        this.#readValue(item, { ...place, isDecimal: isDecimal(value, String(index), item) });
      return;
    }
    if (isScalar(value)) this.#readScalar(value, place);
    else this.readObject(value as Readonly<DataRecord>, this.#objectAt(place), [...place.path, name]);
  }

  #objectAt(place: Place): Nodes {
    const { nodes, name, path } = place;
    const node = nodes.get(name);
    if (node?.kind === 'object') return node.children;
    if (node?.kind === 'leaf' && this.#added.has(node)) throw mixed(place, node.type, 'object');
    if (node) throw refused(place, `is mapped as ${typeOfNode(node)} and cannot hold an object`);
    // An object at this depth could only have fields that are too deep.
    if (path.length + 1 >= maxDepth)
      throw new RefusedDocument(pathOf(place), `Objects are nested more than ${maxDepth} deep.`);
    const children: Nodes = new Map();
    const added: MappingNode = { kind: 'object', type: undefined, children };
    nodes.set(name, added);
    this.#added.set(added, { nodes, name });
    return children;
  }

  #readScalar(value: Scalar, place: Place): void {
    const { nodes, name, isDecimal: hasPoint = false } = place;
    const node = nodes.get(name);
    if (node?.kind === 'other') return;
    if (node?.kind === 'object') {
      if (this.#added.has(node))
        throw mixed(place, 'object', detectLeaf(value, this.#settings, hasPoint).type);
      throw refused(place, 'is mapped as an object and cannot hold a single value');
    }
    const detected = node && !this.#added.has(node) ? node : detectLeaf(value, this.#settings, hasPoint);
    // Each value of a new field is detected anew: the types must be the same.
    if (node && detected.type !== node.type) throw mixed(place, node.type, detected.type);
    if (!accepts(detected.type, value, detected.format))
      throw refused(place, `is mapped as ${detected.type} and cannot hold ${shown(value)}`);
    if (node) return;
    const added: MappingNode = { kind: 'leaf', ...detected };
    nodes.set(name, added);
    this.#added.set(added, { nodes, name });
  }
}

function isEmptyValue(value: RecordValue): boolean {
  return value === null || (Array.isArray(value) && value.every(isEmptyValue));
}

/** @param reason What follows the path in the sentence. */
function refused(place: Place, reason: string): RefusedDocument {
  const path = pathOf(place);
  return new RefusedDocument(path, `${path} ${reason}.`);
}

function mixed(place: Place, first: string, second: string): RefusedDocument {
  const path = pathOf(place);
  const message = `${path} has values of the types ${first} and ${second} in one document.`;
  return new RefusedDocument(path, message, 'illegal_argument_exception');
}

function shown(value: RecordValue): string {
  return JSON.stringify((isScalar(value) ? String(value) : writeJson(value)).slice(0, 50));
}

/** A part of a mapping, as Elasticsearch writes it. */
export interface FieldMapping {
  readonly type?: string;
  readonly format?: string;
  readonly properties?: Readonly<Record<string, FieldMapping>>;
  readonly fields?: Readonly<Record<string, FieldMapping>>;
  readonly ignore_above?: number;
  readonly ignore_malformed?: boolean;
  readonly coerce?: boolean;
  /** false: an object of any content. */
  readonly enabled?: boolean;
}

/** A part of a mapping that documents can extend. */
type MappingNode =
  | {
      readonly kind: 'object';
      readonly type: string | undefined;
      readonly children: Nodes;
    }
  /** `given`: as the given mapping has it. */
  | (DetectedLeaf & { readonly kind: 'leaf'; readonly given?: FieldMapping })
  /** A type that only a given mapping has. */
  | { readonly kind: 'other'; readonly mapping: FieldMapping };

/** The format of dates in a mapping that names none. */
const isoFormat = 'strict_date_optional_time||epoch_millis';
const knownFormats = [isoFormat, slashFormat, ...mixedFormats];
const keywordField = { keyword: { type: 'keyword', ignore_above: 256 } };

function typeOfNode(node: MappingNode): string {
  return node.kind === 'leaf' ? node.type : node.kind === 'other' ? (node.mapping.type ?? 'other') : 'object';
}

/** Objects and sub-fields count, too. */
function countFields(nodes: ReadonlyMap<string, MappingNode>): number {
  let count = 0;
  for (const node of nodes.values())
    count += countOwn(node) + (node.kind === 'object' ? countFields(node.children) : 0);
  return count;
}

/** The field and its sub-fields, without the members of an object. */
function countOwn(node: MappingNode): number {
  return node.kind === 'object' ? 1 : 1 + countSubFields(node);
}

function countSubFields(node: Exclude<MappingNode, { kind: 'object' }>): number {
  const given = node.kind === 'leaf' ? node.given : node.mapping;
  if (given) return Object.keys(given.fields ?? {}).length;
  return node.kind === 'leaf' && node.type === 'text' ? 1 : 0;
}

function readProperties(properties: Readonly<Record<string, FieldMapping>>): Nodes {
  return new Map(Object.entries(properties).map(([name, mapping]) => [name, readMapping(mapping)]));
}

function readMapping(mapping: FieldMapping): MappingNode {
  const { type, format, properties, enabled } = mapping;
  if (enabled === false) return { kind: 'other', mapping };
  if (properties || type === undefined || type === 'object' || type === 'nested')
    return {
      kind: 'object',
      type: type === 'nested' ? type : undefined,
      children: readProperties(properties ?? {}),
    };
  // Other formats of dates are not simulated.
  const isKnown = format === undefined || knownFormats.includes(format);
  const isLenient = mapping.ignore_malformed === true || mapping.coerce === false;
  if (!isLeafType(type) || !isKnown || isLenient) return { kind: 'other', mapping };
  return { kind: 'leaf', type, ...(format && format !== isoFormat ? { format } : {}), given: mapping };
}

function isLeafType(type: string): type is LeafType {
  return (leafTypes as readonly string[]).includes(type);
}

function writeNodes(nodes: ReadonlyMap<string, MappingNode>): Record<string, FieldMapping> {
  return Object.fromEntries([...nodes].map(([name, node]) => [name, writeNode(node)]));
}

function writeNode(node: MappingNode): FieldMapping {
  if (node.kind === 'other') return node.mapping;
  if (node.kind === 'leaf') {
    if (node.given) return node.given;
    const { type, format } = node;
    return omitUndefined({ type, format, fields: type === 'text' ? keywordField : undefined });
  }
  const properties = node.children.size === 0 ? {} : { properties: writeNodes(node.children) };
  const type = node.type ?? (node.children.size === 0 ? 'object' : undefined);
  return { ...(type === undefined ? {} : { type }), ...properties };
}
