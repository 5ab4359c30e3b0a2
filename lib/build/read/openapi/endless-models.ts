import type { Models, Schema } from '../../../shared/plan/schema.ts';
import { definitionsFor, referenceTo, targetOf } from '../../schema/models.ts';
import { partsBy } from '../../schema/walk.ts';
import type { Report } from '../../source/diagnostic.ts';
import { quote, type SourceNode } from '../../source/source-node.ts';

/** Reports schemas whose check begins with the same check of the same value. @param place of the schemas. */
export function reportEndless(byId: Models, place: SourceNode | undefined, report: Report): void {
  const definitions = definitionsFor([...byId.keys()].map(referenceTo), byId);
  const targetsOf = (reference: string): readonly string[] => {
    const { id, isObject } = targetOf({ $ref: reference }) ?? { id: '', isObject: false };
    return referencesBeside(definitions[isObject ? 'definitions' : '$defs'][id] ?? {});
  };
  for (const id of byId.keys()) {
    const at = place?.member(id);
    const { $ref } = referenceTo(id);
    const reached = new Set(targetsOf($ref));
    // The loop also visits references that it adds to the set.
    for (const each of reached) for (const next of targetsOf(each)) reached.add(next);
    if (at && reached.has($ref))
      report(at.diagnose('E-INHERITANCE', `${quote(id)} within itself`, 'a property between them'));
  }
}

const ofSameValue = new Set(['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else', 'dependentSchemas']);

/** The references to what also holds for the value itself. */
function referencesBeside(schema: Schema): string[] {
  const parts = partsBy(schema).filter(([keyword]) => ofSameValue.has(keyword));
  const { $ref } = schema;
  return [...($ref === undefined ? [] : [$ref]), ...parts.flatMap(([, part]) => referencesBeside(part))];
}
