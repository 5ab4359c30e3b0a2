/** Examples of the descriptor, else one that is made. */

import { omitUndefined } from '../../../shared/json/omit-undefined.ts';
import type { ExamplePlan } from '../../../shared/plan/operation-plan.ts';
import type { Schema } from '../../../shared/plan/schema.ts';
import { exampleOf } from '../../schema/example.ts';
import type { JsonSchema } from '../../schema/json-schema.ts';
import { type ExampleUse, shownExample } from '../../schema/shown-example.ts';

/** The members of a media type, or none if no example can be made. */
export function exampleWords(
  schema: Schema,
  declared: readonly ExamplePlan[] | undefined,
  use: ExampleUse,
): JsonSchema {
  // A reader has taken out the wrong ones.
  if (declared?.length) return declaredWords(declared, (value) => shownExample(value, schema, use));
  const made = exampleOf(schema, use.models, use);
  return 'value' in made && made.value !== undefined ? { example: made.value } : {};
}

/** A single one that says no more than its value needs no name. */
export function declaredWords(
  declared: readonly ExamplePlan[] = [],
  shown: (value: unknown) => unknown = (value) => value,
): JsonSchema {
  const [first, second] = declared;
  if (!first) return {};
  const isPlain = !second && first.summary === undefined && first.description === undefined;
  if (isPlain) return { example: shown(first.value) };
  const named = declared.map(({ name, summary, description, value }) => {
    return [name, { ...omitUndefined({ summary, description }), value: shown(value) }] as const;
  });
  return { examples: Object.fromEntries(named) };
}
