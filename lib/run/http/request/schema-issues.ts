import { type InputParameter, keyOf, type RuntimeBody } from '../../../shared/plan/operation-plan.ts';
import type { Issue, IssueCode } from './issue.ts';

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

/** By the keyword of JSON Schema. */
export type Rules = Readonly<Record<string, Rule>>;

/** Rules of cast values and lists. Only functions with models, unions or bodies contain `modelRules`, too. */
export const valueRules: Rules = {
  enum: {
    code: 'not_allowed',
    message: ({ params }) => `must be one of ${listValues(params.allowedValues)}`,
  },
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
};

/** The input of an operation, or of another function. */
export interface DeclaredInput {
  readonly parameters: readonly Pick<InputParameter, 'key' | 'name' | 'place' | 'synonyms'>[];
  readonly body?: Pick<RuntimeBody, 'required' | 'fields'>;
}

/** The issue of an absent body: a schema only checks bodies that exist. */
export function bodyIssues({ body: declared }: DeclaredInput, body: unknown): Issue[] {
  if (body !== undefined || !declared?.required) return [];
  return [{ in: 'body', pointer: '', code: 'required', message: 'is required' }];
}

/**
 * Errors of keywords without a rule are structural (`if` around items); another error reports the cause.
 *
 * @param others come before the rules of values.
 */
export function issuesFromSchema(
  operation: DeclaredInput,
  errors: readonly SchemaError[],
  others: Rules = {},
): Issue[] {
  const issues: Issue[] = [];
  for (const error of errors) {
    const rule = ruleIn(others, error) ?? ruleIn(valueRules, error);
    if (rule && !rule.isSaid?.(error)) issues.push(issueAt(operation, error, rule));
  }
  return issues;
}

function ruleIn(rules: Rules, { keyword }: SchemaError): Rule | undefined {
  return Object.hasOwn(rules, keyword) ? rules[keyword] : undefined;
}

function issueAt({ parameters, body }: DeclaredInput, error: SchemaError, rule: Rule): Issue {
  const { code } = rule;
  const message = rule.message(error);
  const member = rule.member ? `/${escapePointer(String(rule.member(error)))}` : '';
  const path = `${error.instancePath}${member}`;
  const isBody = path.startsWith('/body');
  if (isBody && !body?.fields) return { in: 'body', pointer: path.slice('/body'.length), code, message };
  const start = (isBody ? '/body/' : '/input/').length;
  const end = path.indexOf('/', start);
  const key = unescapePointer(end < 0 ? path.slice(start) : path.slice(start, end));
  const declared = isBody ? body?.fields : parameters;
  const { name = key, place = 'query' } = declared?.find((parameter) => keyOf(parameter) === key) ?? {};
  return end < 0
    ? { in: place, name, code, message }
    : { in: place, name, pointer: path.slice(end), code, message };
}

function unescapePointer(text: string): string {
  return text.includes('~') ? text.replaceAll('~1', '/').replaceAll('~0', '~') : text;
}

function escapePointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

export function countRule(code: IssueCode, bound: 'at least' | 'at most', noun: string): Rule {
  return {
    code,
    message: ({ params: { limit } }) => `must have ${bound} ${limit} ${limit === 1 ? noun : `${noun}s`}`,
  };
}

export function listValues(values: unknown): string {
  return Array.isArray(values) ? values.map((value) => JSON.stringify(value)).join(', ') : '';
}
