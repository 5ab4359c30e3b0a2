/**
 * The names of types in Swagger 1.1 and 1.2, in JSON Schema, and in real files.
 * The last ones are read as the nearest name of the language, with a warning.
 */

import { omitUndefined } from '../../../shared/json/omit-undefined.ts';
import type { Schema } from '../../../shared/plan/schema.ts';
import { bytes, never } from '../../schema/references.ts';
import { namesIn } from '../common/names.ts';

/** `void` is a type without values. */
const namedTypes: Readonly<Record<string, Schema>> = {
  int: { type: 'integer', format: 'int32' },
  integer: { type: 'integer', format: 'int32' },
  int32: { type: 'integer', format: 'int32' },
  long: { type: 'integer', format: 'int64' },
  int64: { type: 'integer', format: 'int64' },
  float: { type: 'number', format: 'float' },
  double: { type: 'number', format: 'double' },
  number: { type: 'number', format: 'double' },
  boolean: { type: 'boolean' },
  string: { type: 'string' },
  byte: { type: 'string', format: 'byte' },
  date: { type: 'string', format: 'date' },
  'date-time': { type: 'string', format: 'date-time' },
  void: never,
  any: {},
  object: { type: 'object' },
  file: bytes,
  array: { type: 'array' },
  list: { type: 'array' },
  set: { type: 'array' },
};

/** The name in this language -> names in other ones. */
const foreignNames: Readonly<Record<string, string>> = {
  any: '* mixed',
  array: 'collection',
  boolean: 'bool',
  'date-time': 'datetime',
  double: 'bigdecimal decimal',
  file: 'multipartfile',
  int: 'short smallint tinyint',
  long: 'bigint biginteger uint',
  object: 'dict dictionary hash hashmap json jsonobject map',
  string:
    'anyuri char character email enum guid html ip ipv4 ipv6 password str text time timestamp uri url uuid varchar',
  void: 'none null ok',
};

const meanings = new Map([
  ['', 'void'],
  ...Object.entries(foreignNames).flatMap(([meant, names]) =>
    namesIn(names).map((name) => [name, meant] as const),
  ),
]);

export const typeNames: readonly string[] = Object.keys(namedTypes);

/** The type of a name in any letter case. `meant` is the name in the language for a foreign one. */
export function namedTypeOf(name: string): { readonly schema: Schema; readonly meant?: string } | undefined {
  const key = name.toLowerCase();
  const meant = meanings.get(key);
  const known = meant ?? key;
  const schema = Object.hasOwn(namedTypes, known) ? namedTypes[known] : undefined;
  return schema && { schema, ...omitUndefined({ meant }) };
}

export interface Container {
  readonly kind: 'list' | 'set' | 'map';
  /** The type of the items; of a map, the type of its values. */
  readonly content: string;
  /** For a foreign spelling: the one that it means. */
  readonly meant?: string;
}

const containerPattern = /^(list|set|array)\[(.+)\]$/i;
const foreignContainerPattern = /^(?:\w+\.)*(\w*?)(list|set|array|collection|map)\s*[[<«](.+)[\]>»]$/i;
const arrayPattern = /^(.+)\[\]$/;
const bracketPattern = /^\[(.+)\]$/;

/** `List[X]`, `Set[X]`, `Array[X]`, and the spellings of real files: `List<X>`, `X[]`, `[X]`, `Map[K,V]`. */
export function containerOf(name: string): Container | undefined {
  const [, container, content] = containerPattern.exec(name) ?? [];
  if (container !== undefined && content !== undefined) {
    return { kind: container.toLowerCase() === 'set' ? 'set' : 'list', content };
  }
  const bare = (arrayPattern.exec(name) ?? bracketPattern.exec(name))?.[1];
  if (bare !== undefined) return { kind: 'list', content: bare.trim(), meant: `List[${bare.trim()}]` };
  const [, , foreign, inner] = foreignContainerPattern.exec(name) ?? [];
  if (foreign === undefined || inner === undefined) return undefined;
  return foreignContainer(foreign.toLowerCase(), inner.trim());
}

function foreignContainer(container: string, inner: string): Container {
  if (container === 'set') return { kind: 'set', content: inner, meant: `Set[${inner}]` };
  if (container !== 'map') return { kind: 'list', content: inner, meant: `List[${inner}]` };
  const value = inner.slice(inner.indexOf(',') + 1).trim();
  return { kind: 'map', content: value, meant: 'an object with additionalProperties' };
}
