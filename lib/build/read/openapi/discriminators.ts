/** Which models have a discriminator, of their own or of a model above them. */

import { maxJsonDepth } from '../../../shared/json/inspect-json.ts';
import { isObject } from '../../../shared/json/is-object.ts';
import type { SourceNode } from '../../source/source-node.ts';
import { mappedTo, nameIn, schemasPlace as place } from './references.ts';

export const heldValues =
  'a property whose "enum" has names of schemas or of the mapping; the discriminator is ignored';

export class Discriminators {
  readonly #schemas: ReadonlyMap<string, SourceNode>;
  #subTypes: ReadonlyMap<string, string[]> | undefined;
  readonly #known = new WeakMap<object, { readonly declared?: SourceNode }>();

  /** @param schemas by their names in the document. */
  constructor(schemas: ReadonlyMap<string, SourceNode>) {
    this.#schemas = schemas;
  }

  /** The name of the property that says which model a value is of. */
  propertyOf(node: SourceNode | undefined): string | undefined {
    const declared = this.#nearest(node);
    return declared && String(declared.member('propertyName')?.value);
  }

  /** Whether the schema has a model with a discriminator above it. */
  isSubType(node: SourceNode): boolean {
    return parentsOf(node).some((parent) => this.subTypes().has(parent));
  }

  /** Models with `allOf` of one that has a discriminator are its sub types. */
  subTypes(): ReadonlyMap<string, string[]> {
    this.#subTypes ??= this.#findSubTypes();
    return this.#subTypes;
  }

  warnOfUnheld(node: SourceNode): void {
    const declared = declaredBy(node);
    if (!declared || this.#isHeld(declared, node)) return;
    declared.report('W-UNSUPPORTED', 'a discriminator whose values name no schema', heldValues);
  }

  #findSubTypes(): ReadonlyMap<string, string[]> {
    const children = new Map<string, string[]>();
    for (const [id, node] of this.#schemas)
      for (const parent of parentsOf(node)) {
        if (this.propertyOf(this.#schemas.get(parent)) === undefined) continue;
        children.set(parent, [...(children.get(parent) ?? []), id]);
      }
    return children;
  }

  /** The names of the model in the mapping of the nearest discriminator, if they differ from its own. */
  tagsOf(id: string, node: SourceNode): { readonly tags?: readonly string[] } {
    const declared = this.#nearest(node);
    const mapped = declared ? mappedTo(declared) : [];
    const tags = mapped.filter(([, named]) => named === id).map(([tag]) => tag);
    return tags.length === 0 || (tags.length === 1 && tags[0] === id) ? {} : { tags };
  }

  /** Whether the values of its property can name a schema: otherwise, no value would be valid. */
  #isHeld(declared: SourceNode, node: SourceNode): boolean {
    const name = declared.member('propertyName')?.value;
    if (typeof name !== 'string') return false;
    const own = node.member('properties')?.member(name);
    const property = (own && this.#schemas.get(named(own) ?? '')) ?? own;
    const values = property?.itemsOf('enum').map(({ value }) => value) ?? [];
    const mapped = mappedTo(declared).map(([tag]) => tag);
    return (
      values.length === 0 ||
      values.some((each) => mapped.includes(String(each)) || this.#schemas.has(String(each)))
    );
  }

  /** Its own, or inherited from the nearest model above it. */
  #nearest(node: SourceNode | undefined, depth = 0): SourceNode | undefined {
    if (!node || !isObject(node.value) || depth > maxJsonDepth) return undefined;
    const known = this.#known.get(node.value);
    if (known) return known.declared;
    const entry: { declared?: SourceNode } = {};
    // Set before its parents are visited: it may be its own parent.
    this.#known.set(node.value, entry);
    const declared = declaredBy(node);
    const isNamed = declared && this.#isHeld(declared, node);
    const above = parentsOf(node).map((parent) => this.#nearest(this.#schemas.get(parent), depth + 1));
    const found = isNamed ? declared : above.find((each) => each !== undefined);
    if (found) entry.declared = found;
    return found;
  }
}

/** That of alternatives names one of them (alternatives.ts). */
function declaredBy(node: SourceNode): SourceNode | undefined {
  return node.anyMember(['oneOf', 'anyOf']) ? undefined : node.member('discriminator');
}

function parentsOf(node: SourceNode): string[] {
  return node.itemsOf('allOf').flatMap((part) => named(part) ?? []);
}

/** The schema that a reference names. */
function named(node: SourceNode): string | undefined {
  const reference = String(node.member('$ref')?.value);
  return reference.startsWith(place) ? nameIn(reference, place) : undefined;
}
