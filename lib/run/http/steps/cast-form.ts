import type { FormField, RuntimeOperation } from '../../../shared/plan/operation-plan.ts';
import type { CastersFor } from '../request/caster.ts';
import { emptyForm } from '../request/form.ts';
import { castFields, rawFields } from '../request/form-fields.ts';
import type { Cast, Step, WithBody, WithForm } from './step.ts';

type FieldOf<Operation> = Operation extends { readonly body: { readonly fields: readonly (infer Field)[] } }
  ? Extract<Field, FormField>
  : FormField;

/**
 * Casts the fields of a form to the body that the handler gets, and adds what is wrong to the issues of `castInput`.
 *
 * @param casters one for each type of the fields, except texts.
 * @example .use(castForm(operation, { int32: int32Caster })) // field copies=2 -> state.body is { copies: 2 }
 */
export function castForm<Operation extends RuntimeOperation>(
  { body }: Operation,
  casters: CastersFor<FieldOf<Operation>>,
): Step<WithForm & Cast, WithBody & Pick<Cast, 'issues'>> {
  return {
    before: ({ event }) => {
      const { value, issues } = castFields(body?.fields ?? [], event.form, casters);
      // Of an absent form that is required, issues name its required fields, or else the body.
      const isMissing = body?.required === true && event.form === emptyForm && issues.length === 0;
      return { body: isMissing ? undefined : value, issues: [...event.issues, ...issues] };
    },
  };
}

/**
 * In place of `castForm` in a function without validation: the fields of the form as they were sent.
 *
 * @example .use(rawForm(operation)) // field copies=x -> state.body is { copies: 'x' }
 */
export function rawForm({ body }: RuntimeOperation): Step<WithForm, WithBody> {
  return { before: ({ event }) => ({ body: rawFields(body?.fields ?? [], event.form) }) };
}
