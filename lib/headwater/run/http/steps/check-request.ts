import type { MiddlewareObj } from '@middy/core';
import type validator from '@middy/validator';
import { invalidRequest } from '../request/issue.ts';
import { takeMembers } from '../request/read-only.ts';
import type { DeclaredInput } from '../request/schema-issues.ts';
import type { SchemaError } from '../request/schema-rules.ts';
import type {
  Cast,
  CheckedInput,
  Refusal,
  Step,
  StepRequest,
  WithBody,
  WithReadOnly,
  WithText,
} from './step.ts';

type MiddyOptions = NonNullable<Parameters<typeof validator>[0]>;

/** A compiled schema. */
export interface EventSchema {
  (state: unknown): boolean;
  readonly errors?: readonly SchemaError[] | null;
}

/** @middy/validator, or a middleware of the same type. */
export type RequestValidator = MiddlewareObj<unknown, unknown, Error>;

interface Checked {
  schemaErrors?: readonly SchemaError[];
  /** Resolves when there is code that the validator has not had yet. */
  loading?: Promise<unknown> | undefined;
}

/**
 * The schema for @middy/validator: the state takes its errors. The validator would throw each time, and `checkRequest` again.
 *
 * @example validator({ eventSchema: keepErrors(validate) })
 */
export function keepErrors(validate: EventSchema): NonNullable<MiddyOptions['eventSchema']> {
  const keep = (state: Checked) => {
    try {
      state.schemaErrors = validate(state) ? [] : (validate.errors ?? []);
      state.loading = undefined;
    } catch (loading) {
      // lib/headwater/shared/json/lazy-check.ts
      if (!(loading instanceof Promise)) throw loading;
      state.loading = loading;
    }
    return true;
  };
  // The typings of @middy/validator ask for an Ajv instance where it calls a compiled schema.
  return keep as unknown as NonNullable<MiddyOptions['eventSchema']>;
}

/** A body must have been read, if one is declared. */
type Checkable<Operation> = Cast & (Operation extends { readonly body: object } ? WithBody : unknown);

type FoundSoFar = Cast & Partial<WithBody & WithText>;

type Explain = typeof import('../request/explain-request.ts').explainRequest;

let explain: Explain | undefined;

/**
 * Checks input and body against the declaration. One error reports all issues of a request, also the issues of the cast.
 *
 * @param validator Checks the members `input` and `body` of the state, with a schema of `keepErrors`.
 * @throws ServiceError invalid_request with `errors`, at most 20 issues. The step returns it: to throw takes longer.
 * @example .use(checkRequest(operation, validator({ eventSchema: keepErrors(validate) }))) // ?size=101 -> 400
 */
export function checkRequest<Operation extends DeclaredInput>(
  operation: Operation,
  validator: RequestValidator,
): Step<Checkable<Operation>, Pick<CheckedInput, 'issues'>> {
  const isBodyRequired = operation.body?.required === true;
  return {
    check: (request) => {
      const { issues, unknown = [], text, body: parsed }: FoundSoFar = request.event;
      const body = text ?? parsed;
      const refuse = (errors: readonly SchemaError[]): Refusal | Promise<Refusal> => {
        const isSound = issues.length + unknown.length + errors.length === 0;
        if (isSound && !(isBodyRequired && body === undefined)) return undefined;
        const refuseBy = (explainRequest: Explain) => {
          explain = explainRequest;
          return invalidRequest(explain(operation, { issues, unknown, body, errors }));
        };
        if (explain) return refuseBy(explain);
        return import('../request/explain-request.ts').then(({ explainRequest }) => refuseBy(explainRequest));
      };
      const errors = validate(request, validator);
      return errors instanceof Promise ? errors.then(refuse) : refuse(errors);
    },
  };
}

/**
 * For a PUT or PATCH: a client may send back the members that the service sets, as it got them. They are taken out of
 * the body; the handler compares them with what is stored.
 *
 * @param validator the one of `checkRequest`, which refuses all members that are still there.
 * @example .use(takeReadOnly(validator({ eventSchema: keepErrors(validate) }))) // { _id: 'x', name: 'a' } -> state.body is { name: 'a' }
 */
export function takeReadOnly(validator: RequestValidator): Step<Cast & WithBody, WithReadOnly> {
  return {
    before: async (request) => {
      // `checkRequest` reports the others.
      const errors = await validate(request, validator);
      const pointers = errors.flatMap(({ keyword, instancePath }) =>
        keyword === 'false schema' && instancePath.startsWith('/body/') ? [instancePath.slice(5)] : [],
      );
      return { readOnly: takeMembers(request.event.body, pointers) };
    },
  };
}

/** @returns a promise only if the validator does, or loads code: @middy/validator waits for nothing. */
function validate(
  request: StepRequest<unknown>,
  validator: RequestValidator,
): readonly SchemaError[] | Promise<readonly SchemaError[]> {
  const errors = (): readonly SchemaError[] | Promise<readonly SchemaError[]> => {
    const { loading, schemaErrors = [] } = request.event as Checked;
    return loading ? loading.then(() => validate(request, validator)) : schemaErrors;
  };
  const checked: unknown = validator.before?.(request);
  return checked instanceof Promise ? checked.then(errors) : errors();
}
