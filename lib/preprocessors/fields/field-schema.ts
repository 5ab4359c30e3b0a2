/** The fields of records as a JSON Schema (draft 2020-12). */

import type { DiscoveredField } from './field-statistics.ts';
import type { WidenedType } from './widen.ts';

interface SchemaNode {
  type?: string | string[];
  format?: string;
  items?: SchemaNode;
  properties?: Record<string, SchemaNode>;
  required?: string[];
  anyOf?: SchemaNode[];
}

const types: Readonly<Record<WidenedType, SchemaNode>> = {
  null: { type: 'null' },
  boolean: { type: 'boolean' },
  long: { type: 'integer' },
  float: { type: 'number' },
  double: { type: 'number' },
  date: { type: 'string' },
  text: { type: ['string', 'number', 'boolean'] },
  object: { type: 'object' },
  conflict: {},
};

/** @param fields As `discoverFields` returns them. */
export function schemaOfFields(
  fields: readonly DiscoveredField[],
): SchemaNode & { readonly $schema: string } {
  const root: SchemaNode = { type: 'object', properties: {} };
  for (const field of fields) place(root, field.path.split('.'), field);
  return { $schema: 'https://json-schema.org/draft/2020-12/schema', ...root };
}

function place(node: SchemaNode, path: readonly string[], field: DiscoveredField): void {
  const [name = '', ...rest] = path;
  node.properties ??= {};
  const properties = node.properties;
  if (rest.length > 0) {
    const child = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const next: SchemaNode = child ?? { type: 'object' };
    if (!child) define(properties, name, next);
    place(next, rest, field);
    return;
  }
  define(properties, name, schemaOf(field));
  if (field.missing === 0 && field.nulls === 0) node.required = [...(node.required ?? []), name];
}

function define(properties: Record<string, SchemaNode>, name: string, value: SchemaNode): void {
  Object.defineProperty(properties, name, { value, enumerable: true, configurable: true, writable: true });
}

function schemaOf({
  type,
  types: observed,
  multi_valued: isMultiValued,
  nulls,
}: DiscoveredField): SchemaNode {
  const isText = type === 'text' && observed.every((one) => one.type === 'text' || one.type === 'date');
  const single: SchemaNode = isText ? { type: 'string' } : { ...types[type] };
  const options = [
    single,
    ...(isMultiValued ? [{ type: 'array', items: { ...single } }] : []),
    ...(nulls > 0 ? [{ type: 'null' }] : []),
  ];
  return options.length === 1 ? single : { anyOf: options };
}
