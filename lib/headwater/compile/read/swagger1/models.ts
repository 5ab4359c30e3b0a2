/** The models of a declaration: named object types, the examples in them, and what they inherit (Swagger 1.2 section 5.2.6). */

import { isDeepStrictEqual } from 'node:util';
import { nearSpelling } from '../../../shared/json/near-spelling.ts';
import { omitEmpty, omitUndefined } from '../../../shared/json/omit.ts';
import { ownMember } from '../../../shared/json/own-member.ts';
import type { ModelPlan, Models, Schema } from '../../../shared/plan/schema.ts';
import { reachable } from '../../../shared/reachable.ts';
import { isNever, referenceTo } from '../../schema/walk.ts';
import { checkMembers, type KnownMembers } from '../../source/misspelt-members.ts';
import { isFlag, quote, type SourceNode } from '../../source/source-node.ts';
import { wrongClaims } from '../common/checked-values.ts';
import { typeName } from '../common/describe-type.ts';
import { isSafeName } from '../common/names.ts';
import { isEmptyShape, readShape, reportEmptyShape, reportRequired, requiredElsewhere } from './data-type.ts';
import type { ModelNodes, TypeContext } from './model-names.ts';

/** Far more than any real file has. A model is compiled into every validator that refers to it. */
const maxModels = 1_000;

/**
 * `declared` includes refused models, so that references to them are not reported, too. `areKnown` is false if `models`
 * cannot be read.
 */
export function readModelNodes(root: SourceNode): {
  readonly declared: ModelNodes;
  readonly readable: ModelNodes;
  readonly areKnown: boolean;
} {
  const models = root.member('models');
  const areKnown = models?.expect('object') !== undefined || !models;
  const declared = models?.members() ?? [];
  reportSecondModels(declared);
  const isTooLarge = declared.length > maxModels;
  const accepted = `at most ${maxModels} models in a file`;
  if (isTooLarge) root.at('models').report('E-TOO-LARGE', `${declared.length} models`, accepted);
  const readable = isTooLarge ? [] : declared.filter(([key, node]) => isSafeName(key, node));
  return { declared, readable, areKnown };
}

/** Two models with the same id must be the same model. */
function reportSecondModels(modelNodes: ModelNodes): void {
  const byId = new Map<unknown, readonly [key: string, node: SourceNode]>();
  for (const [key, node] of modelNodes) {
    const id = node.member('id');
    const [firstKey, first] = (id && byId.get(id.value)) ?? [];
    if (!first) byId.set(id?.value ?? key, [key, node]);
    if (!first || isDeepStrictEqual(first.value, node.value)) continue;
    const found = `the model ${quote(id?.value)} a second time, different from ${quote(firstKey)}`;
    id?.report('E-DUPLICATE', found, 'each id once, or the same model both times');
  }
}

/**
 * `x-example` of a model: a value that satisfies it. Documents and mocks show it.
 *
 * @param nodes of the models that the file declares.
 * @param models those that are read, complete.
 */
export function reportExamples(nodes: ModelNodes, models: Models): void {
  const claims = nodes.flatMap(([id, model]) => {
    const node = model.member('x-example');
    return node && models.has(id)
      ? { id, node, value: node.value, schema: referenceTo(id), use: 'model' as const }
      : [];
  });
  for (const [{ id, node }, keyword, pointer] of wrongClaims(claims, models)) {
    const found = `an example whose ${quote(pointer)} does not satisfy ${quote(keyword)}`;
    node.report('E-EXAMPLE', found, `a value of the model ${quote(id)}`);
  }
}

export const modelMembers: KnownMembers = {
  needed: ['properties', 'required', 'additionalProperties', 'subTypes', 'discriminator'],
  others: ['id', 'description'],
  holder: 'a model',
};

/** A model as it is declared, without what it inherits. */
interface DeclaredModel {
  readonly plan: ModelPlan;
  readonly node: SourceNode;
}

