/** The fields of records: their types, the mapping that Elasticsearch would give them, templates of indexes, and schemas. */

export { momentOf, type WidenedType } from '../fields/detect-type.ts';
export { type DiscoveredField, discoverFields, discoverPaths } from '../fields/discover-fields.ts';
export { schemaOfDocuments } from '../fields/document-schema.ts';
export type { FieldMapping, MappingSettings } from '../fields/dynamic-mapping.ts';
export { indexTemplate } from '../fields/index-template.ts';
export { type DocumentsMapping, mapDocuments, refusalsIn, typeAt } from '../fields/mapping-preview.ts';
