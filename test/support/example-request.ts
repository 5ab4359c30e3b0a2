/** A valid request of an operation, made from its plan: all parameters, and the body. */

import { operationsIn } from '../../lib/headwater/compile/plan/operations.ts';
import { isBytes } from '../../lib/headwater/compile/schema/walk.ts';
import {
  type FormFieldPlan,
  listForms,
  type OperationPlan,
  type ParameterPlan,
} from '../../lib/headwater/shared/plan/operation-plan.ts';
import type { Schema } from '../../lib/headwater/shared/plan/schema.ts';
import type { ResourcePlan } from '../../lib/headwater/shared/plan/service-plan.ts';
import { exampleOf } from '../../lib/headwater/tools/import/examples/example.ts';
import type { ClientRequest } from './event.ts';

type ExampleRequest = ClientRequest & { readonly plan: OperationPlan };

/** @throws Error if no example of a type can be made. */
export function exampleRequests(resource: ResourcePlan): Promise<ExampleRequest[]> {
  const byId = resource.models;
  const example = (schema: Schema) => {
    const made = exampleOf(schema, byId, { isSent: true });
    if ('reason' in made) throw new Error(`${JSON.stringify(schema)}: ${made.reason}`);
    return made.value;
  };
  return Promise.all(operationsIn(resource).map((plan) => requestOf(plan, example)));
}

type MakeExample = (schema: Schema) => unknown;

async function requestOf(plan: OperationPlan, example: MakeExample): Promise<ExampleRequest> {
  const sent = plan.parameters.map((each) => ({ ...each.runtime, texts: textsOf(each, example) }));
  const inPath = sent.filter(({ place }) => place === 'path');
  const url = inPath.reduce(
    (path, { name, texts }) => path.replace(`{${name}}`, encodeURIComponent(texts.join())),
    plan.routePath,
  );
  const query = new URLSearchParams(
    sent.flatMap(({ place, name, texts }) =>
      place === 'query' ? texts.map((text): [string, string] => [name, text]) : [],
    ),
  );
  const headers = sent.flatMap(({ place, name, texts }) =>
    place === 'header' ? [[name.toLowerCase(), texts.join()]] : [],
  );
  const { type, bytes } = await bodyOf(plan, example);
  return {
    plan,
    method: plan.method,
    url: query.size > 0 ? `${url}?${query}` : url,
    pathParameters: Object.fromEntries(
      inPath.map((each) => [each.gatewayName ?? each.name, each.texts.join()]),
    ),
    headers: { ...Object.fromEntries(headers), ...(type === null ? {} : { 'content-type': type }) },
    body: bytes,
  };
}

function textsOf({ runtime, schema }: ParameterPlan, example: MakeExample): string[] {
  const value = example(schema);
  const texts = (runtime.isList && Array.isArray(value) ? value : [value]).map((each) =>
    typeof each === 'object' ? JSON.stringify(each) : String(each),
  );
  const separator = listForms[runtime.listForm ?? 'repeated'];
  return separator === undefined ? texts : [texts.join(separator)];
}

/** The body as a browser sends it. */
async function bodyOf({ body }: OperationPlan, example: MakeExample) {
  if (!body) return { type: null, bytes: '' };
  const [type = ''] = body.runtime.mediaTypes;
  if (isBytes(body.schema)) return { type: type.replace('*', 'x'), bytes: 'a' };
  if (!body.fields) return { type, bytes: JSON.stringify(example(body.schema)) };
  const form = type === 'multipart/form-data' ? new FormData() : new URLSearchParams();
  for (const field of body.fields) append(form, field, example);
  const request = new Request('http://localhost', { method: 'POST', body: form });
  return { type: request.headers.get('content-type'), bytes: new Uint8Array(await request.arrayBuffer()) };
}

function append(form: FormData | URLSearchParams, field: FormFieldPlan, example: MakeExample): void {
  const { name, isFile } = field.runtime;
  if (isFile && form instanceof FormData) form.append(name, new Blob(['a']), 'a.txt');
  else for (const text of textsOf(field, example)) form.append(name, text);
}
