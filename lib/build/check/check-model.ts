/** Models: named object types. */

import type { ModelPlan, PropertyPlan } from '../../plan/type-plan.ts';
import type { Report } from '../problem.ts';
import { limitKeys } from './check-limits.ts';
import { readType, type TypeContext } from './check-type.ts';
import {
  describe,
  expectType,
  flagMember,
  items,
  type Located,
  member,
  members,
  problemAt,
  quote,
  warnOfMisspelling,
} from './located.ts';

const modelKeys = ['id', 'description', 'properties', 'required', 'additionalProperties'];
const propertyKeys = ['type', 'format', 'items', '$ref', 'description', 'required', ...limitKeys];

export function readModel(key: string, node: Located, context: TypeContext): ModelPlan | undefined {
  const { report } = context;
  if (!expectType(node, 'object', report)) return undefined;
  warnOfMisspelling(node, modelKeys, report);
  warnOfOtherId(key, node, report);
  const requiredNames = readRequiredNames(node, report);
  const propertiesNode = member(node, 'properties');
  const properties = propertiesNode ? readProperties(propertiesNode, requiredNames, context) : [];
  return {
    id: key,
    ...describe(node, report),
    properties,
    isOpen: flagMember(node, 'additionalProperties', report),
  };
}

function warnOfOtherId(key: string, node: Located, report: Report): void {
  const id = member(node, 'id');
  if (id && id.value !== key)
    report(problemAt(id, 'W-MODEL-ID', quote(id.value), `its key ${quote(key)}; both may be referred to`));
}

/** Swagger 1.2 lists the required properties at the model; 1.1 marks each one. */
function readRequiredNames(node: Located, report: Report): ReadonlySet<unknown> {
  const required = member(node, 'required');
  if (!required || !expectType(required, 'array', report)) return new Set();
  const declared = new Set(members(member(node, 'properties') ?? node).map(([name]) => name));
  for (const item of items(required)) {
    if (typeof item.value === 'string' && declared.has(item.value)) continue;
    report(problemAt(item, 'E-SHAPE', quote(item.value), 'the name of a property of this model'));
  }
  return new Set(items(required).map((item) => item.value));
}

function readProperties(node: Located, required: ReadonlySet<unknown>, context: TypeContext): PropertyPlan[] {
  if (!expectType(node, 'object', context.report)) return [];
  return members(node).flatMap(([name, property]) => {
    if (!expectType(property, 'object', context.report)) return [];
    warnOfMisspelling(property, propertyKeys, context.report);
    const type = readPropertyType(property, context);
    const isRequired = required.has(name) || member(property, 'required')?.value === true;
    return type ? [{ name, ...describe(property, context.report), type, required: isRequired }] : [];
  });
}

function readPropertyType(property: Located, context: TypeContext): PropertyPlan['type'] | undefined {
  if (!member(property, '$ref') && !member(property, 'type') && !member(property, 'dataType')) {
    context.report(problemAt(property, 'E-TYPE', 'a property without a type', 'a member "type" or "$ref"'));
    return undefined;
  }
  const type = readType(property, context);
  if (type?.kind !== 'void') return type;
  context.report(
    problemAt(property, 'E-TYPE', 'a property of type void', 'void as the result of an operation only'),
  );
  return undefined;
}
