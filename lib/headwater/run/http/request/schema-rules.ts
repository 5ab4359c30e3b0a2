/** What is wrong with a value, by the keyword of JSON Schema that refuses it. */

import { choiceOf } from '../../../shared/choice-of.ts';
import { formatDescriptions } from '../../../shared/json/formats.ts';
import { nearSpelling } from '../../../shared/json/near-spelling.ts';
import { ownMember } from '../../../shared/json/own-member.ts';
import { unescapeStep } from '../../../shared/json/pointer.ts';
import type { IssueCode } from './issue.ts';

/** The members of an ajv error that are used here. */
export interface SchemaError {
  readonly keyword: string;
  /** RFC 6901: `/input/<parameter>…` or `/body…`. */
  readonly instancePath: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly data?: unknown;
  readonly parentSchema?: {
    readonly properties?: Readonly<Record<string, unknown>>;
    readonly anyOf?: readonly AlternativeSchema[];
    readonly oneOf?: readonly AlternativeSchema[];
    readonly not?: unknown;
    readonly propertyNames?: { readonly pattern?: string; readonly 'x-message'?: string };
    readonly 'x-message'?: string;
  };
}

export interface AlternativeSchema {
  readonly type?: string | readonly string[];
  readonly $ref?: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, { readonly const?: unknown; readonly enum?: unknown }>>;
}

export interface Rule {
  readonly code: IssueCode;
  readonly message: (error: SchemaError) => string;
  /** The member that the error is about, where ajv reports the object that contains it. */
  readonly member?: (error: SchemaError) => unknown;
  /** Whether another error says it already. */
  readonly isSaid?: (error: SchemaError) => boolean;
}

/** By keyword. */
export const rules: Readonly<Record<string, Rule>> = {
  minimum: { code: 'minimum', message: ({ params }) => `must be at least ${params.limit}` },
  maximum: { code: 'maximum', message: ({ params }) => `must be at most ${params.limit}` },
  minLength: countRule('min_length', 'at least', 'character'),
  maxLength: countRule('max_length', 'at most', 'character'),
  pattern: {
    code: 'pattern',
    message: ({ params, parentSchema }) => parentSchema?.['x-message'] ?? `must match ${params.pattern}`,
  },
  exclusiveMinimum: { code: 'minimum', message: ({ params }) => `must be greater than ${params.limit}` },
  exclusiveMaximum: { code: 'maximum', message: ({ params }) => `must be less than ${params.limit}` },
  multipleOf: { code: 'multiple_of', message: ({ params }) => `must be a multiple of ${params.multipleOf}` },
  minItems: countRule('min_items', 'at least', 'item'),
  maxItems: countRule('max_items', 'at most', 'item'),
  uniqueItems: {
    code: 'duplicate',
    message: ({ params }) => `must not repeat a value: items ${params.j} and ${params.i} are equal`,
  },
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
      return describeUnknown(params.additionalProperty, members);
    },
    member: ({ params }) => params.additionalProperty,
  },
  unevaluatedProperties: {
    code: 'unknown_member',
    message: ({ params: { members = [], unevaluatedProperty: name } }) =>
      describeUnknown(name, members as readonly string[]),
    member: ({ params }) => params['unevaluatedProperty'],
  },
  propertyNames: {
    code: 'unknown_member',
    message: ({ parentSchema }) => {
      const { pattern, 'x-message': message } = parentSchema?.propertyNames ?? {};
      const usual =
        pattern === undefined ? 'must have another name' : `must have a name that matches ${pattern}`;
      return message ?? usual;
    },
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
      return `must be ${choiceOfValues(params.allowedValues)}${suggest(meant)}`;
    },
  },
  discriminator: {
    code: 'not_allowed',
    message: ({ params, parentSchema }) => {
      const tags = (parentSchema?.oneOf ?? []).flatMap((each) => tagsOf(each, String(params.tag)));
      return `must be ${choiceOfValues(tags)}${suggest(nearSpelling(String(params.tagValue), tags))}`;
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
  const tag = ownMember(properties, property);
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
  const name = unescapeStep(decodeURIComponent($ref?.split('/').at(-1) ?? ''));
  return name === '' ? 'anything' : `a ${name}`;
}

/** A member that only another alternative declares is one of those that are expected. */
function describeUnknown(name: unknown, members: readonly string[]): string {
  if (members.includes(String(name))) return 'is not allowed here';
  return `unknown member; expected ${members.join(', ')}${suggest(nearSpelling(String(name), members))}`;
}

function suggest(meant: string | undefined): string {
  return meant === undefined ? '' : ` (did you mean ${meant}?)`;
}

export function countRule(code: IssueCode, bound: 'at least' | 'at most', noun: string): Rule {
  return {
    code,
    message: ({ params: { limit } }) => `must have ${bound} ${limit} ${limit === 1 ? noun : `${noun}s`}`,
  };
}

function choiceOfValues(values: unknown): string {
  return choiceOf(Array.isArray(values) ? values.map((value) => JSON.stringify(value)) : []);
}
