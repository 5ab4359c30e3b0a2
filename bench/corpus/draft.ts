/** A request as values of planned parameters: tests change single parts, then convert it to HTTP. */

import { isBytes } from '../../lib/headwater/compile/schema/walk.ts';
import type {
  FormFieldPlan,
  OperationPlan,
  ParameterPlan,
} from '../../lib/headwater/shared/plan/operation-plan.ts';
import type { Models, Schema } from '../../lib/headwater/shared/plan/schema.ts';
import { exampleOf } from '../../lib/headwater/tools/import/examples/example.ts';
import type { ClientRequest } from '../../test/support/event.ts';

export interface FieldDraft {
  readonly plan: ParameterPlan | FormFieldPlan;
  /** The texts on the wire; the text of a file is its content. */
  readonly texts: readonly string[];
}

export interface Draft {
  /** Values of path, query, header and form parameters. */
  readonly fields: readonly FieldDraft[];
  readonly form: boolean;
  /** The body as JSON text, or as any text if the handler itself reads it. */
  readonly body?: string;
  /** Overrides the declared media type. */
  readonly contentType?: string;
}

/** A request with the example of each declared input. */
export function draftOf(plan: OperationPlan, models: Models): Draft {
  const fieldOf = (field: ParameterPlan | FormFieldPlan): FieldDraft => {
    if (isFile(field)) return { plan: field, texts: ['content'] };
    const example = exampleOf(sentSchema(field), models, { isSent: true });
    const value = 'value' in example ? example.value : [];
    const values: readonly unknown[] = field.runtime.isList && Array.isArray(value) ? value : [value];
    return { plan: field, texts: 'value' in example ? values.map(textOf) : [] };
  };
  const form = plan.body?.fields;
  const fields = [...plan.parameters, ...(form ?? [])].map(fieldOf);
  if (!plan.body || form) return { fields, form: form !== undefined };
  if (isBytes(plan.body.schema)) return { fields, form: false, body: 'content' };
  const example = exampleOf(plan.body.schema, models, { isSent: true });
  const body = 'value' in example ? JSON.stringify(example.value) : undefined;
  return { fields, form: false, ...(body === undefined ? {} : { body }) };
}

/** Without a member, an object in a query is absent. */
function sentSchema({ schema, runtime }: ParameterPlan | FormFieldPlan): Schema {
  return runtime.members ? { ...schema, minProperties: 1 } : schema;
}

function textOf(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function isFile(field: ParameterPlan | FormFieldPlan): boolean {
  return 'isFile' in field.runtime && field.runtime.isFile === true;
}

export async function toRequest(plan: OperationPlan, draft: Draft): Promise<ClientRequest> {
  const of = (place: string) => draft.fields.filter((field) => field.plan.runtime.place === place);
  const query = new URLSearchParams(of('query').flatMap(pairsOf));
  const headers = Object.fromEntries(
    of('header').flatMap(({ plan, texts }) =>
      texts.length > 0 ? [[plan.runtime.name.toLowerCase(), texts.join(',')]] : [],
    ),
  );
  // The example of an unrestricted string is not a media type.
  if (of('header').some(isAnyAccept)) headers.accept = plan.runtime.produces[0] ?? '';
  const content = draft.form ? await formContent(plan, of('form')) : jsonContent(plan, draft);
  const contentType = draft.contentType ?? content.contentType;
  return {
    method: plan.method,
    url: query.size > 0 ? `${plan.routePath}?${query}` : plan.routePath,
    headers: content.body === undefined ? headers : { ...headers, 'content-type': contentType },
    pathParameters: Object.fromEntries(
      of('path').map(({ plan: { runtime }, texts }) => [
        runtime.gatewayName ?? runtime.name,
        texts.join(','),
      ]),
    ),
    ...(content.body === undefined ? {} : { body: content.body }),
  };
}

function isAnyAccept({ plan: { runtime, schema } }: FieldDraft): boolean {
  return runtime.name.toLowerCase() === 'accept' && !schema.enum;
}

function pairsOf({ plan: { runtime }, texts }: FieldDraft): [name: string, text: string][] {
  const { name, members } = runtime;
  if (!members) return texts.map((text) => [name, text]);
  return texts.flatMap((text) =>
    Object.entries(JSON.parse(text)).map(([member, value]): [string, string] => [
      members === 'deep' ? `${name}[${member}]` : member,
      textOf(value),
    ]),
  );
}

interface Content {
  readonly contentType: string;
  readonly body?: string | Uint8Array;
}

function jsonContent(plan: OperationPlan, { body }: Draft): Content {
  const [declared = 'application/json'] = plan.runtime.body?.mediaTypes ?? [];
  // One of the types that a range means.
  const contentType = declared.replace('/*', '/x-any');
  return { contentType, ...(body === undefined ? {} : { body }) };
}

async function formContent(plan: OperationPlan, fields: readonly FieldDraft[]): Promise<Content> {
  if (plan.runtime.body?.mediaTypes.includes('application/x-www-form-urlencoded')) {
    const body = new URLSearchParams(fields.flatMap(pairsOf)).toString();
    return { contentType: 'application/x-www-form-urlencoded', ...(body === '' ? {} : { body }) };
  }
  const form = new FormData();
  for (const field of fields) {
    for (const [name, text] of pairsOf(field)) {
      if (isFile(field.plan)) form.append(name, new Blob([text]), 'file.txt');
      else form.append(name, text);
    }
  }
  const response = new Response(form);
  return {
    contentType: response.headers.get('content-type') ?? '',
    body: new Uint8Array(await response.arrayBuffer()),
  };
}
