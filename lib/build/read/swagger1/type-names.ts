/**
 * The names of types in Swagger 1.1 and 1.2, in JSON Schema, and in real files.
 * The last ones are read as the nearest name of the language, with a warning.
 */

import type { Schema } from '../../../shared/plan/schema.ts';
import { bytes, never } from '../../schema/models.ts';

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

/** Names in other languages -> the name in this one. */
const foreignNames: Readonly<Record<string, string>> = {
  '': 'void',
  '*': 'any',
  anyuri: 'string',
  bigdecimal: 'double',
  biginteger: 'long',
  bigint: 'long',
  bool: 'boolean',
  char: 'string',
  character: 'string',
  collection: 'array',
  datetime: 'date-time',
  decimal: 'double',
  dict: 'object',
  dictionary: 'object',
  email: 'string',
  enum: 'string',
  guid: 'string',
  hash: 'object',
  hashmap: 'object',
  html: 'string',
  json: 'object',
  jsonobject: 'object',
  map: 'object',
  mixed: 'any',
  multipartfile: 'file',
  none: 'void',
  ok: 'void',
  null: 'void',
  password: 'string',
  short: 'int',
  smallint: 'int',
  tinyint: 'int',
  str: 'string',
  text: 'string',
  time: 'string',
  varchar: 'string',
  ip: 'string',
  ipv4: 'string',
  ipv6: 'string',
  timestamp: 'string',
  uint: 'long',
  uri: 'string',
  url: 'string',
  uuid: 'string',
};

export const typeNames: readonly string[] = Object.keys(namedTypes);

/** The type of a name in any letter case. `meant` is the name in the language for a foreign one. */
export function namedTypeOf(name: string): { readonly schema: Schema; readonly meant?: string } | undefined {
  const key = name.toLowerCase();
  const schema = own(namedTypes, key);
  if (schema) return { schema };
  const meant = own(foreignNames, key);
  const taken = meant === undefined ? undefined : own(namedTypes, meant);
  return meant === undefined || !taken ? undefined : { schema: taken, meant };
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

function own<T>(table: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
