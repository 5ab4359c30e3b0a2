/** What names the parts of a document: references, and discriminators, of models themselves or of models above them. */

import { equal } from '../../../shared/json/equal.ts';
import { isObject, membersOf } from '../../../shared/json/is-object.ts';
import { maxJsonDepth } from '../../../shared/json/max-json-depth.ts';
import { nearSpelling } from '../../../shared/json/near-spelling.ts';
import { omitUndefined } from '../../../shared/json/omit.ts';
import { ownMember } from '../../../shared/json/own-member.ts';
import { decoded, unescapeStep } from '../../../shared/json/pointer.ts';
import type { ModelPlan } from '../../../shared/plan/schema.ts';
import { subschemas } from '../../schema/walk.ts';
import type { JsonPath } from '../../source/descriptor-file.ts';
import { firstNames, quote, type SourceNode } from '../../source/source-node.ts';

/** The part that a node stands for, or undefined if there is none, which is reported. */
export function resolve(node: SourceNode, kind: string): SourceNode | undefined {
  const found = follow(node, kind);
  const reference = found.member('$ref');
  if (!reference) return found;
  const known = nodeAt(node.root(), ['components', kind])?.value;
  return reportNoTarget(reference, kind, Object.keys(membersOf(known)));
}

/** References of references are followed. @returns the last one if it leads nowhere or back. */
export function follow(node: SourceNode, kind: string): SourceNode {
  const followed = new Set<string>();
  for (let at = node; ; ) {
    const text = String(at.member('$ref')?.value);
    const found = partAt(text, kind, node.root());
    if (!found || followed.has(text)) return at;
    followed.add(text);
    at = found;
  }
}

function partAt(text: string, kind: string, root: SourceNode): SourceNode | undefined {
  const name = nameIn(text, `#/components/${kind}/`);
  const named = name !== undefined && nodeAt(root, ['components', kind, name]);
  if (named) return named;
  // Bundlers refer to the first use of a part.
  const path = stepsOf(text);
  const isPart = kind === 'requestBodies' ? path.at(-1) === 'requestBody' : path.at(-2) === kind;
  return path[0] === 'paths' && isPart ? nodeAt(root, path) : undefined;
}

/** The schema at a place outside of `components.schemas`, such as that of a response. */
export function schemaAt(text: string, root: SourceNode): SourceNode | undefined {
  const path = stepsOf(text);
  const isHeld = path[0] === 'paths' || path[0] === 'components';
  return isHeld && isSchemaPath(path) ? nodeAt(root, path) : undefined;
}

function stepsOf(reference: string): string[] {
  const steps = reference.startsWith('#/') ? reference.slice(2).split('/') : [];
  return steps.map(unescaped);
}

/** @param kind of `components` that is meant. @param names in it. */
export function reportNoTarget(reference: SourceNode, kind: string, names: readonly string[]): undefined {
  const text = String(reference.value);
  const place = ownMember(reference.terms.places, kind) ?? `#/components/${kind}/`;
  const found = quote(text.replace(`#/components/${kind}/`, place));
  const name = unescaped(text.slice(text.lastIndexOf('/') + 1));
  const isOwn = text.startsWith('#');
  // Without `#`, it may be the name alone, or a path.
  const isNamed = isOwn || (/^[\w/-]+$/.test(text) && names.includes(name));
  // The name itself, if the reference has it in another place.
  const near = !isNamed ? undefined : names.includes(name) ? name : nearSpelling(name, names);
  const anyName = `${place} and a name of this file`;
  const known = names.length > 0 ? `${anyName}: ${firstNames(names)}` : anyName;
  const accepted = near === undefined ? known : `${quote(place + near)}, the nearest name`;
  const elsewhere = `${anyName}; nothing is read from other files or addresses`;
  // What exists is of another kind.
  const isMissing = isOwn && !nodeAt(reference.root(), stepsOf(text));
  const said = isMissing ? `${found}, which does not exist` : found;
  return reference.report('E-REF', said, isNamed ? accepted : elsewhere);
}

/** The name that a reference has in `place`. */
export function nameIn(reference: string, place: string): string | undefined {
  return reference.startsWith(place) ? unescaped(reference.slice(place.length)) : undefined;
}

export function unescaped(step: string): string {
  return unescapeStep(decoded(step));
}

/** What the steps of a path hold that lead to schemas. */
const forms = new Map(Object.entries({ ...subschemas, schema: 'schema', $defs: 'map', definitions: 'map' }));

function isSchemaPath(path: JsonPath): boolean {
  const [form, around] = [path.at(-1), path.at(-2)].map((step) => forms.get(String(step)));
  return form === 'schema' || around === 'map' || around === 'list';
}