export function readModel(key: string, model: SourceNode, context: TypeContext): DeclaredModel | undefined {
  if (!model.expect('object')) return undefined;
  const node = checkMembers(model, modelMembers);
  const other = node.member('id');
  if (other && other.value !== key)
    other.report('W-MODEL-ID', quote(other.value), `its key ${quote(key)}; references may use either`);
  const required = node.member('required');
  // Swagger 1.1 marks each property, so `true` and `false` have no meaning here.
  if (required && !isFlag(required.value)) required.expect('array');
  // Generators write "" for no discriminator and [] for no sub types.
  const discriminator = node.text('discriminator') || undefined;
  const { extensions = {} } = node.extensions();
  const examples = 'x-example' in extensions ? [extensions['x-example']] : [];
  const plan = {
    id: key,
    schema: { ...readShape(node, context), ...node.describe(), ...extensions, ...omitEmpty({ examples }) },
    ...omitUndefined({ discriminator, subTypes: readSubTypes(node, context) }),
  };
  return { plan, node };
}

function readSubTypes(node: SourceNode, { models }: TypeContext): string[] | undefined {
  const subTypes = node.list('subTypes')?.flatMap((item) => {
    const name = String(item.value);
    const found = models.find(item, name);
    if (!found) {
      const meant = nearSpelling(name, models.all);
      const fix = { path: item.path, ...omitUndefined({ value: meant }) };
      const accepted = meant === undefined ? 'a model of this file' : quote(meant);
      item.report('E-MODEL', `the unknown model ${quote(item.value)}`, accepted, fix);
    }
    return found?.key ?? [];
  });
  return subTypes?.length ? subTypes : undefined;
}

/** The models with everything that they inherit, in their order. Reports contradictions. */
export function inheritProperties(declared: readonly DeclaredModel[]): Models {
  const parentsOf = new Map<string, DeclaredModel[]>();
  for (const parent of declared)
    for (const id of parent.plan.subTypes ?? []) parentsOf.set(id, [...(parentsOf.get(id) ?? []), parent]);
  const hasCycle = reportCycles(declared, parentsOf);
  const resolved = new Map<string, ModelPlan>();
  const resolve = (model: DeclaredModel): ModelPlan => {
    const known = resolved.get(model.plan.id);
    if (known) return known;
    const parents = (parentsOf.get(model.plan.id) ?? []).map(resolve);
    const inherited = withRequired(inherit(model.plan, parents), model);
    const closed = withDiscriminator(inherited, model.node, parents.length > 0);
    const plan = parents.length > 0 ? closed : openEmpty(closed, model);
    resolved.set(plan.id, plan);
    return plan;
  };
  return new Map(declared.map((model) => [model.plan.id, hasCycle ? model.plan : resolve(model)]));
}

/**
 * Opens a model without properties: generators leave out properties that they cannot
 * describe. A model with sub types stays closed: these have the properties. So does a
 * sub type, which is not given to this function: its parent has them.
 */
function openEmpty(plan: ModelPlan, { node }: DeclaredModel): ModelPlan {
  const properties = node.member('properties');
  const isEmpty = Object.keys(plan.schema.properties ?? {}).length === 0;
  if (!isEmpty || (properties && !isEmptyShape(node))) return plan;
  if (!isClosed(plan) || plan.subTypes || node.member('additionalProperties')) return plan;
  reportEmptyShape(node, `the model ${quote(plan.id)}`);
  const { additionalProperties: _, ...schema } = plan.schema;
  return { ...plan, schema };
}

