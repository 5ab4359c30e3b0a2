/** The mapping of documents with both outcomes: what Elasticsearch does in this order, and what fits all values. */

import type { DataRecord } from '../base/record.ts';
import type { WidenedType } from './detect-type.ts';
import { type DiscoveredField, discoverFields } from './discover-fields.ts';
import {
  DynamicMapping,
  type FieldMapping,
  type MappingRefusal,
  type MappingSettings,
} from './dynamic-mapping.ts';

interface MappingRow {
  readonly path: string;
  readonly type: WidenedType;
  /** The format of a date. */
  readonly format?: string;
  /** Records that have a value. */
  readonly count: number;
  readonly multi_valued: boolean;
}

interface MappingConflict {
  readonly path: string;
  readonly types: readonly WidenedType[];
  /** The type that Elasticsearch gives to the first value. */
  readonly first?: string;
  /** The documents that Elasticsearch refuses for this field, from 0; at most 5. */
  readonly positions: readonly number[];
  /** A sentence. */
  readonly elasticsearch_outcome: string;
  readonly suggestion: WidenedType;
}

export interface DocumentsMapping {
  /** The values of the documents. */
  readonly fields: readonly DiscoveredField[];
  /** What fits all values, field by field. */
  readonly rows: readonly MappingRow[];
  readonly conflicts: readonly MappingConflict[];
  /** The `properties` of Elasticsearch's mapping after these documents. */
  readonly elasticsearch: Readonly<Record<string, FieldMapping>>;
  /** One per document that Elasticsearch refuses. */
  readonly refusals: readonly RefusedPosition[];
}

interface RefusedPosition extends MappingRefusal {
  readonly position: number;
}

const maxPositions = 5;

/** @example mapDocuments([{ a: 1 }, { a: 'x' }]).conflicts // [{ path: 'a', suggestion: 'text', positions: [1], … }] */
export function mapDocuments(
  documents: readonly DataRecord[],
  settings: MappingSettings = {},
): DocumentsMapping {
  const mapping = new DynamicMapping(settings);
  const refusals = addAll(mapping, documents);
  const fields = discoverFields(documents, { detection: settings });
  const elasticsearch = mapping.properties;
  return {
    fields,
    rows: fields.map(rowOf),
    conflicts: conflictsOf(fields, refusals, elasticsearch),
    elasticsearch,
    refusals,
  };
}

/** What an index with this mapping refuses of the documents, in this order. */
export function refusalsIn(documents: readonly DataRecord[], settings: MappingSettings): RefusedPosition[] {
  return addAll(new DynamicMapping(settings), documents);
}

function addAll(mapping: DynamicMapping, documents: readonly DataRecord[]): RefusedPosition[] {
  return documents.flatMap((document, position) => {
    const refusal = mapping.add(document);
    return refusal ? [{ ...refusal, position }] : [];
  });
}

function rowOf({ path, type, formats, count, multi_valued: isMultiValued }: DiscoveredField): MappingRow {
  const format = type === 'date' ? { format: formats.join('||') } : {};
  return { path, type, ...format, count, multi_valued: isMultiValued };
}

function conflictsOf(
  fields: readonly DiscoveredField[],
  refusals: DocumentsMapping['refusals'],
  elasticsearch: Readonly<Record<string, FieldMapping>>,
): MappingConflict[] {
  const byPath = Map.groupBy(refusals, ({ path }) => path);
  const known = new Map(fields.map((field) => [field.path, field]));
  const paths = new Set([
    ...fields.filter(({ conflict, types }) => conflict || types.length > 1).map(({ path }) => path),
    ...byPath.keys(),
  ]);
  return [...paths].map((path) => {
    const own = byPath.get(path) ?? [];
    const field = known.get(path);
    const first = typeAt(elasticsearch, path);
    return {
      path,
      types: field?.types.map(({ type }) => type) ?? [],
      ...(first === undefined ? {} : { first }),
      positions: own.slice(0, maxPositions).map(({ position }) => position),
      elasticsearch_outcome:
        own[0]?.message ?? `Elasticsearch maps ${path} as ${first ?? 'nothing'} and stores all values.`,
      suggestion: field?.type ?? 'conflict',
    };
  });
}

export function typeAt(properties: Readonly<Record<string, FieldMapping>>, path: string): string | undefined {
  let at: FieldMapping | undefined = { properties };
  for (const name of path.split('.'))
    at = at?.properties && Object.hasOwn(at.properties, name) ? at.properties[name] : undefined;
  return at && (at.type ?? 'object');
}
