/**
 * The names of types in Swagger 1.1 and 1.2, in JSON Schema, and in real files.
 * The last ones are read as the nearest name of the language, with a warning.
 */

export interface TypeWord {
  readonly kind: 'any' | 'array' | 'boolean' | 'file' | 'integer' | 'number' | 'object' | 'string' | 'void';
  readonly format?: string;
}

const typeWords: Readonly<Record<string, TypeWord>> = {
  int: { kind: 'integer', format: 'int32' },
  integer: { kind: 'integer', format: 'int32' },
  int32: { kind: 'integer', format: 'int32' },
  long: { kind: 'integer', format: 'int64' },
  int64: { kind: 'integer', format: 'int64' },
  float: { kind: 'number', format: 'float' },
  double: { kind: 'number', format: 'double' },
  number: { kind: 'number', format: 'double' },
  boolean: { kind: 'boolean' },
  string: { kind: 'string' },
  byte: { kind: 'string', format: 'byte' },
  date: { kind: 'string', format: 'date' },
  'date-time': { kind: 'string', format: 'date-time' },
  void: { kind: 'void' },
  any: { kind: 'any' },
  object: { kind: 'object' },
  file: { kind: 'file' },
  array: { kind: 'array' },
  list: { kind: 'array' },
  set: { kind: 'array' },
};

/** Words of other languages -> the word of this one. */
const foreignWords: Readonly<Record<string, string>> = {
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

export const knownTypeWords: readonly string[] = Object.keys(typeWords);

/** The type that a word names, in any letter case. `meant` is the word of the language for a foreign word. */
export function typeWordOf(name: string): { readonly word: TypeWord; readonly meant?: string } | undefined {
  const key = name.toLowerCase();
  const word = own(typeWords, key);
  if (word) return { word };
  const meant = own(foreignWords, key);
  const taken = meant === undefined ? undefined : own(typeWords, meant);
  return meant === undefined || !taken ? undefined : { word: taken, meant };
}

export interface ContainerWord {
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
export function containerWordOf(name: string): ContainerWord | undefined {
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

function foreignContainer(container: string, inner: string): ContainerWord {
  if (container === 'set') return { kind: 'set', content: inner, meant: `Set[${inner}]` };
  if (container !== 'map') return { kind: 'list', content: inner, meant: `List[${inner}]` };
  const value = inner.slice(inner.indexOf(',') + 1).trim();
  return { kind: 'map', content: value, meant: 'an object with additionalProperties' };
}

function own<T>(table: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
