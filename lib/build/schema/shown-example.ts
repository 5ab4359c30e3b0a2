/** Examples of descriptors have the members of requests and of results. Documents show those that fit the place. */

import type { Models, Schema } from '../../shared/plan/schema.ts';
import { reachable } from '../../shared/reachable.ts';
import { flat } from './flat.ts';
import { variantsOf } from './models.ts';
import { modelOf } from './references.ts';

export interface ExampleUse {
  readonly models: Models;
  /** In a request, without the members that the service sets; in a result, without those that only requests have. */
  readonly isSent: boolean;
}

export function shownExample(value: unknown, schema: Schema, use: ExampleUse): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const schemas = alternativesOf(schema, use.models);
  const shown = (part: unknown, parts: readonly Schema[]) =>
    parts.length === 0 ? part : shownExample(part, anyOf(parts), use);
  if (Array.isArray(value)) {
    const items = schemas.flatMap((each) => (each.items ? [each.items] : []));
    return value.map((item) => shown(item, items));
  }
  const others = schemas.flatMap((each) => (each.additionalProperties ? [each.additionalProperties] : []));
  const members = Object.entries(value).flatMap(([name, member]) => {
    const declared = schemas.flatMap(({ properties = {} }) =>
      Object.entries(properties).flatMap(([each, property]) => (each === name ? [property] : [])),
    );
    if (declared[0] && isLeftOut(declared[0], use)) return [];
    return [[name, shown(member, declared.length > 0 ? declared : others)]];
  });
  return Object.fromEntries(members);
}

export function isLeftOut({ readOnly, writeOnly }: Schema, { isSent }: Pick<ExampleUse, 'isSent'>): boolean {
  return (isSent ? readOnly : writeOnly) === true;
}

/** Each once: schemas within each other double at each level of a value otherwise. */
function anyOf(schemas: readonly Schema[]): Schema {
  const [only = {}, ...others] = new Set(schemas);
  return others.length === 0 ? only : { anyOf: [only, ...others] };
}

/** The schema, and all that a value of it may be of. */
function alternativesOf(schema: Schema, models: Models): Schema[] {
  const reached = reachable([schema], (each) => {
    const id = modelOf(each);
    const { $ref, anyOf = [], oneOf = [], allOf = [] } = each;
    const parts =
      id === undefined ? [flat(each, models)] : variantsOf(id, models).map((model) => model.schema);
    return [...parts, ...anyOf, ...oneOf, ...($ref === undefined ? allOf : [])];
  });
  return [...reached];
}
