/** Objects in a query: each of their properties is a parameter of its own. */

import { isObject } from '../../../shared/json/is-object.ts';
import type { SourceNode } from '../../source/source-node.ts';
import { follow } from './references.ts';

/**
 * OpenAPI 3.1 section 4.7.12.2.1: `deepObject` names a property `filter[name]`, and an exploded `form`, the default, `name`
 * alone. Only the declared properties are read.
 *
 * @returns the parameters of the properties; otherwise the parameter itself, as one whose required properties may be absent
 *   together.
 */
export function expandObject(declared: SourceNode): SourceNode[] {
  const node = follow(declared, 'parameters');
  const { in: place, name, style = 'form', explode = style === 'form', required = false } = membersOf(node);
  const isDeep = style === 'deepObject';
  if (place !== 'query' || !(isDeep || (style === 'form' && explode === true))) return [declared];
  const schemaNode = node.member('schema');
  const schema = schemaNode && follow(schemaNode, 'schemas');
  const needed = schema?.itemsOf('required').map(({ value }) => value) ?? [];
  const properties = schema?.membersOf('properties') ?? [];
  const isPlain = membersOf(schema)['type'] === 'object' && !schema?.member('allOf');
  if (!isPlain || properties.length === 0 || (required !== true && needed.length > 0)) return [declared];
  return properties.map(([property, at]) =>
    at.with({
      value: {
        name: isDeep ? `${String(name)}[${property}]` : property,
        in: place,
        required: needed.includes(property),
        schema: at.value,
      },
    }),
  );
}

function membersOf(node: SourceNode | undefined): Readonly<Record<string, unknown>> {
  return isObject(node?.value) ? node.value : {};
}
