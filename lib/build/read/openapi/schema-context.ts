/** The schemas of a document by reference: models are objects with a name, all others stand for what they say. */

import { maxJsonDepth } from '../../../shared/json/inspect-json.ts';
import { omitUndefined } from '../../../shared/json/omit-undefined.ts';
import type { ModelPlan, TypePlan } from '../../../shared/plan/type-plan.ts';
import { partsOf } from '../../schema/models.ts';
import { maxValues } from '../../source/descriptor-file.ts';
import type { Report } from '../../source/diagnostic.ts';
import { quote, type SourceNode } from '../../source/source-node.ts';
import type { ModelDefault } from '../common/default-value.ts';
import { isSafeName } from '../common/names.ts';
import type { ReadContext } from '../common/read-context.ts';
import type { ExclusiveTypes } from './alternatives.ts';
import { Discriminators } from './discriminators.ts';
import type { Examples } from './examples.ts';
import { nameIn, nodeAt, pathWithin, schemasPlace as place, reportNoTarget, schemaAt } from './references.ts';
import { type ReadShape, readObjectSchema, readSchema } from './schema-type.ts';

export interface SchemaContext extends ReadContext {
  readonly schemas: Schemas;
  readonly examples: Examples;
  readonly exclusive: ExclusiveTypes[];
  readonly defaults: ModelDefault[];
}

export class Schemas {
  readonly #nodes: ReadonlyMap<string, SourceNode>;
  readonly #shapes = new Map<string, ReadShape | undefined>();
  readonly #types = new Map<string, TypePlan | undefined>();
  readonly #around: string[] = [];
  readonly #models = new Map<SourceNode, boolean>();
  readonly #budget = new TypeBudget();
  readonly #discriminators: Discriminators;

  readonly #root: SourceNode;

  constructor(root: SourceNode) {
    this.#root = root;
    const components = root.member('components');
    const schemas = components?.member('schemas');
    this.#nodes = new Map(schemas?.members());
    this.#discriminators = new Discriminators(this.#nodes);
  }

  typeOf(reference: SourceNode, context: SchemaContext): TypePlan | undefined {
    const found = this.#find(reference, context.report);
    if (!found) return undefined;
    const [id, node] = found;
    if (this.#isNamed(id, node)) return { kind: 'model', id };
    const type = this.#standsFor(id, node, reference, context);
    return type && this.#affordable(type, type, { reference, context });
  }

  /** A named object as an object with its members, which may not have been read yet. */
  membersOf(id: string, at: SourceNode, context: SchemaContext): (TypePlan & { kind: 'object' }) | undefined {
    const node = this.#nodes.get(id);
    const read = node && this.#within(id, at, context, () => this.#shape(id, node, context));
    if (!read || !this.#affordable(read, read.properties, { reference: at, context })) return undefined;
    const { properties, additional, ...others } = read;
    return { kind: 'object', shape: { properties, ...omitUndefined({ additional }) }, ...others };
  }

  /** The shape of an object or of a model, with what else is said of the object. */
  shapeOfType(type: TypePlan, context: SchemaContext): ReadShape | undefined {
    const node = type.kind === 'model' ? this.#nodes.get(type.id) : undefined;
    const object = type.kind === 'model' && node ? this.membersOf(type.id, node, context) : type;
    if (object?.kind !== 'object' || !object.shape) return undefined;
    const { shape, kind: _, ...others } = object;
    return { ...shape, ...others };
  }

  hasSubTypes(type: TypePlan): boolean {
    return type.kind === 'model' && this.#discriminators.subTypes().has(type.id);
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
      open.push(...this.#standIns(next).reverse());
    }
    return undefined;
  }

  /** The schemas that a reference or a combination of parts stands for. */
  #standIns(node: SourceNode): SourceNode[] {
    const reference = node.member('$ref');
    const [, target] = (reference && this.#lookUp(String(reference.value))) ?? [];
    const parts = node.member('allOf');
    return [...(target ? [target] : []), ...(parts?.items() ?? [])];
  }

  /** Read once, however many refer to it: otherwise each use would read its parts again. */
  #standsFor(
    id: string,
    node: SourceNode,
    reference: SourceNode,
    context: SchemaContext,
  ): TypePlan | undefined {
    if (!this.#types.has(id))
      this.#types.set(
        id,
        this.#within(id, reference, context, () => readSchema(node, context)),
      );
    return this.#types.get(id);
  }

  #affordable<Read>(
    read: Read,
    held: TypePlan | readonly unknown[],
    { reference, context }: { readonly reference: SourceNode; readonly context: SchemaContext },
  ): Read | undefined {
    const excess = this.#budget.excess(held);
    if (excess === undefined) return read;
    context.report(reference.diagnose('E-TOO-LARGE', excess, 'fewer references to non-object schemas'));
    return undefined;
  }

