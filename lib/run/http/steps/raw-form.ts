import type { RuntimeOperation } from '../../../shared/plan/operation-plan.ts';
import { rawFields } from '../request/form-fields.ts';
import type { Step, WithBody, WithForm } from './step.ts';

/**
 * In place of `castForm` in a function without validation: the fields of the form as they were sent.
 *
 * @example .use(rawForm(operation)) // field copies=x -> state.body is { copies: 'x' }
 */
export function rawForm({ body }: RuntimeOperation): Step<WithForm, WithBody> {
  return { before: ({ event }) => ({ body: rawFields(body?.fields ?? [], event.form) }) };
}
