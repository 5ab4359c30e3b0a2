/** Rules for a value that is of exactly one of several types. In addition to `modelRules`, after which they stand. */

import { nearSpelling } from '../../../shared/json/near-spelling.ts';
import { describeType, modelRules, suggest } from './model-rules.ts';
import {
  type AlternativeSchema,
  listValues,
  type Rule,
  type Rules,
  type SchemaError,
} from './schema-issues.ts';

/** A type may have several names. */
const discriminator: Rule = {
  code: 'not_allowed',
  ...modelRules['discriminator'],
  message: ({ params, parentSchema }) => {
    const tags = (parentSchema?.oneOf ?? []).flatMap((each) => tagsOf(each, String(params.tag)));
    return `must be one of ${listValues(tags)}${suggest(nearSpelling(String(params.tagValue), tags))}`;
  },
};

function tagsOf({ properties }: AlternativeSchema, property: string): string[] {
  const tag = properties?.[property];
  const values = Array.isArray(tag?.enum) ? tag.enum : [tag?.const];
  return values.filter((value) => typeof value === 'string');
}

const oneOf: Rule = {
  code: 'no_match',
  message: (error) => {
    const fitting = fittingOf(error).map(describeType);
    const types = (error.parentSchema?.oneOf ?? []).map(describeType);
    return fitting.length === 0
      ? `must be ${types.join(', or ')}`
      : `must be only one of these: ${fitting.join(', ')}`;
  },
};

/** The alternatives that the value is of. ajv nests the numbers of more than two. */
function fittingOf({ params, parentSchema }: SchemaError): AlternativeSchema[] {
  const numbers = [params['passingSchemas']].flat(Number.POSITIVE_INFINITY);
  return (parentSchema?.oneOf ?? []).filter((_, index) => numbers.includes(index));
}

export const choiceRules: Rules = { discriminator, oneOf };
