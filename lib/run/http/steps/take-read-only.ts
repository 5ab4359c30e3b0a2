import { takeMembers } from '../request/read-only.ts';
import { isSchemaErrors, type SchemaError } from '../request/schema-issues.ts';
import type { RequestValidator } from './check-request.ts';
import { causeOf } from './middy-failure.ts';
import type { Cast, Step, StepRequest, WithBody, WithReadOnly } from './step.ts';

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
      const errors = await errorsOf(request, validator);
      const pointers = errors.flatMap(({ keyword, instancePath }) =>
        keyword === 'false schema' && instancePath.startsWith('/body/') ? [instancePath.slice(5)] : [],
      );
      return { readOnly: takeMembers(request.event.body, pointers) };
    },
  };
}

/** `checkRequest` reports them. */
async function errorsOf(
  request: StepRequest<unknown>,
  validator: RequestValidator,
): Promise<readonly SchemaError[]> {
  try {
    await validator.before?.(request);
    return [];
  } catch (error) {
    const data = causeOf(error, '@middy/validator')?.data;
    if (!isSchemaErrors(data)) throw error;
    return data;
  }
}
