/** Errors of the compiled validators -> issues. */

import { formatDescriptions } from '../../json/formats.ts';
import type { RuntimeOperation } from '../../plan/operation-plan.ts';
import type { Issue, IssueCode } from './issue.ts';

/** The members of an ajv error that are used here. */
export interface SchemaError {
  readonly keyword: string;
  /** RFC 6901: `/input/<parameter>…` or `/body…`. */
  readonly instancePath: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** The value. */
  readonly data?: unknown;
  readonly parentSchema?: {
    readonly properties?: Readonly<Record<string, unknown>>;
    readonly anyOf?: readonly AlternativeSchema[];
    readonly oneOf?: readonly AlternativeSchema[];
  };
}

export function isSchemaErrors(data: unknown): data is readonly SchemaError[] {
  return Array.isArray(data) && data.every(isSchemaError);
}

function isSchemaError(error: unknown): error is SchemaError {
  if (typeof error !== 'object' || error === null) return false;
  return 'keyword' in error && 'instancePath' in error && 'params' in error;
}

export interface AlternativeSchema {
  readonly type?: string;
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, { readonly const?: unknown }>>;
}

export interface Rule {
  readonly code: IssueCode;
  readonly message: (error: SchemaError) => string;
  /** The member that the error is about, where ajv reports the object that contains it. */
  readonly member?: (error: SchemaError) => unknown;
}

/** By the keyword of JSON Schema. */
export type Rules = Readonly<Record<string, Rule>>;

const valueRules: Rules = {
  type: { code: 'type', message: ({ params }) => `must be ${withArticle(String(params.type))}` },
  enum: {
    code: 'not_allowed',
    message: ({ params }) => `must be one of ${listValues(params.allowedValues)}`,
  },
  minimum: { code: 'minimum', message: ({ params }) => `must be at least ${params.limit}` },
  maximum: { code: 'maximum', message: ({ params }) => `must be at most ${params.limit}` },
  minLength: {
    code: 'min_length',
    message: ({ params }) => `must have at least ${count(params.limit, 'character')}`,
  },
  maxLength: {
    code: 'max_length',
    message: ({ params }) => `must have at most ${count(params.limit, 'character')}`,
  },
  minItems: {
    code: 'min_items',
    message: ({ params }) => `must have at least ${count(params.limit, 'item')}`,
  },
  maxItems: {
    code: 'max_items',
    message: ({ params }) => `must have at most ${count(params.limit, 'item')}`,
  },
  uniqueItems: {
    code: 'duplicate',
    message: ({ params }) => `must not repeat a value: items ${params.j} and ${params.i} are equal`,
  },
  pattern: { code: 'pattern', message: ({ params }) => `must match ${params.pattern}` },
  format: { code: 'format', message: ({ params }) => `must be ${describeFormat(params.format)}` },
};

/** The issue of an absent body: a schema only checks bodies that exist. */
export function bodyIssues({ body: declared }: RuntimeOperation, body: unknown): Issue[] {
  if (body !== undefined || !declared?.required) return [];
  return [{ in: 'body', pointer: '', code: 'required', message: 'is required' }];
}

/** Errors of keywords without a rule are structural (`if` around items); another error reports the cause. */
export function issuesFromSchema(
  operation: RuntimeOperation,
  errors: readonly SchemaError[],
  modelRules: Rules = {},
): Issue[] {
  const rules = { ...valueRules, ...modelRules };
  return withoutAlternatives(withoutAbsentTags(errors)).flatMap((error) => {
    const rule = Object.hasOwn(rules, error.keyword) ? rules[error.keyword] : undefined;
    return rule
      ? [{ ...placeOf(operation, error, rule), code: rule.code, message: rule.message(error) }]
      : [];
  });
}

/** An absent discriminator is already reported as a required member. */
function withoutAbsentTags(errors: readonly SchemaError[]): readonly SchemaError[] {
  return errors.filter(({ keyword, params }) => keyword !== 'discriminator' || params.tagValue !== undefined);
}

/** For a value that fits no type of a union, drops the errors of the single types. */
function withoutAlternatives(errors: readonly SchemaError[]): readonly SchemaError[] {
  const unions = errors.filter(({ keyword }) => keyword === 'anyOf').map(({ instancePath }) => instancePath);
  const isWithin = (path: string, union: string) => path === union || path.startsWith(`${union}/`);
  return errors.filter(
    ({ keyword, instancePath }) =>
      keyword === 'anyOf' || !unions.some((union) => isWithin(instancePath, union)),
  );
}

function placeOf(
  operation: RuntimeOperation,
  error: SchemaError,
  rule: Rule,
): Pick<Issue, 'in' | 'name' | 'pointer'> {
  const member = rule.member ? `/${escapePointer(String(rule.member(error)))}` : '';
  const [, root, ...rest] = `${error.instancePath}${member}`.split('/');
  const fields = operation.body?.fields;
  if (root === 'body' && !fields) return { in: 'body', pointer: toPointer(rest) };
  const [parameterPart = '', ...within] = rest;
  const name = parameterPart.replaceAll('~1', '/').replaceAll('~0', '~');
  const declared = root === 'body' ? fields : operation.parameters;
  const place = declared?.find((parameter) => parameter.name === name)?.place ?? 'query';
  return within.length > 0 ? { in: place, name, pointer: toPointer(within) } : { in: place, name };
}

function toPointer(escapedParts: readonly string[]): string {
  return escapedParts.map((part) => `/${part}`).join('');
}

function escapePointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

export function withArticle(type: string): string {
  return `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`;
}

function count(limit: unknown, noun: string): string {
  return limit === 1 ? `1 ${noun}` : `${limit} ${noun}s`;
}

function describeFormat(format: unknown): string {
  const descriptions: Readonly<Record<string, string>> = formatDescriptions;
  return descriptions[String(format)] ?? String(format);
}

export function listValues(values: unknown): string {
  return Array.isArray(values) ? values.map((value) => JSON.stringify(value)).join(', ') : '';
}
