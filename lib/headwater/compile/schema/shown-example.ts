/** Examples of descriptors have the members of requests and of results. Documents show those that fit the place. */

import type { Models, Schema } from '../../shared/plan/schema.ts';
import { reachable } from '../../shared/reachable.ts';
import { flat } from './flat.ts';
import { modelsMeantBy } from './models.ts';
import { modelOf } from './walk.ts';

export interface ExampleUse {
  readonly models: Models;
  /** In a request, without the members that the service sets; in a result, without those that only requests have. */
  readonly isSent: boolean;
}

export function shownExample(value: unknown, schema: Schema, use: ExampleUse): unknown {
  return shownOf(value, [schema], use);
}

/** @param declared What the value may be of; anything if it is empty. */
function shownOf(value: unknown, declared: readonly Schema[], use: ExampleUse): unknown {
  if (typeof value !== 'object' || value === null || declared.length === 0) return value;
  const schemas = alternativesOf(declared, use.models);
  if (Array.isArray(value)) {
    const items = schemas.flatMap((each) => (each.items ? [each.items] : []));
    return value.map((item) => shownOf(item, items, use));
  }
  const others = schemas.flatMap((each) => (each.additionalProperties ? [each.additionalProperties] : []));
  const members = Object.entries(value).flatMap(([name, member]) => {
    const own = schemas.flatMap(({ properties = {} }) =>
      Object.entries(properties).flatMap(([each, property]) => (each === name ? [property] : [])),
    );
    if (own[0] && isLeftOut(own[0], use)) return [];
    return [[name, shownOf(member, own.length > 0 ? own : others, use)]];
  });
  return Object.fromEntries(members);
}

export function isLeftOut({ readOnly, writeOnly }: Schema, { isSent }: Pick<ExampleUse, 'isSent'>): boolean {
  return (isSent ? readOnly : writeOnly) === true;
}

/** The schemas, and all that a value of them may be of, each once. */
function alternativesOf(schemas: readonly Schema[], models: Models): Schema[] {
  const reached = reachable(schemas, (each) => {
    const { $ref, anyOf = [], oneOf = [], allOf = [] } = each;
    const meant = modelsMeantBy(each, models).map(({ schema }) => schema);
    return [
      ...(modelOf(each) === undefined ? [flat(each, models)] : meant),
      ...anyOf,
      ...oneOf,
      ...($ref === undefined ? allOf : []),
    ];
  });
  return [...reached];
}
