import type { RuntimeOperation } from '../../plan/operation-plan.ts';
import type { ReadJsonObject } from '../request/cast.ts';
import { castFields } from '../request/form-fields.ts';
import type { Cast, Step, WithBody, WithForm } from './step.ts';

/**
 * Casts the fields of a form to the body that the handler gets, and adds what is wrong to the issues of `castInput`.
 *
 * @param readJsonObject needed when a field is sent as JSON.
 * @example .use(castForm(operation)) // field copies=2 -> state.body is { copies: 2 }
 */
export function castForm(
  { body }: RuntimeOperation,
  readJsonObject?: ReadJsonObject,
): Step<WithForm & Cast, WithBody & Pick<Cast, 'issues'>> {
  return {
    before: ({ event }) => {
      const { value, issues } = castFields(body?.fields ?? [], event.form, readJsonObject);
      return { body: value, issues: [...event.issues, ...issues] };
    },
  };
}
