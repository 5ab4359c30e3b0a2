/** Values that mostly satisfy a schema of OpenAPI 3.1. Mutated, they mostly do not. */

import type { Draw } from './draw.ts';
import type { Words } from './random-openapi.ts';

interface InstanceSource {
  readonly draw: Draw;
  readonly schemas: Readonly<Record<string, Words>>;
}

const place = '#/components/schemas/';

/** @param depth below which instances have no optional members, since models may be recursive. */
export function drawInstance(source: InstanceSource, schema: Words, depth = 4): unknown {
  const { draw, schemas } = source;
  const reference = schema['$ref'];
  if (typeof reference === 'string')
    return drawInstance(source, schemas[reference.slice(place.length)] ?? {}, depth - 1);
  if ('const' in schema) return schema['const'];
  const { enum: allowed, anyOf, oneOf = anyOf, allOf, type } = schema;
  if (Array.isArray(allowed)) return draw.pick<unknown>(allowed);
  if (Array.isArray(oneOf)) return drawInstance(source, draw.pick<Words>(oneOf), depth);
  if (Array.isArray(allOf))
    return Object.assign({}, ...allOf.map((part: Words) => drawInstance(source, part, depth)));
  return drawOfKind(source, { ...schema, type: Array.isArray(type) ? draw.pick(type) : type }, depth);
}

function drawOfKind(source: InstanceSource, schema: Words, depth: number): unknown {
  const { draw } = source;
  switch (schema['type']) {
    case 'string':
      return drawText(draw, schema);
    case 'integer':
    case 'number':
      return drawNumber(draw, schema);
    case 'boolean':
      return draw.chance(50);
    case 'null':
      return null;
    case 'array':
      return drawItems(source, schema, depth);
    case 'object':
      return drawMembers(source, schema, depth);
    default:
      return draw.pick<unknown>(['text', 7, null, { a: 1 }]);
  }
}

function drawText(draw: Draw, { format, pattern }: Words): string {
  if (format === 'date') return draw.pick(['2024-02-29', '2023-02-29', '0001-01-01']);
  if (format === 'date-time')
    return draw.pick(['2024-02-29T12:00:00Z', '2024-02-29T24:00:00Z', '2024-01-01']);
  if (format === 'byte') return draw.pick(['aGk=', 'AAAA']);
  if (pattern !== undefined) return draw.pick(['ab', 'abc', 'AB']);
  return draw.pick(['a', 'ab', 'abc', 'é', '😀', 'a b']);
}

function drawNumber(draw: Draw, schema: Words): number {
  const least = Number(schema['minimum'] ?? schema['exclusiveMinimum'] ?? 0);
  const step = Number(schema['multipleOf'] ?? (schema['type'] === 'integer' ? 1 : 0.5));
  const count = Math.ceil(least / step) + draw.nat(12);
  // Written as people write it: 3 * 0.1 is 0.30000000000000004.
  return Number((count * step).toPrecision(12)) + 0;
}

function drawItems(source: InstanceSource, schema: Words, depth: number): unknown[] {
  const least = Number(schema['minItems'] ?? 0);
  const length = depth > 0 ? least + source.draw.nat(2) : least;
  return Array.from({ length }, () => drawInstance(source, Object(schema['items']), depth - 1));
}

function drawMembers(source: InstanceSource, schema: Words, depth: number): Words {
  const { draw } = source;
  const properties: Readonly<Record<string, Words>> = Object(schema['properties']);
  const required: readonly string[] = Array.isArray(schema['required']) ? schema['required'] : [];
  const optional = Object.keys(properties).filter(() => depth > 0 && draw.chance(50));
  const additional = schema['additionalProperties'];
  const others = additional !== false && draw.chance(20) ? ['other'] : [];
  // The service sets some: most clients leave them out.
  const isSent = (name: string) => properties[name]?.['readOnly'] !== true || draw.chance(10);
  const used = new Set([...required, ...optional, ...others].filter(isSent));
  const schemaOf = (name: string) =>
    properties[name] ?? (typeof additional === 'object' ? Object(additional) : {});
  return Object.fromEntries([...used].map((name) => [name, drawInstance(source, schemaOf(name), depth - 1)]));
}
