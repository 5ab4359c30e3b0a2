/** oneOf and anyOf -> a union. */

import type { TypePlan } from '../../plan/type-plan.ts';
import { expectType, items, member, problemAt, type SourceNode } from '../source/source-node.ts';
import type { SchemaContext } from './schema-context.ts';

/** @param read of each alternative. */
export function readAlternatives(
  node: SourceNode,
  alternatives: SourceNode,
  {
    context,
    read,
  }: { readonly context: SchemaContext; readonly read: (node: SourceNode) => TypePlan | undefined },
): TypePlan | undefined {
  const { report } = context;
  for (const word of ['properties', 'allOf', 'items', 'enum', 'additionalProperties', 'required']) {
    const beside = member(node, word);
    if (!beside) continue;
    const found = `${word} beside ${String(alternatives.path.at(-1))}`;
    report(problemAt(beside, 'E-UNSUPPORTED', found, 'it in each of the alternatives'));
    return undefined;
  }
  if (!expectType(alternatives, 'array', report)) return undefined;
  warnOfWider(node, alternatives, context);
  const types = items(alternatives).map(read);
  return types.includes(undefined) ? undefined : unionOf(types.filter((type) => type !== undefined));
}

/** A value may be valid for several types of a union, and the members of an object do not choose one of them. */
function warnOfWider(node: SourceNode, alternatives: SourceNode, { report }: SchemaContext): void {
  const discriminator = member(node, 'discriminator');
  if (discriminator) {
    const accepted = 'an object that fits any of the alternatives is valid, which is assumed';
    report(problemAt(discriminator, 'W-UNSUPPORTED', 'a discriminator of alternatives', accepted));
  } else if (member(node, 'oneOf')) {
    const accepted = '"anyOf", which is assumed: a value that fits several alternatives is valid';
    report(problemAt(alternatives, 'W-UNSUPPORTED', '"oneOf"', accepted));
  }
}

export function unionOf(types: readonly TypePlan[]): TypePlan {
  const all = types.flatMap((type) => (type.kind === 'union' ? type.of : [type]));
  const flat = [...new Map(all.map((type) => [JSON.stringify(type), type])).values()];
  const [first, second] = flat;
  if (flat.some(({ kind }) => kind === 'any')) return { kind: 'any' };
  return first && !second ? first : { kind: 'union', of: flat };
}
