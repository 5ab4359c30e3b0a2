/** Schemas that no check can finish, and those that no value satisfies. */

import type { Models, Schema } from '../../../shared/plan/schema.ts';
import { flat, typesIn } from '../../schema/flat.ts';
import { definitionsFor, referenceTo, targetOf } from '../../schema/models.ts';
import { partsBy } from '../../schema/walk.ts';
import { quote } from '../../source/source-node.ts';
import type { SchemaContext } from './schema-context.ts';

type Context = Pick<SchemaContext, 'schemas' | 'combined' | 'report'>;

/** Reports schemas whose check begins with the same check of the same value. */
export function reportEndless(byId: Models, { schemas, report }: Context): void {
  const definitions = definitionsFor([...byId.keys()].map(referenceTo), byId);
  const targetsOf = (reference: string): readonly string[] => {
    const { id, isObject } = targetOf({ $ref: reference }) ?? { id: '', isObject: false };
    return referencesBeside(definitions[isObject ? 'definitions' : '$defs'][id] ?? {});
  };
  for (const id of byId.keys()) {
    const { $ref } = referenceTo(id);
    const reached = new Set(targetsOf($ref));
    // The loop also visits references that it adds to the set.
    for (const each of reached) for (const next of targetsOf(each)) reached.add(next);
    const at = reached.has($ref) ? schemas.nodeOf(id) : undefined;
    if (at) report(at.diagnose('E-INHERITANCE', `${quote(id)} within itself`, 'a property between them'));
  }
}

const ofSameValue = new Set(['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else', 'dependentSchemas']);

/** The references to what also holds for the value itself. */
function referencesBeside(schema: Schema): string[] {
  const parts = partsBy(schema).filter(([keyword]) => ofSameValue.has(keyword));
  const { $ref } = schema;
  return [...($ref === undefined ? [] : [$ref]), ...parts.flatMap(([, part]) => referencesBeside(part))];
}

/** Reports parts whose types exclude each other, for a value or for one of its members. */
export function reportContradictions(byId: Models, { combined, report }: Context): void {
  const isImpossible = (schema: Schema) => typesIn(flat(schema, byId))?.length === 0;
  for (const { node, schema } of combined) {
    const { properties = {} } = flat(schema, byId);
    const member = Object.entries(properties).find(([, property]) => isImpossible(property))?.[0];
    if (member === undefined && !isImpossible(schema)) continue;
    const found =
      member === undefined
        ? 'parts of types that exclude each other'
        : `${quote(member)} in several parts of allOf`;
    const accepted = `${member === undefined ? '' : 'the property in one part, or '}parts that some value satisfies`;
    report((node.anyMember(['allOf', '$ref']) ?? node).diagnose('E-UNSUPPORTED', found, accepted));
  }
}
