/** Which models have a discriminator, of their own or of a model above them. */

import { maxJsonDepth } from '../../../shared/json/inspect-json.ts';
import { isObject } from '../../../shared/json/is-object.ts';
import type { SourceNode } from '../../source/source-node.ts';
import { mappedTo, nameIn, schemasPlace as place } from './references.ts';

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

  /** Its own, or inherited from the nearest model above it. */
  #nearest(node: SourceNode | undefined, depth = 0): SourceNode | undefined {
    if (!node || !isObject(node.value) || depth > maxJsonDepth) return undefined;
    const known = this.#known.get(node.value);
    if (known) return known.declared;
    const entry: { declared?: SourceNode } = {};
    // Set before its parents are visited: it may be its own parent.
    this.#known.set(node.value, entry);
    // That of alternatives names one of them (alternatives.ts).
    const declared = node.anyMember(['oneOf', 'anyOf']) ? undefined : node.member('discriminator');
    const isNamed = declared && typeof declared.member('propertyName')?.value === 'string';
    const above = parentsOf(node).map((parent) => this.#nearest(this.#schemas.get(parent), depth + 1));
    const found = isNamed ? declared : above.find((each) => each !== undefined);
    if (found) entry.declared = found;
    return found;
  }
}

function parentsOf(node: SourceNode): string[] {
  return node.itemsOf('allOf').flatMap((part) => {
    const reference = String(part.member('$ref')?.value);
    return reference.startsWith(place) ? [nameIn(reference, place)] : [];
  });
}
