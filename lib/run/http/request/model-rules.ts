/** Rules for what is JSON, models and unions: of bodies, and of few parameters. */

import { formatDescriptions } from '../../../shared/json/formats.ts';
import { nearSpelling } from '../../../shared/json/near-spelling.ts';
import {
  type AlternativeSchema,
  countRule,
  listValues,
  type Rules,
  type SchemaError,
} from './schema-issues.ts';

export const modelRules: Rules = {
  type: { code: 'type', message: ({ params }) => `must be ${describeTypes(params.type)}` },
  format: { code: 'format', message: ({ params }) => `must be ${describeFormat(params.format)}` },
  required: {
    code: 'required',
    message: () => 'is required',
    member: ({ params }) => params.missingProperty,
  },
  additionalProperties: {
    code: 'unknown_member',
    message: ({ params, parentSchema }) => {
      const properties = Object.entries(parentSchema?.properties ?? {});
      const members = properties.flatMap(([name, schema]) => (schema === false ? [] : [name]));
      const meant = nearSpelling(String(params.additionalProperty), members);
      return `unknown member; expected ${members.join(', ')}${suggest(meant)}`;
    },
    member: ({ params }) => params.additionalProperty,
  },
  unevaluatedProperties: {
    code: 'unknown_member',
    message: () => 'unknown member',
    member: ({ params }) => params['unevaluatedProperty'],
  },
  propertyNames: {
    code: 'unknown_member',
    message: () => 'must have another name',
    member: ({ params }) => params['propertyName'],
  },
  dependentRequired: {
    code: 'required',
    message: ({ params }) => `is required beside ${params['property']}`,
    member: ({ params }) => params['missingProperty'],
  },
  contains: {
    code: 'no_match',
    message: ({ params: { minContains, maxContains } }) =>
      `must have ${maxContains === undefined ? `at least ${minContains}` : `${minContains} to ${maxContains}`} of the described items`,
  },
  not: {
    code: 'no_match',
    message: ({ parentSchema }) =>
      parentSchema?.not === true ? 'is not allowed here' : 'must be another value',
  },
  unevaluatedItems: {
    code: 'max_items',
    message: ({ params }) => `must have at most ${params['len']} items`,
  },
  // The schema is false for a property that requests must not have.
  'false schema': { code: 'read_only', message: () => 'is read-only: leave it out' },
  enum: {
    code: 'not_allowed',
    message: ({ params, data }) => {
      const allowed = Array.isArray(params.allowedValues) ? params.allowedValues.map(String) : [];
      const meant = typeof data === 'string' ? nearSpelling(data, allowed) : undefined;
      return `must be one of ${listValues(params.allowedValues)}${suggest(meant)}`;
    },
  },
  discriminator: {
    code: 'not_allowed',
    message: ({ params, parentSchema }) => {
      const tags = (parentSchema?.oneOf ?? []).flatMap((each) => tagsOf(each, String(params.tag)));
      return `must be one of ${listValues(tags)}${suggest(nearSpelling(String(params.tagValue), tags))}`;
    },
    member: ({ params }) => params.tag,
    // An absent one is already reported as a required member.
    isSaid: ({ params }) => params.tagValue === undefined,
  },
  const: { code: 'not_allowed', message: ({ params }) => `must be ${JSON.stringify(params.allowedValue)}` },
  anyOf: {
    code: 'no_match',
    message: ({ parentSchema }) => `must be ${(parentSchema?.anyOf ?? []).map(describeType).join(', or ')}`,
  },
  oneOf: {
    code: 'no_match',
    message: (error) => {
      const fitting = fittingOf(error).map(describeType);
      const types = (error.parentSchema?.oneOf ?? []).map(describeType);
      return fitting.length === 0
        ? `must be ${types.join(', or ')}`
        : `must be only one of these: ${fitting.join(', ')}`;
    },
  },
  minProperties: countRule('min_members', 'at least', 'member'),
  maxProperties: countRule('max_members', 'at most', 'member'),
};

/** A type may have several names. */
function tagsOf({ properties }: AlternativeSchema, property: string): string[] {
  const tag = properties?.[property];
  const values = Array.isArray(tag?.enum) ? tag.enum : [tag?.const];
  return values.filter((value) => typeof value === 'string');
}

/** The alternatives that the value is of. ajv nests the numbers of more than two. */
function fittingOf({ params, parentSchema }: SchemaError): AlternativeSchema[] {
  const numbers = [params['passingSchemas']].flat(Number.POSITIVE_INFINITY);
  return (parentSchema?.oneOf ?? []).filter((_, index) => numbers.includes(index));
}

/** One type, or several. */
function describeTypes(type: unknown): string {
  const names = [type].flat().map(String);
  return names.map((name) => (name === 'null' ? name : withArticle(name))).join(', or ');
}

function withArticle(type: string): string {
  return `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`;
}

function describeFormat(format: unknown): string {
  const descriptions: Readonly<Record<string, string>> = formatDescriptions;
  return descriptions[String(format)] ?? String(format);
}

function describeType({ type, $ref, required }: AlternativeSchema): string {
  if (type !== undefined) return `${describeTypes(type)}${required ? ` with ${required.join(' and ')}` : ''}`;
  const name = decodeURIComponent($ref?.split('/').at(-1) ?? '')
    .replaceAll('~1', '/')
    .replaceAll('~0', '~');
  return name === '' ? 'anything' : `a ${name}`;
}

function suggest(meant: string | undefined): string {
  return meant === undefined ? '' : ` (did you mean ${meant}?)`;
}
