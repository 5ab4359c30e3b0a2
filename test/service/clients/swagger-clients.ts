/** Two versions of swagger-client behind the same interface. */

import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

export interface Answer {
  readonly status: number;
  readonly contentType: string | undefined;
  /** The body as the client parsed it, or else parsed from the text; undefined if empty. */
  readonly body: unknown;
}

export interface LoadedClient {
  readonly models: readonly string[];
  operationsOf(resource: string): readonly string[];
  /** Calls a generated operation; resolves for error responses, too. */
  call(resource: string, nickname: string, values: Readonly<Record<string, unknown>>): Promise<Answer>;
}

/** @param url the address of the listing. */
export type LoadClient = (url: string) => Promise<LoadedClient>;

interface Response {
  readonly status: number;
  readonly obj?: unknown;
  readonly data: string | Buffer;
}

function answerOf({ status, obj, data }: Response, contentType: string | undefined): Answer {
  const text = String(data);
  return { status, contentType, body: obj ?? (text === '' ? undefined : JSON.parse(text)) };
}

type Headers = Readonly<Record<string, string>>;

/** Version 2.2 reads Swagger 1.2 and converts it to 2.0. */
interface NewResponse extends Response {
  readonly headers: Headers;
}
type NewOperation = (values: object) => Promise<NewResponse>;
interface NewClient {
  readonly models: object;
  readonly apis: Readonly<
    Record<string, Readonly<Record<string, NewOperation>> & { readonly operations: object }>
  >;
}

const loadNew: LoadClient = async (url) => {
  const Client = require('swagger-client-2.2') as new (options: object) => PromiseLike<NewClient>;
  const { models, apis } = await new Client({ url, usePromise: true });
  return {
    models: Object.keys(models),
    operationsOf: (resource) => Object.keys(apis[resource]?.operations ?? {}),
    call: async (resource, nickname, values) => {
      const operation = apis[resource]?.[nickname];
      if (!operation) throw new Error(`No operation ${resource}.${nickname}`);
      // An error response rejects with the response; other errors have no status.
      const response = await operation(values).catch((reason: NewResponse) => reason);
      if (!response.status) throw response;
      return answerOf(response, response.headers['content-type']);
    },
  };
};

/** Version 2.0 also reads members of Swagger 1.1: `httpMethod`, `errorResponses`. */
interface OldResponse extends Response {
  readonly headers: { readonly input: Headers };
}
type OldOperation = (
  values: object,
  success: (response: OldResponse) => void,
  failure: (response: OldResponse) => void,
) => void;
interface OldClient {
  readonly ready?: boolean;
  readonly models: object;
  readonly apis: Readonly<
    Record<string, Readonly<Record<string, OldOperation>> & { readonly operations: object }>
  >;
}

const loadOld: LoadClient = async (url) => {
  const { SwaggerApi } = require('swagger-client-2.0') as {
    readonly SwaggerApi: new (options: object) => OldClient;
  };
  const { models, apis } = await new Promise<OldClient>((resolve, failure) => {
    // `success` is called twice: after the listing, and after all declarations.
    const success = () => (client.ready ? resolve(client) : undefined);
    const client = new SwaggerApi({ url, success, failure });
  });
  return {
    models: Object.keys(models),
    operationsOf: (resource) => Object.keys(apis[resource]?.operations ?? {}),
    call: async (resource, nickname, { body, ...values }) => {
      const operation = apis[resource]?.[nickname];
      if (!operation) throw new Error(`No operation ${resource}.${nickname}`);
      // The client does not serialize bodies.
      const given = body === undefined ? values : { ...values, body: JSON.stringify(body) };
      const response = await new Promise<OldResponse>((resolve) => operation(given, resolve, resolve));
      if (!response.status) throw new Error(`No response: ${response.data}`);
      return answerOf(response, response.headers.input['content-type']);
    },
  };
};

export const clients: readonly [version: string, load: LoadClient][] = [
  ['2.2.21', loadNew],
  ['2.0.49', loadOld],
];
