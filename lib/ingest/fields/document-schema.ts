/** A JSON Schema (draft 2020-12) that all given documents satisfy. */

import { isDecimal } from '../../headwater/shared/json/decimals.ts';
import { type DataRecord, isRecord, type RecordValue } from '../base/record.ts';

interface DocumentSchema {
  readonly type?: string | readonly string[];
  readonly items?: DocumentSchema;
  readonly properties?: Readonly<Record<string, DocumentSchema>>;
  readonly required?: readonly string[];
  readonly anyOf?: readonly DocumentSchema[];
}

/** What the values at one place are. */
interface SeenValues {
  readonly scalars: Set<'null' | 'boolean' | 'integer' | 'number' | 'string'>;
  objects: number;
  readonly members: Map<string, SeenValues & { count: number }>;
  /** The schema of the items of lists. */
  items: SeenValues | undefined;
}

/** Documents of hostile size have more members; the first ones are described. */
const maxMembers = 10_000;

/** @example schemaOfDocuments([{ a: 1 }, { a: null }]) // { type: 'object', properties: { a: { type: ['integer', 'null'] } }, … } */
export function schemaOfDocuments(
  documents: readonly DataRecord[],
): DocumentSchema & { readonly $schema: string } {
  const reader = new DocumentReader();
  const root = newValues();
  for (const document of documents) reader.read(document, root);
  return { $schema: 'https://json-schema.org/draft/2020-12/schema', ...objectSchema(root) };
}

function newValues(): SeenValues & { count: number } {
  return { scalars: new Set(), objects: 0, members: new Map(), items: undefined, count: 0 };
}

class DocumentReader {
  #members = 0;

  /** @param hasPoint Whether an integral number has the form of a decimal. */
  read(value: RecordValue, seen: SeenValues, hasPoint = false): void {
    if (Array.isArray(value)) {
      seen.items ??= newValues();
      for (const [index, item] of value.entries())
        this.read(item, seen.items, isDecimal(value, String(index), item));
    } else if (isRecord(value)) this.#readObject(value, seen);
    else seen.scalars.add(hasPoint ? 'number' : typeOfScalar(value));
  }

  #readObject(value: DataRecord, seen: SeenValues): void {
    seen.objects++;
    for (const name of Object.keys(value)) {
      const member = value[name];
      if (member === undefined) continue;
      const known = seen.members.get(name);
      if (!known && ++this.#members > maxMembers) continue;
      const values = known ?? newValues();
      seen.members.set(name, values);
      values.count++;
      this.read(member, values, isDecimal(value, name, member));
    }
  }
}

function typeOfScalar(value: null | boolean | number | bigint | string) {
  if (value === null) return 'null';
  if (typeof value === 'bigint') return 'integer';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value === 'string' ? 'string' : 'boolean';
}

function schemaOf(seen: SeenValues): DocumentSchema {
  const types = [...seen.scalars].filter((type) => type !== 'integer' || !seen.scalars.has('number'));
  const options: DocumentSchema[] = [
    ...(types.length > 0 ? [{ type: types.length === 1 ? (types[0] ?? '') : types }] : []),
    ...(seen.objects > 0 ? [objectSchema(seen)] : []),
    ...(seen.items ? [{ type: 'array', items: schemaOf(seen.items) }] : []),
  ];
  const [only, ...others] = options;
  return others.length > 0 ? { anyOf: options } : (only ?? {});
}

function objectSchema({ objects, members }: SeenValues): DocumentSchema {
  const required = [...members].filter(([, { count }]) => count === objects).map(([name]) => name);
  return {
    type: 'object',
    properties: Object.fromEntries([...members].map(([name, values]) => [name, schemaOf(values)])),
    ...(required.length > 0 ? { required } : {}),
  };
}
