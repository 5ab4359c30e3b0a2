/** swagger-client 2.0, of 2014: it reads Swagger 1.1 and 1.2, and makes a function of each operation. */

import { createRequire } from 'node:module';

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

interface Response {
  readonly status: number;
  readonly obj?: unknown;
  readonly data: string | Buffer;
  readonly headers: { readonly input: Readonly<Record<string, string>> };
}
type Operation = (
  values: object,
  success: (response: Response) => void,
  failure: (response: Response) => void,
) => void;
interface Client {
  readonly ready?: boolean;
  readonly models: object;
  readonly apis: Readonly<
    Record<string, Readonly<Record<string, Operation>> & { readonly operations: object }>
  >;
}

/** @param url the address of the listing. */
export async function loadClient(url: string): Promise<LoadedClient> {
  const { SwaggerApi } = createRequire(import.meta.url)('swagger-client') as {
    readonly SwaggerApi: new (options: object) => Client;
  };
  const { models, apis } = await new Promise<Client>((resolve, failure) => {
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
      const response = await new Promise<Response>((resolve) => operation(given, resolve, resolve));
      if (!response.status) throw new Error(`No response: ${response.data}`);
      return answerOf(response);
    },
  };
}

function answerOf({ status, obj, data, headers }: Response): Answer {
  const text = String(data);
  const body = obj ?? (text === '' ? undefined : JSON.parse(text));
  return { status, contentType: headers.input['content-type'], body };
}
