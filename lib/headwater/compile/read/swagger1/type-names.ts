/**
 * The names of types in Swagger 1.1 and 1.2, in JSON Schema, and in real files.
 * The last ones are read as the nearest name of the language, with a warning.
 */

import type { Schema } from '../../../shared/plan/schema.ts';
import { bytes, never } from '../../schema/walk.ts';
import { namesIn } from '../common/names.ts';

/** A type, its names, and its names in other languages, which mean the first one. `void` is a type without values. */
const namedTypes: readonly (readonly [schema: Schema, names: string, foreign?: string])[] = [
  [{ type: 'integer', format: 'int32' }, 'int integer int32', 'short smallint tinyint'],
  [{ type: 'integer', format: 'int64' }, 'long int64', 'bigint biginteger uint'],
  [{ type: 'number', format: 'float' }, 'float'],
  [{ type: 'number', format: 'double' }, 'double number', 'bigdecimal decimal'],
  [{ type: 'boolean' }, 'boolean', 'bool'],
  [
    { type: 'string' },
    'string',
    'anyuri char character email enum guid html ip ipv4 ipv6 password str text time timestamp uri url uuid varchar',
  ],
  [{ type: 'string', format: 'byte' }, 'byte'],
  [{ type: 'string', format: 'date' }, 'date'],
  [{ type: 'string', format: 'date-time' }, 'date-time', 'datetime'],
  [never, 'void', 'none null ok'],
  [{}, 'any', '* mixed'],
  [{ type: 'object' }, 'object', 'dict dictionary hash hashmap json jsonobject map'],
  [bytes, 'file', 'multipartfile'],
  [{ type: 'array' }, 'array list set', 'collection'],
];

export const typeNames: readonly string[] = namedTypes.flatMap(([, names]) => namesIn(names));

type NamedType = Pick<Container, 'meant'> & { readonly schema: Schema };

const typesByName = new Map<string, NamedType>();
for (const [schema, names, foreign = ''] of namedTypes) {
  const [meant = ''] = namesIn(names);
  for (const name of namesIn(names)) typesByName.set(name, { schema });
  for (const name of namesIn(foreign)) typesByName.set(name, { schema, meant });
}

/** The type of a name in any letter case. Without a name, there is no value. */
export function namedTypeOf(name: string): NamedType | undefined {
  return typesByName.get(name.toLowerCase() || 'none');
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
