/** The members of objects and models. */

import { omitUndefined } from '../../../shared/json/omit-undefined.ts';
import type { ObjectShape, PropertyPlan, TypePlan } from '../../../shared/plan/type-plan.ts';
import type { Report } from '../../source/diagnostic.ts';
import { checkMembers, type KnownMembers } from '../../source/misspelt-members.ts';
import {
  describe,
  diagnose,
  expectType,
  extensionsOf,
  flagMember,
  isObject,
  items,
  member,
  members,
  quote,
  type SourceNode,
} from '../../source/source-node.ts';
import { readDefault } from '../common/default-value.ts';
import { limitKeys } from '../common/limits.ts';
import { isSafeName } from '../common/names.ts';

const needed = [
  'type',
  'dataType',
  'format',
  'items',
  '$ref',
  'properties',
  'required',
  'additionalProperties',
  ...limitKeys,
];
export const propertyMembers: KnownMembers = {
  known: [...needed, 'description', 'defaultValue'],
  needed,
  synonyms: ['type', 'dataType', '$ref'],
};

/** Reads the type of a property, which may be an object with properties. */
type ReadPropertyType = (property: SourceNode) => TypePlan | undefined;

/**
 * The members of an object or a model. Both allow no others unless they declare it.
 *
 * @param onUnknown is called for a required name that is not one of the node's properties.
 */
export function readObjectShape(
  node: SourceNode,
  readPropertyType: ReadPropertyType,
  report: Report,
  onUnknown: (name: SourceNode) => void = (name) => reportRequired(name, report),
): ObjectShape {
  const required = readRequiredNames(node, onUnknown);
  const properties = member(node, 'properties');
  return {
    properties: properties ? readProperties(properties, required, readPropertyType, report) : [],
    ...omitUndefined({ additional: readAdditional(node, readPropertyType, report) }),
  };
}

function readAdditional(
  node: SourceNode,
  readPropertyType: ReadPropertyType,
  report: Report,
): TypePlan | undefined {
  const additional = member(node, 'additionalProperties');
  if (!additional || typeof additional.value === 'boolean' || !isObject(additional.value))
    return flagMember(node, 'additionalProperties', report) ? { kind: 'any' } : undefined;
  return members(additional).length === 0 ? { kind: 'any' } : readPropertyType(additional);
}

/** Swagger 1.2 lists the required properties at the model; 1.1 marks each one. */
function readRequiredNames(node: SourceNode, onUnknown: (name: SourceNode) => void): ReadonlySet<unknown> {
  const required = member(node, 'required');
  // A flag says whether the property that holds the object is required.
  if (!required || !Array.isArray(required.value)) return new Set();
  const declared = new Set(members(member(node, 'properties') ?? node).map(([name]) => name));
  for (const item of items(required)) {
    if (typeof item.value === 'string' && declared.has(item.value)) continue;
    onUnknown(item);
  }
  return new Set(items(required).map((item) => item.value));
}

export function reportRequired(name: SourceNode, report: Report): void {
  const accepted = 'the name of one of its properties';
  if (typeof name.value !== 'string')
    report(diagnose(name, 'E-SHAPE', quote(name.value), accepted, { path: name.path }));
  else report(diagnose(name, 'W-SHAPE', `${quote(name.value)}, which is ignored`, accepted));
}

/** A list of properties that names none, and nothing about others. */
export function isEmptyShape(node: SourceNode): boolean {
  const properties = member(node, 'properties');
  if (!properties || member(node, 'additionalProperties')) return false;
  // PHP writes an object without members as [].
  const { value } = properties;
  return Array.isArray(value) ? value.length === 0 : isObject(value) && members(properties).length === 0;
}

/** Closed, it would accept nothing but `{}`. */
export function reportEmptyShape(node: SourceNode, what: string, report: Report): void {
  const accepted = 'any members, which is assumed; or "additionalProperties": false for none';
  report(diagnose(node, 'W-SHAPE', `${what} without properties`, accepted));
}

function readProperties(
  node: SourceNode,
  required: ReadonlySet<unknown>,
  readPropertyType: ReadPropertyType,
  report: Report,
): PropertyPlan[] {
  if (!expectType(node, 'object', report)) return [];
  return members(node).flatMap(([name, declared]) => {
    if (!isSafeName(name, declared, report) || !expectType(declared, 'object', report)) return [];
    const property = checkMembers(declared, propertyMembers, report);
    const type = readPropertyType(property);
    const isRequired = required.has(name) || isMarkedRequired(property, report);
    if (!type) return [];
    const defaultValue = readDefault(member(property, 'defaultValue'), type, report);
    const isReadOnly = flagMember(property, 'x-read-only', report) || undefined;
    const described = {
      ...describe(property, report),
      ...omitUndefined({ isReadOnly }),
      ...extensionsOf(property),
    };
    return [{ name, type, required: isRequired, ...described, ...defaultValue }];
  });
}

/** Whether the flag `required` is set. Of an object, `required` may also be the list of its required properties. */
export function isMarkedRequired(holder: SourceNode, report: Report): boolean {
  return !Array.isArray(member(holder, 'required')?.value) && flagMember(holder, 'required', report);
}
