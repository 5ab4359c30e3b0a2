/** Requests for an operation: a valid one with every input, and one for each possible error. */

import { compileSchema } from '../../lib/build/schema/compile-schema.ts';
import { exampleOf } from '../../lib/build/schema/example.ts';
import { schemaWith } from '../../lib/build/schema/json-schema.ts';
import type { OperationPlan } from '../../lib/shared/plan/operation-plan.ts';
import type { Models, Schema } from '../../lib/shared/plan/schema.ts';
import type { ClientRequest } from '../../test/support/event.ts';
import { type Draft, draftOf, type FieldDraft, toRequest } from './draft.ts';
import { wrongText } from './wrong-text.ts';

export interface TriedRequest {
  readonly what: string;
  readonly request: ClientRequest;
  /** The expected status; absent if the request should succeed. */
  readonly expected?: number;
}

export async function requestsFor(plan: OperationPlan, models: Models): Promise<TriedRequest[]> {
  const draft = draftOf(plan, models);
  const drafts: (readonly [what: string, draft: Draft, expected?: number])[] = [
    ['as declared', draft],
    ...wrongFields(draft),
    ...(draft.form ? wrongForms(draft) : []),
    ...(plan.body && !plan.body.fields ? wrongBodies(draft, plan.body, models) : []),
  ];
  return Promise.all(
    drafts.map(async ([what, each, expected]) => ({
      what,
      request: await toRequest(plan, each),
      ...(expected === undefined ? {} : { expected }),
    })),
  );
}

type WrongDraft = readonly [what: string, draft: Draft, expected: number];

function wrongFields(draft: Draft): WrongDraft[] {
  return draft.fields.flatMap((field): WrongDraft[] => {
    const { plan, texts } = field;
    const { runtime } = plan;
    const name = `${runtime.place} ${runtime.name}`;
    const changed = (values: FieldDraft['texts']): Draft => ({
      ...draft,
      fields: draft.fields.map((each) => (each === field ? { ...field, texts: values } : each)),
    });
    const isNegotiated =
      runtime.place === 'header' && ['accept', 'content-type'].includes(runtime.name.toLowerCase());
    const wrong = isNegotiated ? undefined : wrongText(plan);
    const isRepeatable =
      (runtime.place === 'query' || runtime.place === 'form') && !runtime.isList && texts.length === 1;
    const isRequired =
      runtime.required && runtime.defaultValue === undefined && runtime.place !== 'path' && !isNegotiated;
    return [
      ...(wrong === undefined
        ? []
        : [[`${name} is ${JSON.stringify(wrong)}`, changed([wrong]), 400] as const]),
      ...(isRepeatable ? [[`${name} twice`, changed([...texts, ...texts]), 400] as const] : []),
      ...(isRequired ? [[`without ${name}`, changed([]), 400] as const] : []),
    ];
  });
}

function wrongForms(draft: Draft): WrongDraft[] {
  return [['a form as text/plain', { ...draft, contentType: 'text/plain' }, 415]];
}

function wrongBodies(draft: Draft, body: NonNullable<OperationPlan['body']>, models: Models): WrongDraft[] {
  const wrong = wrongValue(body.schema, models);
  return [
    ['a body that is not JSON', { ...draft, body: '{' }, 400],
    ['a body as text/plain', { ...draft, body: '{}', contentType: 'text/plain' }, 415],
    ...(body.runtime.required ? [['no body', withoutBody(draft), 400] as const] : []),
    ...wrong.map((text) => [`a body that is ${text.slice(0, 60)}`, { ...draft, body: text }, 400] as const),
  ];
}

function withoutBody({ body: _body, ...draft }: Draft): Draft {
  return draft;
}

/** Invalid values: another JSON type, an undeclared member, a member of another type. */
function wrongValue(schema: Schema, models: Models): string[] {
  const isValid = compileSchema(schemaWith(schema, models));
  const example = exampleOf(schema, models);
  const value = 'value' in example ? example.value : undefined;
  const members =
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? [
          { ...value, 'a member': 1 },
          ...Object.keys(value).flatMap((name) => [
            { ...value, [name]: null },
            { ...value, [name]: 'x y' },
          ]),
        ]
      : [];
  const candidates: unknown[] = [null, true, 'x y', 0.5, [], {}, ...members];
  return candidates.filter((candidate) => !isValid(candidate)).map((candidate) => JSON.stringify(candidate));
}
