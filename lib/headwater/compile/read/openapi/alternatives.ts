/** oneOf and anyOf, with discriminators. */

import { equal } from '../../../shared/json/equal.ts';
import { ownMember } from '../../../shared/json/own-member.ts';
import type { Models, Schema } from '../../../shared/plan/schema.ts';
import { flat } from '../../schema/flat.ts';
import { referredSchema } from '../../schema/models.ts';
import { isAny, isOpen, modelOf, partsOf, withoutAnnotations } from '../../schema/walk.ts';
import { quote, type SourceNode } from '../../source/source-node.ts';
import { kindsOf, withMeantValues } from './allowed-values.ts';
import { without } from './keywords.ts';
import { heldValues, mappedTo, schemasPlace, unescaped } from './references.ts';
import type { SchemaContext } from './schema-context.ts';

/**
 * `{ oneOf }` or `{ anyOf }`, with a discriminator if there is one.
 *
 * @param read of each alternative.
 * @returns undefined if one is not supported, which is reported.
 */
export function readAlternatives(
  node: SourceNode,
  alternatives: SourceNode,
  context: SchemaContext,
  read: (node: SourceNode) => Schema | undefined,
): Schema | undefined {
  const keyword = alternatives.name;
  if (!alternatives.expect('array')) return undefined;
  const nodes = alternatives.items();
  if (nodes.length === 0)
    return alternatives.report('E-SHAPE', `no alternatives in ${keyword}`, 'at least one');
  const discriminator = node.member('discriminator');
  // Before they are read: comparing so many with each other takes long.
  if (!discriminator && isExcessive(nodes.length, alternatives)) return undefined;
  const schemas = nodes.map(read).filter((schema) => schema !== undefined);
  const [only] = schemas;
  if (schemas.length < nodes.length) return undefined;
  const tagged = discriminator && readTagged(discriminator, nodes, schemas, context);
  if (tagged) return tagged;
  if (only && schemas.length === 1) return only;
  const isExclusive =
    keyword === 'oneOf' && !areDisjoint(nodes, context) && areDifferent(nodes, alternatives, context);
  if (isExclusive) context.afterwards.push((models) => warnOfOverlap(alternatives, schemas, models));
  const union = isExclusive ? { oneOf: schemas } : { anyOf: schemas };
  return isExcessive(nested(union), alternatives) ? undefined : union;
}

/** Whether no value is of two alternatives, as their types say. */
function areDisjoint(nodes: readonly SourceNode[], { schemas }: SchemaContext): boolean {
  const kinds = nodes.flatMap((node) => {
    const own = kindsOf(withMeantValues(node));
    if (own.length > 0) return own;
    return schemas.isObject(schemas.idOf(node)) ? 'object' : [schemas.said('type', node)?.value].flat();
  });
  const names = kinds.map((kind) => (kind === 'integer' ? 'number' : kind));
  return !names.includes(undefined) && new Set(names).size === names.length;
}

/** The validator tries each alternative within the code for the one before: 1,500 overflow the stack of Node.js. */
const maxAlternatives = 1_000;

function isExcessive(count: number, alternatives: SourceNode): boolean {
  if (count <= maxAlternatives) return false;
  const accepted = `at most ${maxAlternatives}, alternatives within alternatives included; "enum" or a discriminator`;
  alternatives.report('E-TOO-LARGE', `${quote(alternatives.name)} of ${count} alternatives`, accepted);
  return true;
}

/** The alternatives within each other. Models have validators of their own. */
function nested(schema: Schema): number {
  const { anyOf = [], oneOf = anyOf } = schema;
  return partsOf(schema).reduce((most, part) => Math.max(most, nested(part)), 0) + oneOf.length;
}

/** No value is of exactly one of two equal schemas, which nobody means. */
function areDifferent(
  nodes: readonly SourceNode[],
  alternatives: SourceNode,
  { schemas }: SchemaContext,
): boolean {
  const said = nodes.map((node) => {
    const id = schemas.idOf(node);
    return JSON.stringify(schemas.isObject(id) ? id : without(schemas.nodeOf(id) ?? node, []).value);
  });
  if (new Set(said).size === said.length) return true;
  const accepted = 'alternatives that differ, or "anyOf", which is assumed';
  alternatives.report('W-UNSUPPORTED', '"oneOf" of equal alternatives', accepted);
  return false;
}

