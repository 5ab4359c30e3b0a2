import { type FormField, isSentAsJson, type RuntimeOperation } from '../../../shared/plan/operation-plan.ts';
import { type Casters, type CastersFor, type CastTexts, castTexts, type Input } from '../request/cast.ts';
import { emptyForm, type Form, type FormFile } from '../request/form.ts';
import { encodingIssues, type Issue, issueOf } from '../request/issue.ts';
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
      // If a required form is absent, the issues name its required fields; without such fields they name the body.
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

/** The body that the handler gets. */
export function castFields(
  fields: readonly FormField[],
  form: Form,
  casters: Casters,
): { readonly value: Input; readonly issues: readonly Issue[] } {
  const value: Input = Object.create(null);
  const issues = encodingIssues('form', form.malformed);
  for (const field of fields) {
    // It is reported already; it is not absent.
    if (form.malformed.some(({ name }) => name === field.name)) continue;
    const result = castField(field, form, casters);
    issues.push(...result.issues);
    if (result.value !== undefined) value[field.name] = result.value;
  }
  return { value, issues };
}

function castField(field: FormField, { texts, files }: Form, casters: Casters): CastTexts {
  const sentTexts = texts.get(field.name) ?? [];
  const sentFiles = files.get(field.name) ?? [];
  if (field.isFile) {
    if (sentTexts.length > 0) return { issues: [issueOf(field, 'not_a_file', 'must be sent as a file')] };
    return pickFiles(field, sentFiles);
  }
  if (sentFiles.length > 0) {
    const type = isSentAsJson(field) ? 'text/plain or application/json' : 'text/plain';
    const message = `must be sent as a text, or as a part of ${type}, not as a file`;
    return { issues: [issueOf(field, 'not_a_text', message)] };
  }
  return castTexts(field, sentTexts, casters);
}

function pickFiles(field: FormField, files: readonly FormFile[]): CastTexts {
  const [first, second] = files;
  if (!first) return { issues: field.required ? [issueOf(field, 'required', 'is required')] : [] };
  if (field.isList) return { value: files, issues: [] };
  if (second) return { issues: [issueOf(field, 'repeated', 'must be given only once')] };
  return { value: first, issues: [] };
}

/** Without validation: the fields as they were sent, an array for a repeated one. */
export function rawFields(fields: readonly FormField[], { texts, files, malformed }: Form): Input {
  const value: Input = Object.create(null);
  for (const { name } of fields) {
    const undecoded = malformed.filter((field) => field.name === name).map(({ value: text }) => text);
    const sent = [...(texts.get(name) ?? []), ...undecoded, ...(files.get(name) ?? [])];
    if (sent.length > 0) value[name] = sent.length === 1 ? sent[0] : sent;
  }
  return value;
}
