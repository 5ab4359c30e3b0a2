/** Inheritance (Swagger 1.2 section 5.2.6): a sub type has all properties of the models above it. */

import { omitUndefined } from '../../../shared/json/omit-undefined.ts';
import type { ModelPlan, PropertyPlan } from '../../../shared/plan/type-plan.ts';
import type { Report } from '../../source/diagnostic.ts';
import { quote, type SourceNode } from '../../source/source-node.ts';
import type { DeclaredModel } from './models.ts';
import { isEmptyShape, reportEmptyShape, reportRequired } from './properties.ts';

/** The models with everything that they inherit, in their order. Reports contradictions. */
export function inheritProperties(declared: readonly DeclaredModel[], report: Report): ModelPlan[] {
  const parentsOf = new Map<string, DeclaredModel[]>();
  for (const parent of declared) {
    for (const id of parent.plan.subTypes ?? []) parentsOf.set(id, [...(parentsOf.get(id) ?? []), parent]);
  }
  if (reportCycles(declared, parentsOf, report)) return declared.map(({ plan }) => plan);

  const resolved = new Map<string, ModelPlan>();
  const resolve = (model: DeclaredModel): ModelPlan => {
    const known = resolved.get(model.plan.id);
    if (known) return known;
    const parents = (parentsOf.get(model.plan.id) ?? []).map(resolve);
    const inherited = withRequired(inherit(model.plan, parents), model, report);
    const plan = withDiscriminator(inherited, { node: model.node, isSubType: parents.length > 0 }, report);
    resolved.set(plan.id, plan);
    return plan;
  };
  return declared.map((model) => {
    const plan = resolve(model);
    return parentsOf.has(plan.id) ? plan : openEmpty(plan, model, report);
  });
}

/**
 * Generators leave out properties that they cannot describe. A model with sub
 * types stands for them, and a sub type for its parent: they stay as they are.
 */
function openEmpty(plan: ModelPlan, { node }: DeclaredModel, report: Report): ModelPlan {
  const properties = node.member('properties');
  const isEmpty = plan.properties.length === 0 && (!properties || isEmptyShape(node));
  if (!isEmpty || plan.additional || plan.subTypes || node.member('additionalProperties')) return plan;
  reportEmptyShape(node, `the model ${quote(plan.id)}`, report);
  return { ...plan, additional: { kind: 'any' } };
}

/** Reports each cycle once, at its first model. @returns whether there is one. */
function reportCycles(
  declared: readonly DeclaredModel[],
  parentsOf: ReadonlyMap<string, readonly DeclaredModel[]>,
  report: Report,
): boolean {
  const aboveOf = new Map(declared.map((model) => [model.plan.id, idsAbove(model, parentsOf)]));
  const reported = new Set<string>();
  for (const { plan, node } of declared) {
    const above = aboveOf.get(plan.id);
    if (!above?.has(plan.id) || reported.has(plan.id)) continue;
    const cycle = [...above].filter((id) => aboveOf.get(id)?.has(plan.id)).toReversed();
    for (const id of cycle) reported.add(id);
    const found = [...cycle, plan.id].map(quote).join(' above ');
    report((node.member('subTypes') ?? node).diagnose('E-INHERITANCE', found, 'sub types without a cycle'));
  }
  return reported.size > 0;
}

function idsAbove(
  { plan }: DeclaredModel,
  parentsOf: ReadonlyMap<string, readonly DeclaredModel[]>,
): ReadonlySet<string> {
  const above = new Set((parentsOf.get(plan.id) ?? []).map((parent) => parent.plan.id));
  for (const id of above) {
    for (const parent of parentsOf.get(id) ?? []) above.add(parent.plan.id);
  }
  return above;
}

function inherit(plan: ModelPlan, parents: readonly ModelPlan[]): ModelPlan {
  const [parent] = parents;
  if (!parent) return plan;
  const names = new Set(plan.properties.map(({ name }) => name));
  const inherited: PropertyPlan[] = [];
  for (const property of parents.flatMap(({ properties }) => properties)) {
    // Properties of the sub type itself, and of earlier parents, take precedence.
    if (names.has(property.name)) continue;
    names.add(property.name);
    inherited.push(property);
  }
  const discriminator = plan.discriminator ?? parents.find((each) => each.discriminator)?.discriminator;
  const additional = plan.additional ?? parents.find((each) => each.additional)?.additional;
  return {
    ...plan,
    properties: [...inherited, ...plan.properties],
    ...omitUndefined({ discriminator, additional }),
  };
}

/** A sub type may require properties that are optional in its parent. */
function withRequired(plan: ModelPlan, { requiredElsewhere }: DeclaredModel, report: Report): ModelPlan {
  const names = new Set(requiredElsewhere.map(({ value }) => value));
  for (const name of requiredElsewhere) {
    if (!plan.properties.some((property) => property.name === name.value)) reportRequired(name, report);
  }
  const properties = plan.properties.map((property) =>
    names.has(property.name) ? { ...property, required: true } : property,
  );
  return { ...plan, properties };
}

/** The discriminator is a required string: its value is the id of the model that the object is checked against. */
function withDiscriminator(
  plan: ModelPlan,
  { node, isSubType }: { readonly node: SourceNode; readonly isSubType: boolean },
  report: Report,
): ModelPlan {
  const { discriminator, properties, subTypes, ...rest } = plan;
  if (discriminator === undefined) return plan;
  const property = properties.find(({ name }) => name === discriminator);
  // Without sub types there is nothing to distinguish.
  if (!subTypes && !isSubType) return { ...rest, properties };
  // Inherited properties are reported on the model that declares them.
  const at = node.member('discriminator') ?? ownProperty(node, discriminator);
  if (at && property && property.type.kind !== 'string') {
    const found = `the discriminator ${quote(discriminator)} of type ${property.type.kind}`;
    report(at.diagnose('E-INHERITANCE', found, 'a property of type string'));
  }
  if (property) {
    const required = properties.map((each) => (each === property ? { ...each, required: true } : each));
    return { ...plan, properties: required };
  }
  const accepted = 'a property with this name; a required string is assumed';
  const found = `${quote(discriminator)}, which is not a property`;
  report((at ?? node).diagnose('W-DISCRIMINATOR', found, accepted));
  const added: PropertyPlan = { name: discriminator, type: { kind: 'string' }, required: true };
  return { ...plan, properties: [added, ...properties] };
}

function ownProperty(node: SourceNode, name: string): SourceNode | undefined {
  const properties = node.member('properties');
  return properties?.member(name);
}
