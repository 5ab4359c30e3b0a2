/**
 * How requests to the search engine prove who sends them: by a signature of AWS for domains (`es`) and serverless
 * collections (`aoss`), or by a user name or an API key from a secret or the environment.
 */

import { createHash, createHmac } from 'node:crypto';
import { SignatureV4 } from '@smithy/signature-v4';
import { ServiceError } from '../../shared/errors.ts';
import { membersOf } from '../../shared/json/is-object.ts';
import type { EngineAnswer } from './engine-answer.ts';

export interface HttpRequest {
  readonly method: string;
  readonly protocol: string;
  readonly hostname: string;
  readonly port?: number;
  readonly path: string;
  readonly query: Record<string, string>;
  readonly headers: Record<string, string>;
  readonly body?: Uint8Array;
}

export interface EngineAccess {
  readonly authorize: (request: HttpRequest) => Promise<HttpRequest>;
  /** Called if the engine refuses the credentials: a secret is read again. */
  readonly forget: () => void;
}

type Environment = Readonly<Record<string, string | undefined>>;
type Send = (request: HttpRequest) => Promise<EngineAnswer>;

/**
 * `SEARCH_ACCESS` is the ARN of a domain, a collection or a secret; `SEARCH_CREDENTIALS` is what a secret would contain, for
 * engines on one's own machine. With neither, requests have no credentials.
 *
 * @param send Sends a request to another service of AWS.
 * @throws Error if one of them has another form. The message never has its value.
 */
export function engineAccess(environment: Environment, send: Send): EngineAccess {
  const { SEARCH_ACCESS: arn = '', SEARCH_CREDENTIALS: credentials = '' } = environment;
  if (arn === '') {
    const header = credentials === '' ? undefined : headerOf(credentials, 'SEARCH_CREDENTIALS');
    return {
      authorize: async (request) => (header ? withHeader(request, header) : request),
      forget: () => {},
    };
  }
  const [, partition = '', service, region = ''] =
    /^arn:([\w-]+):(es|aoss|secretsmanager):([\w-]+):\d*:.+$/.exec(arn) ?? [];
  if (service === undefined)
    throw new Error(
      'The environment variable SEARCH_ACCESS is not the ARN of a domain (es), a collection (aoss) or a secret (secretsmanager).',
    );
  const sign = (request: HttpRequest) => signed(request, { service, region, environment });
  if (service !== 'secretsmanager') return { authorize: sign, forget: () => {} };
  const suffix = partition === 'aws-cn' ? 'amazonaws.com.cn' : 'amazonaws.com';
  const { AWS_ENDPOINT_URL_SECRETS_MANAGER: endpoint = `https://secretsmanager.${region}.${suffix}` } =
    environment;
  const read = async () => headerIn(await send(await sign(secretRequest(endpoint, arn))));
  return {
    authorize: async (request) => withHeader(request, await keptSecret(arn, read)),
    forget: () => secrets.delete(arn),
  };
}

interface Signing {
  readonly service: string;
  readonly region: string;
  /** With the credentials of the function's role. */
  readonly environment: Environment;
}

async function signed(request: HttpRequest, { service, region, environment }: Signing): Promise<HttpRequest> {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = environment;
  if (!accessKeyId || !secretAccessKey)
    throw new Error('The environment has no credentials of AWS to sign requests with.');
  const { AWS_SESSION_TOKEN: sessionToken } = environment;
  const credentials = { accessKeyId, secretAccessKey, ...(sessionToken ? { sessionToken } : {}) };
  const signer = new SignatureV4({ service, region, credentials, sha256: Sha256 });
  const { headers } = await signer.sign(request);
  return { ...request, headers };
}

/** SHA-256, or the HMAC of it with a secret, in the form that the signer takes. */
class Sha256 {
  readonly #hash: ReturnType<typeof createHmac> | ReturnType<typeof createHash>;

  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    const key = typeof secret === 'string' || secret === undefined ? secret : bytesOf(secret);
    this.#hash = key === undefined ? createHash('sha256') : createHmac('sha256', key);
  }

  update(data: string | ArrayBuffer | ArrayBufferView): void {
    this.#hash.update(typeof data === 'string' ? data : bytesOf(data));
  }

  async digest(): Promise<Uint8Array> {
    return this.#hash.digest();
  }
}

function bytesOf(data: ArrayBuffer | ArrayBufferView): Uint8Array {
  return ArrayBuffer.isView(data)
    ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
    : new Uint8Array(data);
}

/** How long a secret is used before it is read again. */
const secretMs = 300_000;
const secrets = new Map<string, { readonly header: Promise<string>; readonly until: number }>();

function keptSecret(arn: string, read: () => Promise<string>): Promise<string> {
  const kept = secrets.get(arn);
  if (kept && kept.until > Date.now()) return kept.header;
  const header = read();
  header.catch(() => secrets.delete(arn));
  secrets.set(arn, { header, until: Date.now() + secretMs });
  return header;
}

/** https://docs.aws.amazon.com/secretsmanager/latest/apireference/API_GetSecretValue.html */
function secretRequest(endpoint: string, arn: string): HttpRequest {
  const { protocol, hostname, host, port } = new URL(endpoint);
  return {
    method: 'POST',
    protocol,
    hostname,
    ...(port === '' ? {} : { port: Number(port) }),
    path: '/',
    query: {},
    headers: {
      host,
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': 'secretsmanager.GetSecretValue',
    },
    body: Buffer.from(JSON.stringify({ SecretId: arn })),
  };
}

function headerIn({ status, body }: EngineAnswer): string {
  const { SecretString: secret, __type: type } = membersOf(body);
  if (typeof secret === 'string') return headerOf(secret, 'secret of SEARCH_ACCESS');
  if (status === 429 || status >= 500)
    throw new ServiceError('unavailable', `Secrets Manager answers ${status}.`, {
      failing: { name: 'search' },
    });
  const reason = typeof type === 'string' ? type.replace(/^.*#/, '') : 'no secret';
  throw new Error(`The secret of SEARCH_ACCESS cannot be read: ${status} ${reason}.`);
}

/** @throws Error without the value. */
function headerOf(credentials: string, name: string): string {
  const { username, password, api_key: key } = membersOf(parsed(credentials));
  if (typeof key === 'string') return `ApiKey ${key}`;
  if (typeof username === 'string' && typeof password === 'string')
    return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  throw new Error(`The ${name} is not JSON with "username" and "password", or with "api_key".`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The message of the parser would show a part of the text.
    return undefined;
  }
}

function withHeader(request: HttpRequest, authorization: string): HttpRequest {
  return { ...request, headers: { ...request.headers, authorization } };
}
