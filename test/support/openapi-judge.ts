/** openapi-backend as the judge of requests: https://openapistack.co/docs/openapi-backend/intro/. */

import addFormats from 'ajv-formats';
import { type Document, OpenAPIBackend } from 'openapi-backend';
import type { RandomDocument, RandomOperation, RandomParameter, Words } from './random-openapi.ts';
import type { RandomRequest } from './random-openapi-requests.ts';

/** The members of its errors that tests read. */
export interface JudgeError {
  readonly keyword: string;
  readonly instancePath: string;
  readonly params: Words;
  readonly parentSchema?: { readonly properties?: Readonly<Record<string, Words>> };
}

export type Judge = (operation: RandomOperation, request: RandomRequest) => JudgeError[];

/**
 * openapi-backend casts texts within the JSON of a query like query parameters, so a separate operation judges this
 * JSON as its body.
 */
export async function judgeOf(
  document: RandomDocument,
  operations: readonly RandomOperation[],
): Promise<Judge> {
  const definition = withOwnOperations(structuredClone(document), operations);
  const backend = new OpenAPIBackend({
    // Its type has the members that a random document has by construction.
    definition: definition as unknown as Document,
    apiRoot: '/v1',
    quick: true,
    // Decimal numbers as people write them; errors with the schema that they are about.
    ajvOpts: { multipleOfPrecision: 10, verbose: true },
    customizeAjv: (ajv) => addFormats.default(ajv, ['date', 'date-time']),
  });
  await backend.init();
  const errorsOf = (request: Words, operationId: string): JudgeError[] =>
    // The path, the query and the headers are texts.
    (backend.validator.validateRequest({ method: 'POST', ...request } as never, operationId).errors ??
      []) as never;
  return ({ operationId, parameters }, { path, query, headers, body }) => {
    const pairs = query === '' ? [] : query.split('&').map((pair) => pair.split('=') as [string, string]);
    const isJson = (name: string) => parameters.some((each) => each.name === name && each.content);
    const plain = pairs.filter(([name]) => !isJson(name)).map((pair) => pair.join('='));
    const ofJson = parameters
      .filter(({ content }) => content)
      .flatMap((parameter) => {
        const texts = pairs
          .filter(([name]) => name === parameter.name)
          .map(([, text]) => decodeURIComponent(text));
        const sent =
          texts.length === 0 ? {} : { body: texts[0], headers: { 'content-type': 'application/json' } };
        return errorsOf(
          { headers: {}, ...sent, path: ownPath(operationId, parameter) },
          ownId(operationId, parameter),
        );
      });
    return [
      ...errorsOf({ path, query: plain.join('&'), headers: { ...headers }, body }, operationId),
      ...ofJson,
    ];
  };
}

function withOwnOperations(document: RandomDocument, operations: readonly RandomOperation[]): Words {
  const paths = new Map<string, Words>(Object.entries(document.paths));
  for (const { operationId, parameters } of operations) {
    const kept = parameters.filter(({ content }) => !content);
    const { post } = paths.get(`/${operationId}/{key}`) as { readonly post: Words };
    paths.set(`/${operationId}/{key}`, { post: { ...post, parameters: kept } });
    for (const parameter of parameters) {
      if (!parameter.content) continue;
      const requestBody = { required: parameter.required ?? false, content: parameter.content };
      const responses = { 204: { description: 'Done' } };
      const own = { operationId: ownId(operationId, parameter), requestBody, responses };
      paths.set(ownPath(operationId, parameter).replace('/v1', ''), { post: own });
    }
  }
  return { ...document, paths: Object.fromEntries(paths) };
}

function ownId(operationId: string, { name }: RandomParameter): string {
  return `${operationId}-${name}`;
}

function ownPath(operationId: string, { name }: RandomParameter): string {
  return `/v1/${operationId}-${name}`;
}
