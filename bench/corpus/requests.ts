/** Requests for an operation: a valid one with every input, and one for each possible error. */

import { compileSchema } from '../../lib/headwater/compile/schema/compile-schema.ts';
import { schemaWith } from '../../lib/headwater/compile/schema/json-schema.ts';
import { isBytes } from '../../lib/headwater/compile/schema/walk.ts';
import { isOneOf } from '../../lib/headwater/run/http/request/body.ts';
import type { OperationPlan } from '../../lib/headwater/shared/plan/operation-plan.ts';
import type { Models, Schema } from '../../lib/headwater/shared/plan/schema.ts';
import { type Example, exampleOf } from '../../lib/headwater/tools/import/examples/example.ts';
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
  const content = plan.body && !plan.body.fields ? plan.body : undefined;
  const drafts: (RightDraft | WrongDraft)[] = [
    ['as declared', draft],
    ...wrongFields(draft),
    ...(draft.form ? wrongForms(draft) : []),
    ...(content ? otherBodies(draft, content, models) : []),
    ...(content ? wrongBodies(draft, content, models) : []),
    ...(content ? readOnlyBodies(draft, content, models) : []),
  ];
  return Promise.all(
    drafts.map(async ([what, each, expected]) => ({
      what,
      request: await toRequest(plan, each),
      ...(expected === undefined ? {} : { expected }),
    })),
  );
}

type RightDraft = readonly [what: string, draft: Draft];
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
    const isMap = runtime.members !== undefined;
    const wrong = isNegotiated || isMap ? undefined : wrongText(plan);
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

type Body = NonNullable<OperationPlan['body']>;

/** A body of each declared media type, and the examples of the document. */
function otherBodies(draft: Draft, { schema, runtime, examples = [] }: Body, models: Models): RightDraft[] {
  const { textTypes = [], mediaTypes } = runtime;
  const types = mediaTypes.slice(1).filter((type) => !type.endsWith('/*'));
  const shown = isBytes(schema) ? [] : examples;
  return [
    ...types.map((contentType): RightDraft => {
      const content = textTypes.includes(contentType) ? { body: 'content' } : {};
      return [`a body as ${contentType}`, { ...draft, ...content, contentType }];
    }),
    ...shown.map((each): RightDraft => {
      const example = exampleOf(schema, models, { isSent: true, declared: [each] });
      return [
        `the example ${each.name}`,
        { ...draft, ...('value' in example ? { body: JSON.stringify(example.value) } : {}) },
      ];
    }),
  ];
}

function wrongBodies(draft: Draft, { schema, runtime }: Body, models: Models): WrongDraft[] {
  const { textTypes = [], mediaTypes, required } = runtime;
  const other = ['text/plain', 'image/x-other'].find((type) => !isOneOf(type, mediaTypes));
  const isJson = mediaTypes.some((type) => !textTypes.includes(type));
  const wrong = isJson ? wrongValues(schema, models) : [];
  return [
    ...(isJson ? [['a body that is not JSON', { ...draft, body: '{' }, 400] as const] : []),
    ...(other === undefined
      ? []
      : [[`a body as ${other}`, { ...draft, body: '{}', contentType: other }, 415] as const]),
    ...(required ? [['no body', withoutBody(draft), 400] as const] : []),
    ...wrong.map((text) => [`a body that is ${text.slice(0, 60)}`, { ...draft, body: text }, 400] as const),
  ];
}

function withoutBody({ body: _body, ...draft }: Draft): Draft {
  return draft;
}

/** Invalid values: another JSON type, an undeclared member, a member of another type. */
function wrongValues(schema: Schema, models: Models): string[] {
  const isValid = compileSchema(schemaWith(schema, models));
  const sent = exampleValue(exampleOf(schema, models, { isSent: true }));
  const members = withChangedMembers(sent, (object) => [
    { ...object, 'a member': 1 },
    ...Object.keys(object).flatMap((name) => [
      { ...object, [name]: null },
      { ...object, [name]: 'x y' },
    ]),
  ]);
  const candidates: unknown[] = [null, true, 'x y', 0.5, [], {}, ...members];
  return candidates.filter((candidate) => !isValid(candidate)).map((candidate) => JSON.stringify(candidate));
}

/** Bodies with a member that the service sets: PUT and PATCH take it back, other methods refuse it. */
function readOnlyBodies(
  draft: Draft,
  { schema, runtime }: Body,
  models: Models,
): (RightDraft | WrongDraft)[] {
  const isValid = compileSchema(schemaWith(schema, models));
  const [sent, whole] = [true, false].map((isSent) => exampleValue(exampleOf(schema, models, { isSent })));
  const all = Array.isArray(whole) ? whole[0] : whole;
  const bodies = withChangedMembers(sent, (object) =>
    Object.entries(Object(all)).flatMap(([name, value]) =>
      Object.hasOwn(object, name) ? [] : { ...object, [name]: value },
    ),
  );
  return bodies
    .filter((body) => !isValid(body))
    .map((value) => {
      const body = JSON.stringify(value);
      const what = `a body with a member that the service sets: ${body.slice(0, 60)}`;
      return runtime.hasReadOnly ? [what, { ...draft, body }] : [what, { ...draft, body }, 400];
    });
}

function exampleValue(example: Example): unknown {
  return 'value' in example ? example.value : undefined;
}

/** @param change makes objects of one; of a list, it changes the first item. */
function withChangedMembers(value: unknown, change: (object: object) => unknown[]): unknown[] {
  if (Array.isArray(value)) {
    const [first, ...others] = value;
    return Array.isArray(first) ? [] : withChangedMembers(first, change).map((each) => [each, ...others]);
  }
  return typeof value === 'object' && value !== null ? change(value) : [];
}