/** Models with a member that names them, and null. @returns undefined for others, which is reported. */
function readTagged(
  discriminator: SourceNode,
  nodes: readonly SourceNode[],
  schemas: readonly Schema[],
  context: SchemaContext,
): Schema | undefined {
  const propertyName = discriminator.member('propertyName')?.value;
  const mapped = mappedTo(discriminator);
  const named = nodes.flatMap((node, index) => {
    const schema = schemas[index] ?? {};
    if (schema.type === 'null') return [];
    const name = unescaped(String(node.member('$ref')?.value).slice(schemasPlace.length));
    const own = mapped.filter(([, each]) => each === name).map(([value]) => value);
    // OpenAPI 3.1 section 4.8.25: a schema that the mapping does not name is named by its own name.
    const tags = own.length > 0 || mapped.some(([value]) => value === name) ? own : [name];
    return [{ node, name, tags, $ref: modelOf(schema) === undefined ? undefined : schema.$ref }];
  });
  const all = named.flatMap(({ tags }) => tags);
  const isNamed = new Set(all).size === all.length && named.every(({ tags }) => tags.length > 0);
  const models = named.flatMap(({ $ref }) => ($ref === undefined ? [] : [{ $ref }]));
  const isHeld = isNamed && models.length > 1 && models.length === named.length;
  if (typeof propertyName !== 'string' || !isHeld) {
    const accepted = 'references to different objects; the discriminator is ignored';
    return discriminator.report('W-UNSUPPORTED', 'a discriminator of other alternatives', accepted);
  }
  const isPossible = named.every(({ node, tags }) => {
    const values = valuesOf(propertyName, node, context);
    return !values || tags.some((tag) => values.includes(tag));
  });
  if (!isPossible)
    return discriminator.report('W-UNSUPPORTED', 'a discriminator whose values name no schema', heldValues);
  const names = named.map(({ name }) => name);
  for (const [value, name] of mapped.filter(([, each]) => !names.includes(each))) {
    const accepted = `a mapping to ${names.map(quote).join(', ')}; this one is ignored`;
    discriminator.at('mapping').report('W-UNSUPPORTED', `${quote(value)} of ${quote(name)}`, accepted);
  }
  const mapping = named.flatMap(({ tags, $ref }) => tags.map((tag) => [tag, $ref]));
  const union = { oneOf: models, discriminator: { propertyName, mapping: Object.fromEntries(mapping) } };
  return models.length === nodes.length ? union : { anyOf: [union, { type: 'null' }] };
}

/** The values that an alternative itself accepts for the property; undefined if it accepts any. */
function valuesOf(name: string, node: SourceNode, { schemas }: SchemaContext): unknown[] | undefined {
  const property = schemas.said('properties', node)?.member(name);
  if (property)
    return schemas
      .said('enum', property)
      ?.items()
      .map(({ value }) => value);
  return schemas.said('additionalProperties', node)?.value === false ? [] : undefined;
}

/** Hardly any value fits exactly one of several overlapping objects, which few people mean. */
function warnOfOverlap(node: SourceNode, schemas: readonly Schema[], byId: Models): void {
  // The discriminator of a model above them tells them apart.
  const named = schemas.map((each) => (modelOf(each) === undefined ? each : referredSchema(each, byId)));
  const objects = named.map((each) => flat(each ?? {}, byId)).filter(isPlainObject);
  const isOverlapping = objects.some((one) => objects.some((other) => other !== one && fits(one, other)));
  if (!isOverlapping) return;
  const found = '"oneOf" of objects that overlap: valid values are refused';
  const accepted = '"anyOf", a discriminator, required members, or "additionalProperties": false';
  node.report('W-UNSUPPORTED', found, accepted);
}

const plain = new Set(['type', 'properties', 'required', 'additionalProperties']);

function isPlainObject(schema: Schema): boolean {
  const keywords = Object.keys(withoutAnnotations(schema));
  return keywords.includes('properties') && keywords.every((keyword) => plain.has(keyword));
}

/** Whether each object with the members of `one` alone is one of `other`, too. */
function fits(one: Schema, other: Schema): boolean {
  if (!isOpen(other)) return false;
  return Object.entries(other.properties ?? {}).every(([name, schema]) => {
    const isNeeded = other.required?.includes(name) ?? false;
    const own = ownMember(one.properties, name);
    if (!own) return !isNeeded;
    const isSame = isAny(schema) || equal(withoutAnnotations(own), withoutAnnotations(schema));
    return (one.required?.includes(name) || !isNeeded) && isSame;
  });
}
