/** The schemas of a document by reference: models are objects with a name, all others stand for what they say. */

import { maxJsonDepth } from '../../../shared/json/inspect-json.ts';
import { omitUndefined } from '../../../shared/json/omit-undefined.ts';
import type { ModelPlan, ObjectShape, TypePlan } from '../../../shared/plan/type-plan.ts';
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
import { withPlainProperties } from './keywords.ts';
import type { ReadShape } from './merge-shapes.ts';
import { nameIn, nodeAt, pathWithin, schemasPlace as place, reportNoTarget, schemaAt } from './references.ts';
import { readObjectSchema, readSchema, shapeOfType } from './schema-type.ts';

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
  readonly #budget = new TypeBudget();
  readonly #discriminators: Discriminators;

  readonly #root: SourceNode;

  constructor(root: SourceNode) {
    this.#root = root;
    const components = root.member('components');
    const schemas = components?.member('schemas');
    this.#nodes = new Map(schemas?.members().map(([id, node]) => [id, withPlainProperties(node)]));
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

  /** The shape of an object that is a part of another one. */
  shapeOf(reference: SourceNode, context: SchemaContext): ReadShape | undefined {
    const found = this.#find(reference, context.report);
    if (!found) return undefined;
    const [id, node] = found;
    if (this.#isNamed(id, node)) {
      const shape = this.#within(id, reference, context, () => this.#shape(id, node, context));
      return shape && this.#affordable(shape, shape.properties, { reference, context });
    }
    const type = this.#standsFor(id, node, reference, context);
    if (type?.kind === 'object') return shapeOfType(type);
    if (type) context.report(reference.diagnose('E-UNSUPPORTED', `${type.kind} in allOf`, 'objects'));
    return undefined;
  }

  /** The shape of an object or of a model, which may not have been read yet. */
  shapeOfType(type: TypePlan, context: SchemaContext): ObjectShape | undefined {
    if (type.kind === 'object') return type.shape;
    const node = type.kind === 'model' ? this.#nodes.get(type.id) : undefined;
    if (type.kind !== 'model' || !node) return undefined;
    return this.#within(type.id, node, context, () => this.#shape(type.id, node, context));
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
      if (!isModel(node) || !isSafeName(id, node, context.report)) return [];
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

  #isNamed(id: string, node: SourceNode): boolean {
    return this.#nodes.has(id) && isModel(node);
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

function isModel(node: SourceNode): boolean {
  if (node.anyMember(['oneOf', 'anyOf', '$ref', 'enum', 'const'])) return false;
  const type = node.member('type')?.value;
  return (
    (type === undefined || type === 'object') &&
    node.anyMember(['properties', 'allOf', 'additionalProperties']) !== undefined
  );
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
