import type { RuntimeOperation } from '../../../shared/plan/operation-plan.ts';
import { emptyForm } from '../request/form.ts';
import { type FormReaders, readForm } from '../request/read-form.ts';
import type { Received, Step, WithForm } from './step.ts';

/**
 * Parses a form into texts and files, by its media type.
 *
 * @param readers one for each media type that the operation accepts.
 * @throws ServiceError content_too_large, unsupported_media_type, malformed_form.
 * @example .use(parseForm(operation, { 'multipart/form-data': readMultipart }))
 *   // state.form is { texts: Map { 'title' => ['a'] }, files: Map {}, malformed: [] }
 */
export function parseForm({ body }: RuntimeOperation, readers: FormReaders): Step<Received, WithForm> {
  return {
    before: async ({ event }) => ({
      form: body ? await readForm(body, event.gatewayEvent, readers) : emptyForm,
    }),
  };
}
