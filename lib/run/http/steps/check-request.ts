import type { MiddlewareObj } from '@middy/core';
import type validator from '@middy/validator';
import { type Issue, invalidRequest } from '../request/issue.ts';
import {
  bodyIssues,
  type DeclaredInput,
  isSchemaErrors,
  issuesFromSchema,
  type Rules,
  type SchemaError,
} from '../request/schema-issues.ts';
import { causeOf } from './middy-failure.ts';
import type { Cast, Checked, Step, StepRequest, WithBody, WithText } from './step.ts';

/** The schema that @middy/validator takes. It declares the type of an Ajv instance, and calls a compiled schema. */
export type EventSchema = NonNullable<NonNullable<Parameters<typeof validator>[0]>['eventSchema']>;

/** @middy/validator, or a middleware of the same type. */
export type RequestValidator = MiddlewareObj<unknown, unknown, Error>;

/** A body must have been read, if one is declared. */
type Checkable<Operation> = Cast & (Operation extends { readonly body: object } ? WithBody : unknown);

/**
 * Checks input and body against what is declared, and reports all issues of a request together, those of the cast
 * included.
 *
 * @param validator checks the members `input` and `body` of the state.
 * @param rules in addition to those of values and lists: `modelRules`, where something declared is JSON, a model or a union.
 * @throws ServiceError invalid_request with `errors`, at most 20 issues.
 * @example .use(checkRequest(operation, validator({ eventSchema: validate }))) // ?size=101 -> 400, 'must be at most 100'
 */
export function checkRequest<Operation extends DeclaredInput>(
  operation: Operation,
  validator: RequestValidator,
  rules: Rules = {},
): Step<Checkable<Operation>, Pick<Checked, 'issues'>> {
  return {
    before: async (request) => {
      const { issues, body, text }: Cast & Partial<WithBody & WithText> = request.event;
      const found = [
        ...issues,
        ...bodyIssues(operation, text ?? body),
        ...(await schemaIssues(request, validator, (errors) => issuesFromSchema(operation, errors, rules))),
      ];
      if (found.length > 0) throw invalidRequest(found);
      return { issues: [] };
    },
  };
}

async function schemaIssues(
  request: StepRequest<unknown>,
  validator: RequestValidator,
  toIssues: (errors: readonly SchemaError[]) => Issue[],
): Promise<Issue[]> {
  try {
    await validator.before?.(request);
    return [];
  } catch (error) {
    const data = causeOf(error, '@middy/validator')?.data;
    const issues = isSchemaErrors(data) ? toIssues(data) : [];
    // A refusal that no rule explains stays one.
    if (issues.length === 0) throw error;
    return issues;
  }
}