/** Reports each cycle once, at its first model. @returns whether there is one. */
function reportCycles(
  declared: readonly DeclaredModel[],
  parentsOf: ReadonlyMap<string, readonly DeclaredModel[]>,
): boolean {
  const parentIds = (id: string) => (parentsOf.get(id) ?? []).map((parent) => parent.plan.id);
  const aboveOf = new Map(declared.map(({ plan: { id } }) => [id, reachable(parentIds(id), parentIds)]));
  const reported = new Set<string>();
  for (const { plan, node } of declared) {
    const above = aboveOf.get(plan.id);
    if (!above?.has(plan.id) || reported.has(plan.id)) continue;
    const cycle = [...above].filter((id) => aboveOf.get(id)?.has(plan.id)).toReversed();
    for (const id of cycle) reported.add(id);
    const found = [...cycle, plan.id].map(quote).join(' above ');
    node.at('subTypes').report('E-INHERITANCE', found, 'sub types without a cycle');
  }
  return reported.size > 0;
}

function isClosed({ schema: { additionalProperties } }: ModelPlan): boolean {
  return additionalProperties !== undefined && isNever(additionalProperties);
}

/** Properties of the sub type itself, and of earlier parents, take precedence. */
function inherit(plan: ModelPlan, parents: readonly ModelPlan[]): ModelPlan {
  if (parents.length === 0) return plan;
  const { properties: own = {}, required = [], additionalProperties: _, ...others } = plan.schema;
  const inherited = new Map<string, Schema>();
  for (const [name, property] of parents.flatMap(({ schema }) => Object.entries(schema.properties ?? {})))
    if (!Object.hasOwn(own, name) && !inherited.has(name)) inherited.set(name, property);
  const schema = { ...others, properties: { ...Object.fromEntries(inherited), ...own } };
  const discriminator = plan.discriminator ?? parents.find((each) => each.discriminator)?.discriminator;
  const { additionalProperties } = ([plan, ...parents].find((each) => !isClosed(each)) ?? plan).schema;
  const above = parents.flatMap((each) => each.schema.required ?? []).filter((name) => inherited.has(name));
  return {
    ...plan,
    schema: requiring({ ...schema, ...omitUndefined({ additionalProperties }) }, [...above, ...required]),
    ...omitUndefined({ discriminator }),
  };
}

/** Requires these properties, too, if it has them. */
function requiring(schema: Schema, names: readonly unknown[]): Schema {
  const required = Object.keys(schema.properties ?? {}).filter(
    (name) => schema.required?.includes(name) || names.includes(name),
  );
  return required.length > 0 ? { ...schema, required } : schema;
}

/** A sub type may require properties that are optional in its parent. */
function withRequired(plan: ModelPlan, { node }: DeclaredModel): ModelPlan {
  const names = requiredElsewhere(node);
  for (const name of names)
    if (!Object.hasOwn(plan.schema.properties ?? {}, String(name.value))) reportRequired(name);
  const required = names.map(({ value }) => value);
  return { ...plan, schema: requiring(plan.schema, required) };
}

/** The discriminator is a required string: its value is the id of the model that the object is checked against. */
function withDiscriminator(plan: ModelPlan, node: SourceNode, isSubType: boolean): ModelPlan {
  const { discriminator, ...rest } = plan;
  if (discriminator === undefined) return plan;
  // Without sub types there is nothing to distinguish.
  if (!plan.subTypes && !isSubType) return rest;
  const { properties = {} } = plan.schema;
  const property = ownMember(properties, discriminator);
  // Inherited properties are reported on the model that declares them.
  const at = node.member('discriminator') ?? node.member('properties')?.member(discriminator);
  if (at && property && property.type !== 'string') {
    const found = `the discriminator ${quote(discriminator)} of type ${typeName(property)}`;
    at.report('E-INHERITANCE', found, 'a property of type string');
  }
  if (property) return { ...plan, schema: requiring(plan.schema, [discriminator]) };
  const accepted = 'a property with this name; a required string is assumed';
  const found = `${quote(discriminator)}, which is not a property`;
  (at ?? node).report('W-DISCRIMINATOR', found, accepted);
  const added: Schema['properties'] = { [discriminator]: { type: 'string' }, ...properties };
  return { ...plan, schema: requiring({ ...plan.schema, properties: added }, [discriminator]) };
}
