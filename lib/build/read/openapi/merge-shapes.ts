/** The parts of `allOf`: an object is valid for all of them. */

import { omitUndefined } from '../../../shared/json/omit-undefined.ts';
import type { MemberCounts, ObjectShape, PropertyPlan, TypePlan } from '../../../shared/plan/type-plan.ts';
import type { Report } from '../../source/diagnostic.ts';
import { quote, type SourceNode } from '../../source/source-node.ts';
import { bothTypes, sameType } from './combine-types.ts';

/** The members of an object, as a schema declares them. */
export type ReadShape = ObjectShape & MemberCounts;

/** @param node of the object. @returns undefined if it is not supported, which is reported. */
export function mergeShapes(
  shapes: readonly ReadShape[],
  node: SourceNode,
  report: Report,
): ReadShape | undefined {
  const [only, second] = shapes;
  if (only && !second) return only;
  const properties = mergeProperties(
    shapes.flatMap((shape) => shape.properties),
    node,
    report,
  );
  const restricted = shapes.filter(({ additional }) => additional?.kind !== 'any');
  const [first, ...others] = restricted;
  const isSame = others.every(({ additional }) => sameAdditional(additional, first?.additional));
  const isHeld = isSame && restricted.every((shape) => hasAll(shape, properties ?? []));
  if (!isHeld) {
    const found = 'a part of allOf that restricts additional members';
    report(node.diagnose('E-UNSUPPORTED', found, 'parts without additionalProperties'));
  }
  if (!properties || !isHeld) return undefined;
  const additional = first ? first.additional : ({ kind: 'any' } as const);
  return { properties, ...omitUndefined({ additional, ...countsOf(shapes) }) };
}

function sameAdditional(one: TypePlan | undefined, other: TypePlan | undefined): boolean {
  return one && other ? sameType(one, other) : one === other;
}

/** Whether a part declares all properties, so that its additional members concern none of them. */
function hasAll(shape: ReadShape, properties: readonly PropertyPlan[]): boolean {
  return properties.every(({ name }) => shape.properties.some((own) => own.name === name));
}

function countsOf(shapes: readonly ReadShape[]): MemberCounts {
  const least = shapes.flatMap(({ minProperties }) => minProperties ?? []);
  const most = shapes.flatMap(({ maxProperties }) => maxProperties ?? []);
  return omitUndefined({
    minProperties: least.length > 0 ? Math.max(...least) : undefined,
    maxProperties: most.length > 0 ? Math.min(...most) : undefined,
  });
}

/** A member must be there, whatever the schema says of it. */
export function withRequired(shape: ReadShape, required: readonly SourceNode[], report: Report): ReadShape {
  const byName = new Map(shape.properties.map((property) => [property.name, property]));
  for (const node of required) {
    const name = String(node.value);
    const property = byName.get(name);
    const type = property?.type ?? shape.additional;
    if (type) byName.set(name, { name, type, ...property, required: true });
    else
      report(
        node.diagnose('E-SHAPE', `${quote(name)} required of an object that cannot have it`, 'a property'),
      );
  }
  return { ...shape, properties: [...byName.values()] };
}

function mergeProperties(
  properties: readonly PropertyPlan[],
  node: SourceNode,
  report: Report,
): PropertyPlan[] | undefined {
  const byName = new Map<string, PropertyPlan>();
  let isHeld = true;
  for (const property of properties) {
    const known = byName.get(property.name);
    const type = known ? bothTypes(known.type, property.type) : property.type;
    if (!type) {
      const found = `${quote(property.name)} in several parts of allOf`;
      const accepted = 'the property in one part, or declared alike in all parts';
      report(node.diagnose('E-UNSUPPORTED', found, accepted));
      isHeld = false;
    }
    byName.set(property.name, merged(known, { ...property, type: type ?? property.type }));
  }
  return isHeld ? [...byName.values()] : undefined;
}

function merged(known: PropertyPlan | undefined, property: PropertyPlan): PropertyPlan {
  const { extensions = {}, ...own } = property;
  if (!known) return property;
  const all = { ...known.extensions, ...extensions };
  const required = known.required || property.required;
  return { ...known, ...own, required, ...(Object.keys(all).length > 0 ? { extensions: all } : {}) };
}
