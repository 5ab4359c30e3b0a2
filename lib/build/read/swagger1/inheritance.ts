/** Inheritance (Swagger 1.2 section 5.2.6): a sub type has all properties of the models above it. */

import { omitUndefined } from '../../../shared/json/omit-undefined.ts';
import type { ModelPlan, Models, Schema } from '../../../shared/plan/schema.ts';
import { reachable } from '../../../shared/reachable.ts';
import { isNever } from '../../schema/references.ts';
import { quote, type SourceNode } from '../../source/source-node.ts';
import { typeName } from '../common/describe-type.ts';
import type { DeclaredModel } from './models.ts';
import { isEmptyShape, reportEmptyShape, reportRequired, requiredElsewhere } from './properties.ts';

/** The models with everything that they inherit, in their order. Reports contradictions. */
export function inheritProperties(declared: readonly DeclaredModel[]): Models {
  const parentsOf = new Map<string, DeclaredModel[]>();
  for (const parent of declared)
    for (const id of parent.plan.subTypes ?? []) parentsOf.set(id, [...(parentsOf.get(id) ?? []), parent]);
  if (reportCycles(declared, parentsOf)) return modelsOf(declared, ({ plan }) => plan);

  const resolved = new Map<string, ModelPlan>();
  const resolve = (model: DeclaredModel): ModelPlan => {
    const known = resolved.get(model.plan.id);
    if (known) return known;
    const parents = (parentsOf.get(model.plan.id) ?? []).map(resolve);
    const inherited = withRequired(inherit(model.plan, parents), model);
    const plan = withDiscriminator(inherited, model.node, parents.length > 0);
    resolved.set(plan.id, plan);
    return plan;
  };
  return modelsOf(declared, (model) => {
    const plan = resolve(model);
    return parentsOf.has(plan.id) ? plan : openEmpty(plan, model);
  });
}

function modelsOf(declared: readonly DeclaredModel[], planOf: (model: DeclaredModel) => ModelPlan): Models {
  return new Map(declared.map((model) => [model.plan.id, planOf(model)]));
}

/**
 * Generators leave out properties that they cannot describe. A model with sub
 * types stands for them, and a sub type for its parent: they stay as they are.
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
  const aboveOf = new Map(declared.map((model) => [model.plan.id, idsAbove(model, parentsOf)]));
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

function idsAbove(
  { plan }: DeclaredModel,
  parentsOf: ReadonlyMap<string, readonly DeclaredModel[]>,
): ReadonlySet<string> {
  const idsOf = (id: string) => (parentsOf.get(id) ?? []).map((parent) => parent.plan.id);
  return reachable(idsOf(plan.id), idsOf);
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
  const property = Object.hasOwn(properties, discriminator) ? properties[discriminator] : undefined;
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
