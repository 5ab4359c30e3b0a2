/** The schemas of a document by reference: each that has a name, or that a reference names by its address, is a model. */

import { equal } from '../../../shared/json/equal.ts';
import { omitUndefined } from '../../../shared/json/omit.ts';
import type { ModelPlan, Models, Schema } from '../../../shared/plan/schema.ts';
import { objectReference, referenceTo } from '../../schema/walk.ts';
import type { SourceNode } from '../../source/source-node.ts';
import type { LateClaim } from '../common/checked-values.ts';
import { isSafeName } from '../common/names.ts';
import type { ReadContext } from '../common/read-context.ts';
import { Discriminators, nameIn, schemasPlace as place, reportNoTarget, schemaAt } from './references.ts';

export interface SchemaContext extends ReadContext {
  readonly schemas: Schemas;
  /** Defaults and examples. */
  readonly claims: LateClaim[];
  /** What else can be checked when all models are read. */
  readonly afterwards: ((models: Models) => void)[];
}

export class Schemas {
  readonly #root: SourceNode;
  readonly #readSchema: (node: SourceNode) => Schema | undefined;
  /** By the id of the model. The addresses of schemas within others are added when a reference names them. */
  readonly #nodes: Map<string, SourceNode>;
  readonly #models = new Map<string, ModelPlan | undefined>();
  readonly discriminators: Discriminators;

  constructor(root: SourceNode, readSchema: (node: SourceNode) => Schema | undefined) {
    this.#root = root;
    this.#readSchema = readSchema;
    this.#nodes = new Map(root.member('components')?.membersOf('schemas'));
    this.discriminators = new Discriminators(new Map(this.#nodes));
  }

  /** @param isPart means the model alone, without its sub types. @returns undefined if there is none, which is reported. */
  referenceTo(reference: SourceNode, isPart: boolean): Schema | undefined {
    const found = this.#lookUp(String(reference.value));
    if (!found) return reportNoTarget(reference, 'schemas', [...this.#nodes.keys()]);
    const [id, node] = found;
    if (!this.#nodes.has(id)) this.#nodes.set(id, node);
    return isPart && this.discriminators.subTypes.has(id) ? objectReference(id) : referenceTo(id);
  }

  nodeOf(id: string): SourceNode | undefined {
    return this.#nodes.get(id);
  }

  idOf(node: SourceNode): string {
    return this.#lookUp(String(node.member('$ref')?.value))?.[0] ?? '';
  }

  /** Whether the values of a model are objects, as the model itself says. */
  isObject(id: string): boolean {
    const node = this.#nodes.get(id);
    if (!node || !isObjectSchema(node)) return false;
    return [this.said('type', node)?.value ?? 'object'].flat().includes('object');
  }

  /** The value of a keyword, in the schema or in the first schema that it stands for. */
  said(keyword: string, node: SourceNode): SourceNode | undefined {
    const asked = new Set<unknown>();
    const open = [node];
    for (let next = open.pop(); next; next = open.pop()) {
      const own = next.member(keyword);
      if (own) return own;
      if (asked.has(next.value)) continue;
      asked.add(next.value);
      for (const each of this.#standIns(next).reverse()) open.push(each);
    }
    return undefined;
  }

  /** The schemas that a reference or a combination of parts stands for. */
  #standIns(node: SourceNode): SourceNode[] {
    const [, target] = this.#lookUp(String(node.member('$ref')?.value)) ?? [];
    return [...(target ? [target] : []), ...node.itemsOf('allOf')];
  }

  /** A model that has not been read yet is read. The models that it names are not. */
  get(id: string): ModelPlan | undefined {
    const node = this.#nodes.get(id);
    if (!node || this.#models.has(id)) return this.#models.get(id);
    const model = isSafeName(id, node) ? this.#read(id, node) : undefined;
    this.#models.set(id, model);
    return model;
  }

  models(): Models {
    // Reading a model may name the address of another one, which the loop then visits.
    for (const id of this.#nodes.keys()) this.get(id);
    return new Map([...this.#models].flatMap(([id, model]) => (model ? [[id, model]] : [])));
  }

  #read(id: string, node: SourceNode): ModelPlan | undefined {
    const schema = this.#readSchema(node);
    if (!schema) return undefined;
    const { extensions } = node.extensions(['x-example']);
    const deprecated = node.flag('deprecated') || undefined;
    const said = { ...extensions, ...schema, ...omitUndefined({ deprecated }) };
    return { id, schema: said, ...this.discriminators.of(id, node) };
  }

  /** A schema with a name, or one within it, which its address names. */
  #lookUp(text: string): [id: string, node: SourceNode] | undefined {
    const id = nameIn(text, place);
    const named = id === undefined ? undefined : this.#nodes.get(id);
    if (id !== undefined && named) return [id, named];
    const inner = schemaAt(text, this.#root);
    return inner && [this.#idWithin(inner), inner];
  }

  /** @example idWithin(nodeAt(root, ['components', 'schemas', 'Pet', 'properties', 'name'])) // 'Pet.name' */
  #idWithin({ path }: SourceNode): string {
    let id = path.filter((step) => !silentSteps.has(step)).join('.');
    while (this.#nodes.has(id) && !equal(this.#nodes.get(id)?.path, path)) id += '_';
    return id;
  }
}

/** Steps of an address that a name does without. */
const silentSteps = new Set<unknown>(['properties', 'components', 'schemas']);

const ofObjects = ['properties', 'allOf', 'additionalProperties', 'unevaluatedProperties'];

function isObjectSchema(node: SourceNode): boolean {
  if (node.anyMember(['enum', 'const'])) return false;
  if (node.anyMember(['oneOf', 'anyOf', '$ref']) && !node.member('properties')) return false;
  const type = node.member('type')?.value;
  return (type === undefined || type === 'object') && node.anyMember(ofObjects) !== undefined;
}
