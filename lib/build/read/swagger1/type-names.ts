/**
 * The names of types in Swagger 1.1 and 1.2, in JSON Schema, and in real files.
 * The last ones are read as the nearest name of the language, with a warning.
 */

import { omitUndefined } from '../../../shared/json/omit.ts';
import type { Schema } from '../../../shared/plan/schema.ts';
import { bytes, never } from '../../schema/walk.ts';
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

const containerPattern = /^(?:list|set|array)\[.+\]$/i;
const foreignContainerPattern = /^(?:\w+\.)*\w*?(list|set|array|collection|map)\s*[[<«](.+)[\]>»]$/i;
const arrayPattern = /^(.+)\[\]$|^\[(.+)\]$/;

/** `List[X]`, `Set[X]`, `Array[X]`, and the spellings of real files: `List<X>`, `X[]`, `[X]`, `Map[K,V]`. */
export function containerOf(name: string): Container | undefined {
  const [isArray, before, within] = arrayPattern.exec(name) ?? [];
  const [, word = 'list', inner = before ?? within] = isArray
    ? []
    : (foreignContainerPattern.exec(name) ?? []);
  if (inner === undefined) return undefined;
  const container = word.toLowerCase();
  const content = inner.slice(container === 'map' ? inner.indexOf(',') + 1 : 0).trim();
  if (container === 'map') return { kind: 'map', content, meant: 'an object with additionalProperties' };
  const kind = container === 'set' ? 'set' : 'list';
  if (!isArray && containerPattern.test(name)) return { kind, content };
  return { kind, content, meant: `${kind === 'set' ? 'Set' : 'List'}[${content}]` };
}
