/** Schemas that no check can finish, and those that no value satisfies. */

import { maxJsonDepth } from '../../../shared/json/max-json-depth.ts';
import { ownMember } from '../../../shared/json/own-member.ts';
import type { Models, Schema } from '../../../shared/plan/schema.ts';
import { flat, typesIn } from '../../schema/flat.ts';
import { definitionsFor } from '../../schema/models.ts';
import { modelReference, partsBy, referenceTo, subjects } from '../../schema/walk.ts';
import { quote, type SourceNode } from '../../source/source-node.ts';
import { reportRefused } from './refused-members.ts';
import type { Schemas } from './schema-context.ts';

/**
 * Reports schemas whose check begins with the same check of the same value.
 *
 * @returns whether there is one: no value can be checked then.
 */
export function reportEndless(byId: Models, schemas: Schemas): boolean {
  const definitions = definitionsFor([...byId.keys()].map(referenceTo), byId);
  const targetsOf = (reference: string): readonly string[] => {
    const { id, isObject } = modelReference({ $ref: reference }) ?? { id: '', isObject: false };
    return referencesBeside(definitions[isObject ? 'definitions' : '$defs'][id] ?? {});
  };
  let isEndless = false;
  for (const id of byId.keys()) {
    const steps = stepsOf(referenceTo(id).$ref, targetsOf);
    if (steps < maxJsonDepth) continue;
    isEndless = true;
    const found = steps === Infinity ? `${quote(id)} within itself` : `${steps} references within each other`;
    schemas.nodeOf(id)?.report('E-INHERITANCE', found, 'an object with properties between them');
    // The same for each schema of a chain.
    if (steps < Infinity) break;
  }
  return isEndless;
}

/** How many references of the same value lead from one to the next, at most; infinite if they lead back. */
function stepsOf(reference: string, targetsOf: (reference: string) => readonly string[]): number {
  const reached = new Set<string>();
  let last = [reference];
  for (let steps = 0; steps <= maxJsonDepth; steps++) {
    last = [...new Set(last.flatMap(targetsOf))].filter((each) => !reached.has(each));
    if (last.includes(reference)) return Infinity;
    if (last.length === 0) return steps;
    for (const each of last) reached.add(each);
  }
  return maxJsonDepth;
}

/** The references to schemas against which the value itself is checked, too. */
function referencesBeside(schema: Schema): string[] {
  const isOfValue = (keyword: string) =>
    ownMember(subjects, keyword) === 'value' || keyword === 'not' || keyword === 'if';
  const parts = partsBy(schema).filter(([keyword]) => isOfValue(keyword));
  const { $ref } = schema;
  return [...($ref === undefined ? [] : [$ref]), ...parts.flatMap(([, part]) => referencesBeside(part))];
}

/** Reports parts of a schema that exclude each other, for a value or for one of its members. */
export function reportContradiction(node: SourceNode, schema: Schema, byId: Models): void {
  const isImpossible = (part: Schema): boolean => {
    const { type, anyOf = [], oneOf = anyOf } = flat(part, byId);
    if (type === undefined) return false;
    const isExcluded = (each: Schema) => typesIn(flat({ allOf: [{ type }, each] }, byId))?.length === 0;
    return [type].flat().length === 0 || (oneOf.length > 0 && oneOf.every(isExcluded));
  };
  const { properties = {} } = flat(schema, byId);
  const member = Object.entries(properties).find(([, property]) => isImpossible(property))?.[0];
  if (member === undefined && !isImpossible(schema)) {
    reportRefused(node, schema, byId, isImpossible);
    return;
  }
  const [found, instead] =
    member === undefined
      ? ['parts of types that exclude each other', '']
      : [`${quote(member)} in several parts of allOf`, 'the property in one part, or '];
  const at = node.at('allOf', '$ref', 'anyOf', 'oneOf');
  at.report('E-UNSUPPORTED', found, `${instead}parts that some value satisfies`);
}
