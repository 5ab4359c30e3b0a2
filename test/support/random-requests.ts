/** Valid requests to declared operations, and requests with one invalid value. */

import type { DeclaredOperation, DeclaredParameter } from './declared-operations.ts';
import type { Draw } from './draw.ts';
import type { ClientRequest } from './event.ts';
import { drawValue } from './random-values.ts';

/** A parameter with its value: `texts` are the values on the wire, or the contents of its files. A body uses `value`. */
export interface Sent {
  readonly parameter: DeclaredParameter;
  readonly value: unknown;
  readonly texts: readonly string[];
}

/** All required parameters and some optional ones. */
export function drawSent(draw: Draw, { parameters, definitions }: DeclaredOperation): Sent[] {
  return parameters
    .filter(({ isRequired }) => isRequired || draw.chance(60))
    .map((parameter) => {
      const isTame = parameter.place !== 'body';
      const value = parameter.isFile ? 'content' : drawValue({ draw, definitions, isTame }, parameter.schema);
      return { parameter, value, texts: textsOf(parameter, value) };
    });
}

function textsOf({ isList }: DeclaredParameter, value: unknown): string[] {
  const values = isList && Array.isArray(value) ? value : [value];
  return values.map((one) => (typeof one === 'object' ? JSON.stringify(one) : String(one)));
}

/** Makes one text invalid. Returns undefined when every text is valid for every parameter. */
export function spoiled(sent: readonly Sent[]): Sent[] | undefined {
  const isStrict = ({ parameter: { schema, place } }: Sent) => {
    const { type, format } = (schema.type === 'array' ? schema.items : schema) as Sent['parameter']['schema'];
    return (
      place !== 'body' && (['integer', 'number', 'boolean'].includes(String(type)) || format !== undefined)
    );
  };
  const index = sent.findIndex(isStrict);
  return index < 0
    ? undefined
    : sent.map((one, position) => (position === index ? { ...one, texts: ['no!'] } : one));
}

/** @param path of the route, with the variable names of the gateway. */
export async function requestOf(
  operation: DeclaredOperation,
  path: string,
  sent: readonly Sent[],
): Promise<ClientRequest> {
  const at = (place: string) => sent.filter(({ parameter }) => parameter.place === place);
  const query = at('query').flatMap(({ parameter: { name = '' }, texts }) =>
    texts.map((text) => `${encodeURIComponent(name)}=${encodeURIComponent(text)}`),
  );
  const headers = at('header').map(({ parameter: { name = '' }, texts }) => [name, texts.join(', ')]);
  const content = await contentOf(at('body'), at('form'));
  return {
    method: operation.method,
    url: `${path}${query.length > 0 ? `?${query.join('&')}` : ''}`,
    pathParameters: pathParameters(operation, path, at('path')),
    headers: { ...Object.fromEntries(headers), ...content?.headers },
    ...(content ? { body: content.body } : {}),
  };
}

/** Matches variables by position, since the gateway may name them differently. */
function pathParameters(
  { routes }: DeclaredOperation,
  path: string,
  sent: readonly Sent[],
): Record<string, string> {
  const namesIn = (route: string) => [...route.matchAll(/\{([^{}]*?)\+?\}/g)].map(([, name = '']) => name);
  const declared = namesIn(routes.at(-1) ?? '');
  const known = namesIn(path);
  return Object.fromEntries(
    sent.map(({ parameter, texts }) => [
      known[declared.indexOf(parameter.name ?? '')] ?? '',
      texts.join(','),
    ]),
  );
}

async function contentOf(body: readonly Sent[], form: readonly Sent[]) {
  if (body.length > 0) {
    const [whole] = body.filter(({ parameter }) => parameter.name === undefined);
    const value = whole
      ? whole.value
      : Object.fromEntries(body.map(({ parameter, value }) => [parameter.name, value]));
    return { body: JSON.stringify(value), headers: { 'content-type': 'application/json' } };
  }
  if (form.length === 0) return undefined;
  const fields = new FormData();
  for (const {
    parameter: { name = '', isFile },
    texts,
  } of form) {
    for (const text of texts) {
      if (isFile) fields.append(name, new Blob([text]), 'file.txt');
      else fields.append(name, text);
    }
  }
  const encoded = new Response(fields);
  const headers = { 'content-type': encoded.headers.get('content-type') ?? '' };
  return { body: new Uint8Array(await encoded.arrayBuffer()), headers };
}

/** The arguments that the handler should get, as JSON. Values that cannot be predicted are undefined. */
export function expectedOf(
  { parameters }: DeclaredOperation,
  sent: readonly Sent[],
  isOfBody: boolean,
): Record<string, unknown> {
  const members = parameters.flatMap((parameter): [string, unknown][] => {
    const { name, place, defaultValue } = parameter;
    if (name === undefined || isOfBody !== (place === 'body' || place === 'form')) return [];
    const value = sent.find((one) => one.parameter === parameter)?.value ?? defaultValue;
    return value === undefined ? [] : [[name, isPredictable(parameter) ? value : undefined]];
  });
  return Object.fromEntries(members);
}

/** A text of a union or of `any` may become a value of another type, and a file becomes an object. */
function isPredictable({ schema, isFile, place }: DeclaredParameter): boolean {
  const { type, anyOf } = (schema.type === 'array' ? schema.items : schema) as DeclaredParameter['schema'];
  return place === 'body' || (!isFile && type !== undefined && anyOf === undefined);
}
