/** Defaults and examples: they satisfy their own declaration. */

import { equal } from '../../../shared/json/equal.ts';
import type { Models, Schema } from '../../../shared/plan/schema.ts';
import { compileSchema } from '../../schema/compile-schema.ts';
import { alternativesOf } from '../../schema/flat.ts';
import { definitionsWith, toJsonSchema } from '../../schema/json-schema.ts';
import { isBytes, modelsNamedIn } from '../../schema/walk.ts';
import { quote, type SourceNode } from '../../source/source-node.ts';
import { describeType } from './describe-type.ts';

/**
 * A JSON value or its text as in Swagger 1.1. Undefined if there is none, or if it is refused, which is reported.
 *
 * @param claims takes defaults whose type names models. Without it, only empty lists of models are accepted.
 */
export function readDefault(node: SourceNode | undefined, schema: Schema, claims?: LateClaim[]): unknown {
  if (!node) return undefined;
  const named = modelsNamedIn(schema);
  const found = quote(node.value);
  if (named.length > 0 && claims) {
    const refuse = (keyword: string) => {
      const wrong = `${found}, which does not satisfy ${quote(keyword)}`;
      node.report('E-DEFAULT', wrong, 'a value of its own schema, or no default');
    };
    claims.push({ value: node.value, schema, use: 'default', refuse });
    return node.value;
  }
  if (named.length > 0 && !equal(node.value, [])) {
    const accepted = 'no default, or [] of a list: the handler decides what an absent model means';
    return refuseDefault(node, accepted);
  }
  const { type } = schema;
  if (node.value === '' && (typeof type === 'string' ? type !== 'string' : isBytes(schema)))
    return node.report('W-DEFAULT', found, 'no default, which is assumed');
  if (isBytes(schema.items ?? schema)) return refuseDefault(node, 'no default: a file has no text form');
  // An empty list has no item for which a model would need its members.
  const models = Object.fromEntries(named.map((id) => [id, { type: 'object' }]));
  const isValid = compileSchema({ ...toJsonSchema(schema, new Map()), $defs: models, definitions: models });
  const value = readingsOf(node.value, schema).find((candidate) => isValid(candidate));
  if (value !== undefined) return value;
  const meant = meantBy(node.value, schema);
  if (meant === undefined || !isValid(meant)) return refuseDefault(node, describeType(schema));
  node.report('W-DEFAULT', `${found} of type ${type}`, `${quote(meant)}, which is assumed`);
  return meant;
}

/** An error in Swagger 1.x, which people write. Generators write OpenAPI, and sometimes a default of another type. */
function refuseDefault(node: SourceNode, accepted: string): undefined {
  if (node.file.terms === undefined)
    return node.report('E-DEFAULT', quote(node.value), accepted, { path: node.path });
  return node.report('W-DEFAULT', `${quote(node.value)}, which is ignored`, accepted);
}

/** Accepts more than a client may send: an author may write `+1` or `.5`. */
const decimalPattern = /^\s*[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?\s*$/;

/** The possible values of the text of a default. For a union in the order of the cast: text last. */
function readingsOf(value: unknown, schema: Schema): unknown[] {
  const readings = alternativesOf(schema).map((each) => fromText(value, each));
  return readings.length === 1 ? readings : [...readings.filter((reading) => reading !== value), value];
}

/** A number without the quotes of a text, as one forgets them in YAML; 0 and 1, as some languages write truth values. */
function meantBy(value: unknown, { type }: Schema): unknown {
  if (type === 'string' && (typeof value === 'number' || typeof value === 'boolean')) return String(value);
  return type === 'boolean' && /^[01]$/.test(String(value)) ? String(value) === '1' : undefined;
}

function fromText(value: unknown, { type, items = {} }: Schema): unknown {
  if (typeof value !== 'string' || type === 'string') return value;
  if (type === 'array') return value.split(',').map((part) => fromText(part.trim(), items));
  if (type === 'boolean' && /^(?:true|false)$/i.test(value)) return value.toLowerCase() === 'true';
  return decimalPattern.test(value) ? Number(value) : value;
}

/**
 * A request need not have what the service sets, nor a result what only requests have. A default of a parameter or a property
 * is a value of a request.
 */
const marks = { model: 'none', request: 'readOnly', default: 'readOnly', result: 'writeOnly' } as const;

export interface ClaimedValue {
  readonly value: unknown;
  readonly schema: Schema;
  readonly use: keyof typeof marks;
}

/** A value that is checked when all models are read. */
export interface LateClaim extends ClaimedValue {
  /** Says that the value does not satisfy a keyword. */
  readonly refuse: (keyword: string) => void;
}

type WrongClaim<Wanted> = [claim: Wanted, keyword: string, pointer: string];

/** With the keyword that each wrong one violates, and where. */
export function wrongClaims<Wanted extends ClaimedValue>(
  claims: readonly Wanted[],
  models: Models,
): WrongClaim<Wanted>[] {
  let size = 0;
  const batches = Map.groupBy(claims, ({ schema, use }) => {
    size += JSON.stringify(schema).length;
    return `${use} ${Math.floor(size / maxBatch)}`;
  });
  return [...batches.values()].flatMap((some) => wrongOf(some, models));
}

/** In characters. The validator has variables for each part of a schema: megabytes of schemas exceed the stack of Node.js. */
const maxBatch = 250_000;

/** Many of one use at once: a schema takes longer to compile than to use. */
function wrongOf<Wanted extends ClaimedValue>(
  claims: readonly Wanted[],
  models: Models,
): WrongClaim<Wanted>[] {
  const schemas = claims.map(({ schema }) => schema);
  // Without a model that is refused, nothing can be checked, and the build ends.
  const all = [...schemas, ...[...models.values()].map(({ schema }) => schema)];
  if (!all.flatMap(modelsNamedIn).every((id) => models.has(id))) return [];
  const checks = { mark: marks[claims[0]?.use ?? 'model'], isLenient: true };
  const isValid = compileSchema({
    type: 'array',
    prefixItems: schemas.map((schema) => toJsonSchema(schema, models, checks)),
    ...definitionsWith(schemas, models, checks),
  });
  isValid(claims.map(({ value }) => value));
  // The first errors are found once: there may be as many as claims.
  const errors = (isValid.errors ?? []).toReversed();
  const firsts = new Map(errors.map((error) => [error.instancePath.split('/')[1], error]));
  return claims.flatMap((claim, index): WrongClaim<Wanted>[] => {
    const first = firsts.get(String(index));
    return first ? [[claim, first.keyword, first.instancePath.slice(`/${index}`.length)]] : [];
  });
}
