import { toPointer, unescapeStep } from '../../../shared/json/pointer.ts';
import { type InputParameter, keyOf, type RuntimeBody } from '../../../shared/plan/operation-plan.ts';
import type { Issue } from './issue.ts';
import { type Rule, rules, type SchemaError } from './schema-rules.ts';

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

/** Errors of keywords without a rule are structural (`if` around items); another error reports the cause. */
export function issuesFromSchema(operation: DeclaredInput, errors: readonly SchemaError[]): Issue[] {
  const issues: Issue[] = [];
  for (const error of errors) {
    const rule = Object.hasOwn(rules, error.keyword) ? rules[error.keyword] : undefined;
    if (rule && !rule.isSaid?.(error)) issues.push(issueAt(operation, error, rule));
  }
  return issues;
}

function issueAt({ parameters, body }: DeclaredInput, error: SchemaError, rule: Rule): Issue {
  const { code } = rule;
  const message = rule.message(error);
  const member = rule.member ? toPointer([String(rule.member(error))]) : '';
  const path = `${error.instancePath}${member}`;
  const isBody = path.startsWith('/body');
  if (isBody && !body?.fields) return { in: 'body', pointer: path.slice('/body'.length), code, message };
  const start = (isBody ? '/body/' : '/input/').length;
  const end = path.indexOf('/', start);
  const key = unescapeStep(end < 0 ? path.slice(start) : path.slice(start, end));
  const declared = isBody ? body?.fields : parameters;
  const { name = key, place = 'query' } = declared?.find((parameter) => keyOf(parameter) === key) ?? {};
  return end < 0
    ? { in: place, name, code, message }
    : { in: place, name, pointer: path.slice(end), code, message };
}