  models(context: SchemaContext): ModelPlan[] {
    const subTypes = this.#discriminators.subTypes();
    return [...this.#nodes].flatMap(([id, node]) => {
      if (!this.#isModel(node) || !isSafeName(id, node, context.report)) return [];
      const shape = this.#within(id, node, context, () => this.#shape(id, node, context));
      if (!shape) return [];
      const discriminator = this.#discriminators.propertyOf(node);
      return {
        id,
        ...shape,
        ...node.describe(context.report),
        ...context.examples.ofSchema(node, context.report),
        ...omitUndefined({ isDeprecated: node.flag('deprecated', context.report) || undefined }),
        ...omitUndefined({ discriminator }),
        ...this.#discriminators.tagsOf(id, node),
        ...omitUndefined({ subTypes: subTypes.get(id) }),
        ...node.extensions(),
      };
    });
  }

  #shape(id: string, node: SourceNode, context: SchemaContext): ReadShape | undefined {
    if (!this.#shapes.has(id)) this.#shapes.set(id, readObjectSchema(node, context));
    return this.#shapes.get(id);
  }

  #find(reference: SourceNode, report: Report): [id: string, node: SourceNode] | undefined {
    const text = String(reference.value);
    const found = this.#lookUp(text);
    if (found) return found;
    reportNoTarget(reference, { kind: 'schemas', names: [...this.#nodes.keys()] }, report);
    return undefined;
  }

  /** A schema with a name, or one within it, which has its address for a name. */
  #lookUp(text: string): [id: string, node: SourceNode] | undefined {
    const id = nameIn(text, place);
    const named = text.startsWith(place) ? this.#nodes.get(id) : undefined;
    if (named) return [id, named];
    const [name, ...path] = pathWithin(text) ?? [];
    const holder = this.#nodes.get(String(name));
    const inner = holder ? nodeAt(holder, path) : schemaAt(text, this.#root);
    return inner && [text, inner];
  }

  /** A part of the schema may say that it is about other values. */
  #isModel(node: SourceNode): boolean {
    const known =
      this.#models.get(node) ?? (isModel(node) && kindsSaid(this.said('type', node)).includes('object'));
    this.#models.set(node, known);
    return known;
  }

  #isNamed(id: string, node: SourceNode): boolean {
    return this.#nodes.has(id) && this.#isModel(node);
  }

  /** A model may contain itself; what only stands for something else, or is a part of itself, has no end. */
  #within<Read>(
    id: string,
    at: SourceNode,
    { report }: SchemaContext,
    read: () => Read | undefined,
  ): Read | undefined {
    if (this.#around.includes(id) || this.#around.length >= maxJsonDepth) {
      const isCycle = this.#around.includes(id);
      const found = isCycle ? `${quote(id)} within itself` : `${maxJsonDepth} references within each other`;
      report(at.diagnose('E-INHERITANCE', found, 'an object with properties between them'));
      return undefined;
    }
    this.#around.push(id);
    const result = read();
    this.#around.pop();
    return result;
  }
}

function kindsSaid(type: SourceNode | undefined): unknown[] {
  return [type?.value ?? 'object'].flat();
}

const ofObjects = ['properties', 'allOf', 'additionalProperties', 'unevaluatedProperties'];

function isModel(node: SourceNode): boolean {
  if (node.anyMember(['enum', 'const'])) return false;
  if (node.anyMember(['oneOf', 'anyOf', '$ref']) && !node.member('properties')) return false;
  const type = node.member('type')?.value;
  return (type === undefined || type === 'object') && node.anyMember(ofObjects) !== undefined;
}

interface Measure {
  readonly size: number;
  readonly depth: number;
}

/** A larger type makes many megabytes of code and of documentation. */
const maxTypes = 10_000;

/** Counts the types that all references of a document add: expanded, a small document may describe a huge type. */
class TypeBudget {
  readonly #known = new WeakMap<TypePlan, Measure>();
  #used = 0;

  /** @returns the limit that one more use of the type, or of so many members, exceeds. */
  excess(type: TypePlan | readonly unknown[]): string | undefined {
    const { size, depth } = 'kind' in type ? this.#measure(type) : { size: type.length, depth: 1 };
    if ('kind' in type && size > maxTypes) return `more than ${maxTypes} nested types, references included`;
    this.#used += size;
    if (this.#used > maxValues) return `more than ${maxValues} values, references included`;
    return depth > maxJsonDepth ? `more than ${maxJsonDepth} levels, references included` : undefined;
  }

  #measure(type: TypePlan): Measure {
    const known = this.#known.get(type);
    if (known) return known;
    const parts = partsOf(type).map((part) => this.#measure(part));
    const measure = {
      size: parts.reduce((sum, { size }) => sum + size, 1),
      depth: parts.reduce((most, { depth }) => Math.max(most, depth), 0) + 1,
    };
    this.#known.set(type, measure);
    return measure;
  }
}
