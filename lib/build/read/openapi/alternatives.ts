/** oneOf and anyOf -> a union. */

import type { ObjectShape, TypePlan, UnionDiscriminator } from '../../../shared/plan/type-plan.ts';
import { partsOf } from '../../schema/models.ts';
import type { Report } from '../../source/diagnostic.ts';
import { quote, type SourceNode } from '../../source/source-node.ts';
import { sameType, unionOf } from './combine-types.ts';
import { mappedTo, nameIn, schemasPlace } from './references.ts';
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
  const keyword = String(alternatives.path.at(-1));
  if (!alternatives.expect('array', report)) return undefined;
  const nodes = alternatives.items();
  if (nodes.length === 0) {
    report(alternatives.diagnose('E-SHAPE', `no alternatives in ${keyword}`, 'at least one'));
    return undefined;
  }
  const isTried = keyword === 'oneOf' && !node.member('discriminator');
  // Before they are read: comparing so many with each other takes long.
  if (isTried && isExcessive(nodes.length, alternatives, report)) return undefined;
  const types = nodes.map(read);
  const known = types.filter((type) => type !== undefined);
  if (known.length < types.length) return undefined;
  const discriminator = node.member('discriminator');
  const tagged = discriminator && readTagged(discriminator, { nodes, types: known }, context);
  if (tagged) return tagged;
  const isExclusive = keyword === 'oneOf' && areDifferent(known, alternatives, report);
  if (isExclusive) context.exclusive.push({ node: alternatives, types: known });
  const union = unionOf(known, { isExclusive });
  return isExcessive(nestedAlternatives(union), alternatives, report) ? undefined : union;
}

/** The validator tries each alternative within the code for the one before: 1,500 overflow the stack of Node.js. */
const maxAlternatives = 1_000;

function isExcessive(count: number, alternatives: SourceNode, report: Report): boolean {
  if (count <= maxAlternatives) return false;
  const accepted = `at most ${maxAlternatives}, alternatives within alternatives included; "anyOf", "enum" or a discriminator`;
  report(alternatives.diagnose('E-TOO-LARGE', `"oneOf" of ${count} alternatives`, accepted));
  return true;
}

const nested = new WeakMap<TypePlan, number>();

/** The alternatives of exclusive unions within each other. Models have validators of their own. */
function nestedAlternatives(type: TypePlan): number {
  const known = nested.get(type);
  if (known !== undefined) return known;
  const own = type.kind === 'union' && type.isExclusive ? type.of.length : 0;
  const count = partsOf(type).reduce((most, part) => Math.max(most, own + nestedAlternatives(part)), own);
  nested.set(type, count);
  return count;
}

/** No value is of exactly one of two equal types, which nobody means. */
function areDifferent(types: readonly TypePlan[], alternatives: SourceNode, report: Report): boolean {
  const isRepeated = types.some((type, index) =>
    types.slice(0, index).some((other) => sameType(other, type)),
  );
  if (!isRepeated) return true;
  const accepted = 'alternatives that differ, or "anyOf", which is assumed';
  report(alternatives.diagnose('W-UNSUPPORTED', '"oneOf" of equal alternatives', accepted));
  return false;
}

/** Objects with a member that names their type, and null. @returns undefined for others, which is reported. */
function readTagged(
  discriminator: SourceNode,
  { nodes, types }: { readonly nodes: readonly SourceNode[]; readonly types: readonly TypePlan[] },
  { report }: SchemaContext,
): TypePlan | undefined {
  const property = discriminator.member('propertyName')?.value;
  const named = nodes.flatMap((node, index) => {
    const type = types[index];
    return type && type.kind !== 'null' ? [{ type, reference: node.member('$ref') }] : [];
  });
  const names = named.map(({ reference }) => nameIn(String(reference?.value), schemasPlace));
  const tags = tagsOf(names, mappedTo(discriminator));
  const isNamed = new Set(tags.flat()).size === tags.flat().length && tags.every(({ length }) => length > 0);
  const isHeld = isNamed && named.length > 1 && named.every(({ type }) => type.kind === 'model');
  if (typeof property !== 'string' || !isHeld) {
    const accepted = 'references to different objects; the discriminator is ignored';
    report(discriminator.diagnose('W-UNSUPPORTED', 'a discriminator of other alternatives', accepted));
    return undefined;
  }
  warnOfOthers(discriminator, names, report);
  const union: TypePlan = {
    kind: 'union',
    of: named.map(({ type }) => type),
    discriminator: { property, tags },
  };
  return named.length === nodes.length ? union : { kind: 'union', of: [union, { kind: 'null' }] };
}

/** OpenAPI 3.1 section 4.8.25: a schema that the mapping does not name is named by its own name. */
function tagsOf(
  names: readonly string[],
  mapped: readonly (readonly [value: string, schema: string])[],
): UnionDiscriminator['tags'] {
  return names.map((name) => {
    const tags = mapped.filter(([, each]) => each === name).map(([value]) => value);
    const isTaken = mapped.some(([value]) => value === name);
    return tags.length > 0 || isTaken ? tags : [name];
  });
}

function warnOfOthers(discriminator: SourceNode, names: readonly string[], report: Report): void {
  for (const [value, name] of mappedTo(discriminator)) {
    if (names.includes(name)) continue;
    const at = discriminator.member('mapping') ?? discriminator;
    const accepted = `a mapping to ${names.map(quote).join(', ')}; this one is ignored`;
    report(at.diagnose('W-UNSUPPORTED', `${quote(value)} of ${quote(name)}`, accepted));
  }
}

/** The alternatives of an exclusive union, which are compared when all models are read. */
export interface ExclusiveTypes {
  readonly node: SourceNode;
  readonly types: readonly TypePlan[];
}

/** Hardly any value fits exactly one of several overlapping objects, which few people mean. */
export function warnOfOverlaps(
  unions: readonly ExclusiveTypes[],
  shapeOf: (type: TypePlan) => ObjectShape | undefined,
  report: Report,
): void {
  for (const { node, types } of unions) {
    const shapes = types.filter((type) => !isCounted(type)).flatMap((type) => shapeOf(type) ?? []);
    const isOverlapping = shapes.some((one) => shapes.some((other) => other !== one && fits(one, other)));
    if (!isOverlapping) continue;
    const found = '"oneOf" of objects that overlap: valid values are refused';
    const accepted = '"anyOf", a discriminator, required members, or "additionalProperties": false';
    report(node.diagnose('W-UNSUPPORTED', found, accepted));
  }
}

function isCounted(counts: object): boolean {
  return 'minProperties' in counts || 'maxProperties' in counts || 'checks' in counts;
}

/** Whether each object with the members of `one` alone is one of `other`, too. */
function fits(one: ObjectShape, other: ObjectShape): boolean {
  if (other.additional?.kind !== 'any' || isCounted(other)) return false;
  return other.properties.every(({ name, type, required }) => {
    const own = one.properties.find((property) => property.name === name);
    if (!own) return !required;
    return (own.required || !required) && (type.kind === 'any' || sameType(own.type, type));
  });
}
