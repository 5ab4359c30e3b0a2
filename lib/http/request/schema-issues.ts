/** Errors of the compiled validators -> issues. */

import { formatDescriptions } from '../../json/formats.ts';
import { nearSpelling } from '../../json/near-spelling.ts';
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

interface AlternativeSchema {
  readonly type?: string;
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, { readonly const?: unknown }>>;
}

interface Rule {
  readonly code: IssueCode;
  readonly message: (error: SchemaError) => string;
  /** The member that the error is about, where ajv reports the object that contains it. */
  readonly member?: (error: SchemaError) => unknown;
}

const rules: Readonly<Record<string, Rule>> = {
  type: { code: 'type', message: ({ params }) => `must be ${withArticle(String(params.type))}` },
  required: {
    code: 'required',
    message: () => 'is required',
    member: ({ params }) => params.missingProperty,
  },
  additionalProperties: {
    code: 'unknown_member',
    message: ({ params, parentSchema }) => {
      const members = Object.keys(parentSchema?.properties ?? {});
      const meant = nearSpelling(String(params.additionalProperty), members);
      return `is not known; the members are ${members.join(', ')}${suggest(meant)}`;
    },
    member: ({ params }) => params.additionalProperty,
  },
  enum: {
    code: 'not_allowed',
    message: ({ params, data }) => {
      const allowed = Array.isArray(params.allowedValues) ? params.allowedValues.map(String) : [];
      const meant = typeof data === 'string' ? nearSpelling(data, allowed) : undefined;
      return `must be one of ${listValues(params.allowedValues)}${suggest(meant)}`;
    },
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
  const: { code: 'not_allowed', message: ({ params }) => `must be ${JSON.stringify(params.allowedValue)}` },
  discriminator: {
    code: 'not_allowed',
    message: ({ params, parentSchema }) => {
      const tags = (parentSchema?.oneOf ?? []).map(
        ({ properties }) => properties?.[String(params.tag)]?.const,
      );
      const known = tags.filter((tag) => typeof tag === 'string');
      return `must be one of ${listValues(tags)}${suggest(nearSpelling(String(params.tagValue), known))}`;
    },
    member: ({ params }) => params.tag,
  },
  anyOf: {
    code: 'no_match',
    message: ({ parentSchema }) => `must be ${(parentSchema?.anyOf ?? []).map(describeType).join(', or ')}`,
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
export function issuesFromSchema(operation: RuntimeOperation, errors: readonly SchemaError[]): Issue[] {
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

function describeType({ type, $ref }: AlternativeSchema): string {
  if (type !== undefined) return withArticle(type);
  const name = decodeURIComponent($ref?.split('/').at(-1) ?? '')
    .replaceAll('~1', '/')
    .replaceAll('~0', '~');
  return name === '' ? 'anything' : `a ${name}`;
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

function withArticle(type: string): string {
  return `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`;
}

function count(limit: unknown, noun: string): string {
  return limit === 1 ? `1 ${noun}` : `${limit} ${noun}s`;
}

function describeFormat(format: unknown): string {
  const descriptions: Readonly<Record<string, string>> = formatDescriptions;
  return descriptions[String(format)] ?? String(format);
}

function suggest(meant: string | undefined): string {
  return meant === undefined ? '' : `; did you mean ${meant}?`;
}

function listValues(values: unknown): string {
  return Array.isArray(values) ? values.map((value) => JSON.stringify(value)).join(', ') : '';
}
