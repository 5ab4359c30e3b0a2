/** Which operations of an OpenAPI document a problem affects: it is in them, or in something to which they refer. */

import type { DescriptorFile, JsonPath } from '../../../compile/source/descriptor-file.ts';
import type { Diagnostic } from '../../../compile/source/diagnostic.ts';
import { isObject } from '../../../shared/json/is-object.ts';
import { decoded, fromPointer, toPointer } from '../../../shared/json/pointer.ts';
import { methods } from '../../../shared/plan/operation-plan.ts';
import { reachable } from '../../../shared/reachable.ts';

export interface DocumentOperation {
  /** @example 'GET /loan/{id}' */
  readonly name: string;
  readonly path: JsonPath;
}

type Members = Readonly<Record<string, unknown>>;

export class AffectedOperations {
  readonly operations: readonly DocumentOperation[];
  readonly #value: unknown;
  /** The pointers to which each pointer refers directly. */
  readonly #references = new Map<string, readonly string[]>();
  /** The pointers that each operation needs, itself included. */
  readonly #needed: ReadonlyMap<DocumentOperation, ReadonlySet<string>>;

  constructor({ value }: Pick<DescriptorFile, 'value'>) {
    this.#value = value;
    this.operations = operationsOf(value);
    this.#needed = new Map(this.operations.map((operation) => [operation, this.#closure(operation)]));
  }

  by({ pointer }: Pick<Diagnostic, 'pointer'>): DocumentOperation[] {
    const path = fromPointer(pointer);
    const [first, ...rest] = path;
    if (first === 'security') return this.operations.filter((operation) => !this.#hasOwn(operation, first));
    const holders = path.map((_, index) => toPointer(path.slice(0, index + 1)));
    return this.operations.filter((operation) => {
      const isOfPath = first === 'paths' && rest.length === 1 && rest[0] === operation.path[1];
      return isOfPath || holders.some((each) => this.#needed.get(operation)?.has(each));
    });
  }

  #hasOwn({ path }: DocumentOperation, member: string): boolean {
    return valueAt(this.#value, [...path, member]) !== undefined;
  }

  #closure({ path }: DocumentOperation): ReadonlySet<string> {
    const shared = toPointer([...path.slice(0, 2), 'parameters']);
    return reachable([toPointer(path), shared], (pointer) => this.#referencesOf(pointer));
  }

  #referencesOf(pointer: string): readonly string[] {
    const known = this.#references.get(pointer);
    if (known) return known;
    const found = referencesIn(valueAt(this.#value, fromPointer(pointer)));
    const all = [...found, ...this.#subTypesOf(pointer)];
    this.#references.set(pointer, all);
    return all;
  }

  /** A schema with a discriminator stands for those that have it in `allOf`. */
  #subTypesOf(pointer: string): string[] {
    const path = fromPointer(pointer);
    const schema = valueAt(this.#value, path);
    const schemas = valueAt(this.#value, path.slice(0, -1));
    if (!isObject(schema) || schema['discriminator'] === undefined || !isObject(schemas)) return [];
    return Object.entries(schemas).flatMap(([name, other]) => {
      const parts = isObject(other) && Array.isArray(other['allOf']) ? referencesIn(other['allOf']) : [];
      return parts.includes(pointer) ? toPointer([...path.slice(0, -1), name]) : [];
    });
  }
}

function operationsOf(value: unknown): DocumentOperation[] {
  const paths = valueAt(value, ['paths']);
  if (!isObject(paths)) return [];
  return Object.entries(paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const key = method.toLowerCase();
      return isObject(item) && isObject(item[key])
        ? { name: `${method} ${path}`, path: ['paths', path, key] }
        : [];
    }),
  );
}

/** The pointers of all `$ref` to the same file. */
function referencesIn(value: unknown): string[] {
  const found: string[] = [];
  const open = [value];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    const { $ref: reference } = next as Members;
    if (typeof reference === 'string' && reference.startsWith('#/')) found.push(decoded(reference.slice(1)));
    for (const each of Object.values(next)) if (each !== null) open.push(each);
  }
  return found;
}

export function valueAt(value: unknown, path: JsonPath): unknown {
  return path.reduce<unknown>((at, step) => {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, step)) return undefined;
    return (at as Members)[String(step)];
  }, value);
}