export const schemasPlace = '#/components/schemas/';

/** The entries of the mapping of a discriminator: a value, and the schema that it names, by a reference or by its name. */
export function mappedTo(discriminator: SourceNode): [value: string, schema: string][] {
  return discriminator.membersOf('mapping').map(([value, target]) => {
    const text = String(target.value);
    return [value, nameIn(text, schemasPlace) ?? text];
  });
}

/** The node at a path of names and indices. */
export function nodeAt(root: SourceNode, path: JsonPath): SourceNode | undefined {
  return path.reduce<SourceNode | undefined>(
    (node, step) => node?.member(String(step)) ?? node?.items().find(({ name }) => name === String(step)),
    root,
  );
}

export const heldValues =
  'a property whose "enum" has names of schemas or of the mapping; the discriminator is ignored';

/** Which models have a discriminator, of their own or of a model above them. */
export class Discriminators {
  readonly #schemas: ReadonlyMap<string, SourceNode>;
  /** Models with `allOf` of one that has a discriminator are its sub types. */
  readonly subTypes: ReadonlyMap<string, string[]>;
  readonly #known = new Map<unknown, SourceNode | undefined>();

  /** @param schemas by their names in the document. */
  constructor(schemas: ReadonlyMap<string, SourceNode>) {
    this.#schemas = schemas;
    const pairs = [...schemas].flatMap(([id, node]) => parentsOf(node).map((parent) => ({ id, parent })));
    const named = pairs.filter(({ parent }) => this.#nearest(schemas.get(parent)));
    const children = Map.groupBy(named, ({ parent }) => parent);
    this.subTypes = new Map([...children].map(([parent, all]) => [parent, all.map(({ id }) => id)]));
  }

  /** Which property says of which model a value is, with which values. */
  of(id: string, node: SourceNode): Pick<ModelPlan, 'discriminator' | 'subTypes' | 'tags'> {
    const own = declaredBy(node);
    if (own && !this.#isHeld(own, node))
      own.report('W-UNSUPPORTED', 'a discriminator whose values name no schema', heldValues);
    const declared = this.#nearest(node);
    const mapped = declared ? mappedTo(declared).filter(([, name]) => name === id) : [];
    const tags = mapped.map(([tag]) => tag);
    return omitUndefined({
      discriminator: declared && String(declared.member('propertyName')?.value),
      subTypes: this.subTypes.get(id),
      tags: tags.length === 0 || equal(tags, [id]) ? undefined : tags,
    });
  }

  /** Whether the schema has a model with a discriminator above it. */
  isSubType(node: SourceNode): boolean {
    return parentsOf(node).some((parent) => this.subTypes.has(parent));
  }

  /** Whether the values of its property can name a schema: otherwise, no value would be valid. */
  #isHeld(declared: SourceNode, node: SourceNode): boolean {
    const name = declared.member('propertyName')?.value;
    if (typeof name !== 'string') return false;
    const own = node.member('properties')?.member(name);
    const property = (own && this.#schemas.get(named(own) ?? '')) ?? own;
    const values = property?.itemsOf('enum').map(({ value }) => String(value)) ?? [];
    const mapped = mappedTo(declared).map(([tag]) => tag);
    return values.length === 0 || values.some((each) => mapped.includes(each) || this.#schemas.has(each));
  }

  /** Its own, or inherited from the nearest model above it. */
  #nearest(node: SourceNode | undefined, depth = 0): SourceNode | undefined {
    if (!node || !isObject(node.value) || depth > maxJsonDepth) return undefined;
    if (this.#known.has(node.value)) return this.#known.get(node.value);
    // Set before its parents are visited: it may be its own parent.
    this.#known.set(node.value, undefined);
    const declared = declaredBy(node);
    const isNamed = declared && this.#isHeld(declared, node);
    const above = parentsOf(node).map((parent) => this.#nearest(this.#schemas.get(parent), depth + 1));
    const found = isNamed ? declared : above.find((each) => each !== undefined);
    this.#known.set(node.value, found);
    return found;
  }
}

/** A discriminator beside alternatives names one of them: alternatives.ts reads it. */
function declaredBy(node: SourceNode): SourceNode | undefined {
  return node.anyMember(['oneOf', 'anyOf']) ? undefined : node.member('discriminator');
}

function parentsOf(node: SourceNode): string[] {
  return node.itemsOf('allOf').flatMap((part) => named(part) ?? []);
}

/** The schema that a reference names. */
function named(node: SourceNode): string | undefined {
  return nameIn(String(node.member('$ref')?.value), schemasPlace);
}
