import type { MiddlewareObj } from '@middy/core';
import type validator from '@middy/validator';
import { withoutStack } from '../../../shared/errors.ts';
import { invalidRequest } from '../request/issue.ts';
import { takeMembers } from '../request/read-only.ts';
import {
  bodyIssues,
  type DeclaredInput,
  isSchemaErrors,
  issuesFromSchema,
  type Rules,
  type SchemaError,
} from '../request/schema-issues.ts';
import {
  type Cast,
  type CheckedInput,
  causeOf,
  type Step,
  type StepRequest,
  type WithBody,
  type WithReadOnly,
  type WithText,
} from './step.ts';

/** The schema that @middy/validator takes. It declares the type of an Ajv instance, and calls a compiled schema. */
export type EventSchema = NonNullable<NonNullable<Parameters<typeof validator>[0]>['eventSchema']>;

/** @middy/validator, or a middleware of the same type. */
export type RequestValidator = MiddlewareObj<unknown, unknown, Error>;

/** A body must have been read, if one is declared. */
type Checkable<Operation> = Cast & (Operation extends { readonly body: object } ? WithBody : unknown);

/**
 * Checks input and body against the declaration. One error reports all issues of a request, also the issues of the cast.
 *
 * @param validator Checks the members `input` and `body` of the state.
 * @param rules Rules besides the rules of values and lists: `modelRules` if a declaration has JSON, a model or a union.
 * @throws ServiceError invalid_request with `errors`, at most 20 issues.
 * @example .use(checkRequest(operation, validator({ eventSchema: validate }))) // ?size=101 -> 400, 'must be at most 100'
 */
export function checkRequest<Operation extends DeclaredInput>(
  operation: Operation,
  validator: RequestValidator,
  rules: Rules = {},
): Step<Checkable<Operation>, Pick<CheckedInput, 'issues'>> {
  return {
    before: (request) => {
      const { issues, body, text }: Cast & Partial<WithBody & WithText> = request.event;
      const refuse = ([errors, refusal]: Checked): Pick<CheckedInput, 'issues'> => {
        const schemaIssues = issuesFromSchema(operation, errors, rules);
        // A refusal that no rule explains stays one.
        if (refusal && schemaIssues.length === 0) throw refusal;
        const found = [...issues, ...bodyIssues(operation, text ?? body), ...schemaIssues];
        if (found.length > 0) throw invalidRequest(found);
        return { issues: [] };
      };
      const checked = validate(request, validator);
      return checked instanceof Promise ? checked.then(refuse) : refuse(checked);
    },
  };
}

/**
 * For a PUT or PATCH: a client may send back the members that the service sets, as it got them. They are taken out of
 * the body; the handler compares them with what is stored.
 *
 * @param validator the one of `checkRequest`, which refuses all members that are still there.
 * @example .use(takeReadOnly(validator({ eventSchema: validate }))) // { _id: 'x', name: 'a' } -> state.body is { name: 'a' }
 */
export function takeReadOnly(validator: RequestValidator): Step<Cast & WithBody, WithReadOnly> {
  return {
    before: async (request) => {
      // `checkRequest` reports the others.
      const [errors] = await validate(request, validator);
      const pointers = errors.flatMap(({ keyword, instancePath }) =>
        keyword === 'false schema' && instancePath.startsWith('/body/') ? [instancePath.slice(5)] : [],
      );
      return { readOnly: takeMembers(request.event.body, pointers) };
    },
  };
}

/** The errors of the schema, and what the validator has thrown. */
type Checked = readonly [errors: readonly SchemaError[], refusal?: unknown];

/** @returns a promise only if the validator does: @middy/validator waits for nothing. */
function validate(request: StepRequest<unknown>, validator: RequestValidator): Checked | Promise<Checked> {
  try {
    const checked = withoutStack(() => validator.before?.(request));
    return checked instanceof Promise ? checked.then(() => [[]], refused) : [[]];
  } catch (refusal) {
    return refused(refusal);
  }
}

/** @throws what is not a refusal of @middy/validator. */
function refused(refusal: unknown): Checked {
  const errors = causeOf(refusal, '@middy/validator')?.data;
  if (!isSchemaErrors(errors)) throw refusal;
  return [errors, refusal];
}
