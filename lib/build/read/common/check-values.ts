/** Examples and defaults, checked against their schemas when all models are read. */

import { omitUndefined } from '../../../shared/json/omit-undefined.ts';
import type { Models, Schema } from '../../../shared/plan/schema.ts';
import { compileSchema } from '../../schema/compile-schema.ts';
import { definitionsWith, toJsonSchema } from '../../schema/json-schema.ts';
import { modelsNamedIn } from '../../schema/references.ts';
import { mapSchema, mapValues } from '../../schema/walk.ts';
import { quote, type SourceNode } from '../../source/source-node.ts';
import type { ModelDefault } from './default-value.ts';

/** A value of a model, of a request or of a result: a request need not have what the service sets, nor a result what only requests have. */
export type ValueUse = 'model' | 'request' | 'result';

export interface ClaimedValue {
  readonly value: unknown;
  readonly node: SourceNode;
  readonly schema: Schema;
  readonly use: ValueUse;
}

/** A default of a parameter or a property is a value of a request: it need not have what the service sets. */
export function checkDefaults(defaults: readonly ModelDefault[], models: Models): void {
  const claims = defaults.map((each): ClaimedValue => ({ ...each, value: each.node.value, use: 'request' }));
  for (const [{ node }, keyword] of wrongClaims(claims, models)) {
    const found = `${quote(node.value)}, which does not satisfy ${quote(keyword)}`;
    node.report('E-DEFAULT', found, 'a value of its own schema, or no default');
  }
}

type WrongClaim<Wanted> = [claim: Wanted, keyword: string, pointer: string];

/** With the keyword that each wrong one violates, and where. */
export function wrongClaims<Wanted extends ClaimedValue>(
  claims: readonly Wanted[],
  models: Models,
): WrongClaim<Wanted>[] {
  return [...Map.groupBy(claims, ({ use }) => use)].flatMap(([use, those]) => wrongOf(those, models, use));
}

/** All at once: a schema takes longer to compile than to use. */
function wrongOf<Wanted extends ClaimedValue>(
  claims: readonly Wanted[],
  models: Models,
  use: ValueUse,
): WrongClaim<Wanted>[] {
  const used = (schema: Schema) => mapSchema(schema, (each) => asUsed(each, use));
  const byId = new Map([...models].map(([id, model]) => [id, { ...model, schema: used(model.schema) }]));
  const schemas = claims.map(({ schema }) => used(schema));
  // Without a model that is refused, nothing can be checked, and the build ends.
  const all = [...schemas, ...[...byId.values()].map(({ schema }) => schema)];
  if (!all.flatMap(modelsNamedIn).every((id) => byId.has(id))) return [];
  const isValid = compileSchema({
    type: 'array',
    prefixItems: schemas.map(toJsonSchema),
    ...definitionsWith(schemas, byId),
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

/** The schema of a request refuses what the service sets. */
function asUsed({ properties, required, ...others }: Schema, use: ValueUse): Schema {
  if (!properties) return { ...others, ...omitUndefined({ required }) };
  const isOptional = (name: string) => {
    const { readOnly, writeOnly } = properties[name] ?? {};
    return (use === 'request' && readOnly) || (use === 'result' && writeOnly);
  };
  return {
    ...others,
    properties: mapValues(properties, ({ readOnly: _, ...property }) => property),
    ...omitUndefined({ required: required?.filter((name) => !isOptional(name)) }),
  };
}
